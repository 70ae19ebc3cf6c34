import { createRequire } from "node:module";

/** What is used of `sherpa-onnx-node`. It links espeak-ng (GPL-3) statically: only for a process of its own. */
export interface Sherpa {
  OfflineRecognizer: { createAsync(config: object): Promise<OfflineRecognizer> };
  OnlineRecognizer: new (config: object) => OnlineRecognizer;
  OfflineTts: { createAsync(config: object): Promise<OfflineTts> };
}

export interface Waveform {
  sampleRate: number;
  samples: Float32Array;
}

export interface OfflineRecognizer {
  createStream(): { acceptWaveform(waveform: Waveform): void };
  setConfig(config: object): void;
  /** In a thread of its own. */
  decodeAsync(stream: object): Promise<{ text: string; lang?: string }>;
}

export interface OnlineRecognizer {
  createStream(): OnlineStream;
  isReady(stream: OnlineStream): boolean;
  decode(stream: OnlineStream): void;
  getResult(stream: OnlineStream): { text: string };
}

export interface OnlineStream {
  acceptWaveform(waveform: Waveform): void;
  inputFinished(): void;
  /** Of models that hear several languages: `language`. */
  setOption?(name: string, value: string): void;
}

export interface OfflineTts {
  sampleRate: number;
  numSpeakers: number;
  /** In a thread of its own. */
  generateAsync(request: { text: string; sid: number; speed: number; enableExternalBuffer: boolean }): Promise<Waveform>;
}

export function loadSherpa(): Sherpa {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it comes without types
  return createRequire(import.meta.url)("sherpa-onnx-node") as Sherpa;
}

export function floatsOf(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

export function samplesOfFloats(floats: Float32Array): Int16Array {
  return Int16Array.from(floats, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))));
}
