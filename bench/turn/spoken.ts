/** A labelled turn as sound: real speech in the telephone band at 8 kHz, the pauses as long as their label, each word with its end. */
import { joined, resampled, spokenBy, throughTelephone } from "@ongea/providers/testing";

export interface SpokenTurn {
  /** 8 kHz; begins with the first sound and ends with the last. */
  sound: Int16Array;
  words: readonly { text: string; endMs: number }[];
}

const RATE_HZ = 8_000;
const STEP = RATE_HZ / 200;
/** Below this share of the loudest sample a step of 5 ms is silent. */
const SILENT = 0.02;
/** Callers are about this loud, whatever the voice: −26 dBFS of speech. */
export const SPEECH_RMS = 1_640;
/** How far from where it is expected a break may lie, of the whole. */
const NEAR = 0.18;
const SHORTEST_BREAK_STEPS = 10;

const made = new Map<string, Promise<SpokenTurn>>();

/**
 * The text in one breath with a comma at each mark, so that the voice does not fall as it does at an end; the break it makes there becomes
 * the labelled pause. Where it makes none the parts are spoken one by one.
 */
export function spokenTurn(text: string, voice: string, pauseMs: number): Promise<SpokenTurn> {
  const key = `${voice} ${pauseMs} ${text}`;
  const turn = made.get(key) ?? make(text, voice, pauseMs);
  made.set(key, turn);
  return turn;
}

async function make(text: string, voice: string, pauseMs: number): Promise<SpokenTurn> {
  const parts = text.split("|").map((part) => part.trim());
  const sounds = pauseMs === 0 ? [await say(parts.join(" "), voice)] : await sayInParts(parts, voice);
  const texts = pauseMs === 0 ? [parts.join(" ")] : parts;
  const rms = rmsOf(joined(sounds));
  const pause = new Int16Array((pauseMs * RATE_HZ) / 1_000);
  const words: { text: string; endMs: number }[] = [];
  let atMs = 0;
  for (const [i, sound] of sounds.entries()) {
    const soundMs = (sound.length / RATE_HZ) * 1_000;
    words.push(...timed(texts[i] ?? "", atMs, soundMs));
    atMs += soundMs + pauseMs;
  }
  const whole = joined(sounds.flatMap((sound, i) => (i === 0 ? [sound] : [pause, sound])));
  return { sound: whole.map((sample) => clip((sample * SPEECH_RMS) / rms)), words };
}

async function sayInParts(parts: readonly string[], voice: string): Promise<Int16Array[]> {
  const whole = await say(parts.join(", "), voice);
  const letters = parts.join(", ").length;
  const pieces: Int16Array[] = [];
  let [from, said] = [0, 0];
  for (const part of parts.slice(0, -1)) {
    said += part.length + 1;
    const gap = breakNear(whole, (said / letters) * whole.length, from);
    if (!gap) return Promise.all(parts.map((one) => say(one, voice)));
    pieces.push(trimmed(whole.subarray(from, gap.from)));
    from = gap.until;
    said += 1;
  }
  return [...pieces, trimmed(whole.subarray(from))];
}

/** The longest silence near a place, less what it is away from it. */
function breakNear(sound: Int16Array, place: number, after: number): { from: number; until: number } | undefined {
  const limit = peakOf(sound) * SILENT;
  let best: { from: number; until: number; score: number } | undefined;
  for (let at = after, from = after; at + STEP <= sound.length; at += STEP) {
    if (rmsOf(sound.subarray(at, at + STEP)) < limit) continue;
    const away = Math.abs((from + at) / 2 - place);
    const score = at - from - away / 4;
    const counts = from > after && at - from >= SHORTEST_BREAK_STEPS * STEP && away < NEAR * sound.length;
    if (counts && score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = { from, until: at, score };
    from = at + STEP;
  }
  return best;
}

async function say(text: string, voice: string): Promise<Int16Array> {
  return trimmed(resampled(throughTelephone(await spokenBy(text, voice), 16_000), 16_000, RATE_HZ));
}

function trimmed(sound: Int16Array): Int16Array {
  const limit = peakOf(sound) * SILENT;
  let [from, until] = [0, sound.length];
  while (from + STEP < until && rmsOf(sound.subarray(from, from + STEP)) < limit) from += STEP;
  while (until - STEP > from && rmsOf(sound.subarray(until - STEP, until)) < limit) until -= STEP;
  return sound.slice(from, until);
}

/** Each word's share of the time goes by its letters. */
function timed(text: string, startMs: number, soundMs: number): { text: string; endMs: number }[] {
  let letters = 0;
  return text.split(" ").map((word) => {
    letters += word.length + 1;
    return { text: word, endMs: startMs + (soundMs * letters) / (text.length + 1) };
  });
}

function rmsOf(sound: Int16Array): number {
  let sum = 0;
  for (const sample of sound) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, sound.length));
}

function peakOf(sound: Int16Array): number {
  return sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

function clip(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
}
