/**
 * Sound as a telephone call delivers it to STT: the telephone band, the noise of a room, µ-law in RTP packets of which some are lost, and
 * what the receiver of calls makes of the gaps. The same sound with the same seed comes out the same.
 */
import { ANALYSIS_RATE_HZ, FRAME_MS, resample } from "@ongea/conversation";
import { g711 } from "../rtp/g711.ts";
import { RTP_HEADER_BYTES, writeRtpHeader } from "../rtp/packet.ts";
import { RtpReceiver } from "../rtp/receiver.ts";

export interface TelephoneLine {
  /** Speech over noise, dB; absent: there is none. */
  signalToNoiseDb?: number | undefined;
  /** Of the packets, two in a row on average. */
  lossPercent: number;
  seed: number;
}

const RATE_HZ = 8_000;
const FRAME_SAMPLES = (RATE_HZ / 1_000) * FRAME_MS;
const [LOW_HZ, HIGH_HZ] = [300, 3_400];
const HALF_TAPS = 32;
/** −26 dBFS: about as loud as callers are. */
const SPEECH_RMS = 1_640;
/** A louder sample is speech, as a share of the loudest. */
const SPEECH_SHARE = 0.05;
/** How likely a burst of losses ends with each packet. */
const BURST_ENDS = 0.5;
const MOST_LOSS = 0.5;

/** Mono speech in, sound at 16 kHz out. */
export function throughTelephoneLine(sound: Int16Array, sampleRateHz: number, line: TelephoneLine): Int16Array {
  const chance = chanceOf(line.seed);
  const speech = inBand(resample(sound, sampleRateHz, RATE_HZ));
  const gain = SPEECH_RMS / Math.max(1, speechRms(speech));
  const noise = line.signalToNoiseDb === undefined ? undefined : roomNoise(speech.length, chance);
  const noiseGain = SPEECH_RMS / 10 ** ((line.signalToNoiseDb ?? 0) / 20);
  const sent = Int16Array.from(speech, (sample, at) => clip(sample * gain + (noise?.[at] ?? 0) * noiseGain));
  return resample(received(sent, line.lossPercent / 100, chance), RATE_HZ, ANALYSIS_RATE_HZ);
}

function received(sent: Int16Array, loss: number, chance: () => number): Int16Array {
  const { encode } = g711("PCMU");
  const frames: Int16Array[] = [];
  const receiver = new RtpReceiver(
    (frame) => frames.push(frame.slice()),
    () => {},
  );
  receiver.expect({ codec: "PCMU", payloadType: 0, dtmfPayloadType: undefined });
  const share = Math.min(MOST_LOSS, loss);
  const begins = (share * BURST_ENDS) / (1 - share);
  let isLosing = false;
  const packets = Math.floor(sent.length / FRAME_SAMPLES);
  for (let sequence = 0; sequence < packets; sequence++) {
    isLosing = isLosing ? chance() >= BURST_ENDS : chance() < begins;
    // The first begins the stream, and the last shows the gap before it.
    if (isLosing && sequence > 0 && sequence < packets - 1) continue;
    const packet = Buffer.alloc(RTP_HEADER_BYTES + FRAME_SAMPLES);
    writeRtpHeader(packet, { payloadType: 0, marker: sequence === 0, sequence, timestamp: sequence * FRAME_SAMPLES, ssrc: 1 });
    for (let i = 0; i < FRAME_SAMPLES; i++)
      packet[RTP_HEADER_BYTES + i] = encode[(sent[sequence * FRAME_SAMPLES + i] ?? 0) & 0xffff] ?? 0;
    receiver.receive(packet, sequence * FRAME_MS);
  }
  receiver.giveUpWaiting();
  const whole = new Int16Array(frames.length * FRAME_SAMPLES);
  for (const [at, frame] of frames.entries()) whole.set(frame, at * FRAME_SAMPLES);
  return whole;
}

const TAPS = bandPass();

/** A windowed-sinc band pass, linear phase. */
function bandPass(): Float64Array {
  return Float64Array.from({ length: 2 * HALF_TAPS + 1 }, (_, i) => {
    const t = i - HALF_TAPS;
    const window = 0.54 + 0.46 * Math.cos((Math.PI * t) / HALF_TAPS);
    return window * (sinc(t, HIGH_HZ / RATE_HZ) - sinc(t, LOW_HZ / RATE_HZ));
  });
}

function sinc(t: number, cycles: number): number {
  return t === 0 ? 2 * cycles : Math.sin(2 * Math.PI * cycles * t) / (Math.PI * t);
}

function inBand(sound: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: sound.length }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < TAPS.length; k++) sum += (TAPS[k] ?? 0) * (sound[at + HALF_TAPS - k] ?? 0);
    return sum;
  });
}

/** Of what is no pause. */
function speechRms(sound: Float64Array): number {
  let peak = 0;
  for (const sample of sound) peak = Math.max(peak, Math.abs(sample));
  let [sum, count] = [0, 0];
  for (const sample of sound) {
    if (Math.abs(sample) < peak * SPEECH_SHARE) continue;
    sum += sample * sample;
    count++;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

/** Falls with the pitch as a room's does, in the telephone band; its rms is 1. */
function roomNoise(samples: number, chance: () => number): Float64Array {
  let low = 0;
  const raw = Float64Array.from({ length: samples }, () => {
    const white = chance() - 0.5;
    low = 0.95 * low + white;
    return low + white;
  });
  const band = inBand(raw);
  const rms = Math.sqrt(band.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples));
  return band.map((sample) => sample / Math.max(rms, Number.EPSILON));
}

function clip(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
}

/** The same numbers from the same seed, 0…1. */
function chanceOf(seed: number): () => number {
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
