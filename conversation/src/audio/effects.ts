/** What a voice goes through: a telephone, a room, noise around it, a compressor. Pure. */
import { clipped } from "./stretch.ts";

export type SoundEffect = "telephone" | "room" | "noise" | "compression";

const EFFECTS: Record<SoundEffect, (sound: Float64Array, sampleRateHz: number) => Float64Array> = {
  telephone,
  room,
  noise,
  compression,
};

export function withEffect(sound: Int16Array, sampleRateHz: number, effect: SoundEffect): Int16Array {
  return Int16Array.from(EFFECTS[effect](Float64Array.from(sound), sampleRateHz), clipped);
}

const TELEPHONE_HZ = { low: 300, high: 3_400 };
/** Of the two halves of a fourth-order Butterworth filter. */
const Q = [0.541, 1.307] as const;

/** Nothing below 300 Hz, nothing above 3.4 kHz. */
function telephone(sound: Float64Array, rate: number): Float64Array {
  let made = sound;
  for (const q of Q) {
    made = filtered(made, biquad("high", TELEPHONE_HZ.low / rate, q));
    if (TELEPHONE_HZ.high < rate / 2) made = filtered(made, biquad("low", TELEPHONE_HZ.high / rate, q));
  }
  return made;
}

interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/** Of the "cookbook" of R. Bristow-Johnson; `f`: of the sample rate. */
function biquad(pass: "low" | "high", f: number, q: number): Biquad {
  const cos = Math.cos(2 * Math.PI * f);
  const alpha = Math.sin(2 * Math.PI * f) / (2 * q);
  const sign = pass === "low" ? 1 : -1;
  const edge = (1 - sign * cos) / 2;
  const a0 = 1 + alpha;
  return { b0: edge / a0, b1: (sign * 2 * edge) / a0, b2: edge / a0, a1: (-2 * cos) / a0, a2: (1 - alpha) / a0 };
}

function filtered(sound: Float64Array, { b0, b1, b2, a1, a2 }: Biquad): Float64Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return sound.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

/** Of a hard room of about 60 m³; no two echoes of the four fall together. */
const ECHOES_MS = [29.7, 37.1, 41.1, 43.7] as const;
const BLURS_MS = [5, 1.7] as const;
const REVERBERATION_S = 0.6;
const WET = 0.28;

/** The sound and its echoes (Schroeder), which end after it. */
function room(sound: Float64Array, rate: number): Float64Array {
  const length = sound.length + Math.round(rate * REVERBERATION_S);
  let wet = new Float64Array(length);
  for (const ms of ECHOES_MS) {
    const delay = Math.round((rate * ms) / 1_000);
    const feedback = 10 ** ((-3 * ms) / 1_000 / REVERBERATION_S);
    const echo = new Float64Array(length);
    for (let i = delay; i < length; i++) {
      const now = (sound[i - delay] ?? 0) + feedback * (echo[i - delay] ?? 0);
      echo[i] = now;
      wet[i]! += now / ECHOES_MS.length;
    }
  }
  for (const ms of BLURS_MS) wet = blurred(wet, Math.round((rate * ms) / 1_000));
  return wet.map((echo, at) => (sound[at] ?? 0) * (1 - WET) + echo * WET);
}

/** An all-pass filter: the same loudness at every pitch, smeared in time. */
function blurred(sound: Float64Array, delay: number): Float64Array<ArrayBuffer> {
  const GAIN = 0.7;
  const made = new Float64Array(sound.length);
  for (const [i, sample] of sound.entries()) {
    made[i] = -GAIN * sample + (sound[i - delay] ?? 0) + GAIN * (made[i - delay] ?? 0);
  }
  return made;
}

const NOISE_DB = -18;
/** So that a pause is not silent either, and silence alone is not made loud. */
const LEAST_LEVEL = 200;

/** A busy street far away: noise that falls with the pitch, 18 dB below the voice. The same each time. */
function noise(sound: Float64Array): Float64Array {
  const level = Math.max(LEAST_LEVEL, levelOf(sound)) * 10 ** (NOISE_DB / 20);
  let seed = 1;
  let slow = 0;
  const hiss = sound.map(() => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    slow = 0.92 * slow + (seed / 2 ** 31 - 1);
    return slow;
  });
  const scale = level / levelOf(hiss);
  return sound.map((sample, at) => sample + (hiss[at] ?? 0) * scale);
}

const THRESHOLD = 32_768 * 10 ** (-30 / 20);
const RATIO = 4;
const ATTACK_MS = 4;
const RELEASE_MS = 90;

/** Loud and quiet come nearer together; as loud as before in all. */
function compression(sound: Float64Array, rate: number): Float64Array {
  const coefficient = (ms: number): number => Math.exp(-1_000 / (rate * ms));
  const [attack, release] = [coefficient(ATTACK_MS), coefficient(RELEASE_MS)];
  let envelope = 0;
  const made = sound.map((sample) => {
    const now = Math.abs(sample);
    const speed = now > envelope ? attack : release;
    envelope = speed * envelope + (1 - speed) * now;
    return envelope <= THRESHOLD ? sample : sample * (envelope / THRESHOLD) ** (1 / RATIO - 1);
  });
  const gain = levelOf(sound) / Math.max(1, levelOf(made));
  return made.map((sample) => sample * gain);
}

/** RMS. */
export function levelOf(sound: Int16Array | Float64Array): number {
  let sum = 0;
  for (const sample of sound) sum += sample ** 2;
  return Math.sqrt(sum / Math.max(1, sound.length));
}
