/**
 * Streaming sample-rate conversion: any pair of rates whose ratio is rational (22.05 → 8 kHz …) by a windowed-sinc polyphase filter, twice
 * and half the rate by the faster half-band one. Filter banks are shared by all calls; a resampler keeps only its own history.
 */
import { Doubler, Halver } from "./half-band.ts";

/** Zero crossings of the sinc on each side; 12 keeps images 60 dB down in the telephone band. */
const CROSSINGS = 12;
/** Longer sound is converted piece by piece, so that a resampler never holds more. */
const PIECE_SAMPLES = 1_024;
const banks = new Map<string, FilterBank>();

interface FilterBank {
  up: number;
  down: number;
  /** A multiple of four. */
  taps: number;
  /** `up` phases × `taps` coefficients. Of 64 bits, like what they are multiplied with: each would be converted for every sample. */
  coefficients: Float64Array;
}

export class Resampler {
  readonly #ratio: number;
  readonly #filter: { process(input: Int16Array, output: Int16Array): number };

  constructor(fromHz: number, toHz: number) {
    this.#ratio = toHz / fromHz;
    this.#filter = this.#ratio === 2 ? new Doubler() : this.#ratio === 0.5 ? new Halver() : new Polyphase(fromHz, toHz);
  }

  /** The most samples that `process` can write for `inputSamples`. */
  outputBound(inputSamples: number): number {
    return Math.ceil(inputSamples * this.#ratio) + 1;
  }

  /** Converts all of `input`; returns how many samples were written to `output`. */
  process(input: Int16Array, output: Int16Array): number {
    return this.#filter.process(input, output);
  }
}

class Polyphase {
  readonly #bank: FilterBank;
  readonly #history: Float64Array;
  /** Samples now in history: the past that the filter still needs, and the present input. */
  #filled: number;
  /** Position of the next output in units of 1/up input samples, relative to the start of history. */
  #position = 0;

  constructor(fromHz: number, toHz: number) {
    this.#bank = bankFor(fromHz, toHz);
    this.#history = new Float64Array(this.#bank.taps + PIECE_SAMPLES);
    this.#filled = this.#bank.taps - 1;
  }

  process(input: Int16Array, output: Int16Array): number {
    let written = 0;
    for (let from = 0; from < input.length; from += PIECE_SAMPLES) written = this.#piece(input, from, output, written);
    return written;
  }

  /** Returns how many samples have been written since the beginning of `output`. */
  #piece(input: Int16Array, from: number, output: Int16Array, writtenBefore: number): number {
    const { up, down, taps, coefficients } = this.#bank;
    const history = this.#history;
    const count = Math.min(PIECE_SAMPLES, input.length - from);
    for (let i = 0; i < count; i++) history[this.#filled + i] = input[from + i]!;
    this.#filled += count;
    const limit = (this.#filled - taps + 1) * up;
    let written = writtenBefore;
    let position = this.#position;
    for (; position < limit; position += down) {
      const start = Math.floor(position / up);
      const phase = (position - start * up) * taps;
      // Four sums at once: one alone waits for each addition before the next can begin.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let k = 0; k < taps; k += 4) {
        a += history[start + k]! * coefficients[phase + k]!;
        b += history[start + k + 1]! * coefficients[phase + k + 1]!;
        c += history[start + k + 2]! * coefficients[phase + k + 2]!;
        d += history[start + k + 3]! * coefficients[phase + k + 3]!;
      }
      const sum = a + b + (c + d);
      output[written++] = sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : Math.round(sum);
    }
    const used = Math.min(Math.floor(position / up), this.#filled - taps + 1);
    history.copyWithin(0, used, this.#filled);
    this.#filled -= used;
    this.#position = position - used * up;
    return written;
  }
}

/** Converts a whole sound at once. */
export function resample(sound: Int16Array, fromHz: number, toHz: number): Int16Array {
  if (fromHz === toHz) return sound;
  const resampler = new Resampler(fromHz, toHz);
  const output = new Int16Array(resampler.outputBound(sound.length));
  return output.subarray(0, resampler.process(sound, output));
}

function bankFor(fromHz: number, toHz: number): FilterBank {
  const key = `${fromHz}>${toHz}`;
  let bank = banks.get(key);
  if (!bank) banks.set(key, (bank = designBank(fromHz, toHz)));
  return bank;
}

function designBank(fromHz: number, toHz: number): FilterBank {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const down = fromHz / divisor;
  const cutoff = Math.min(1, up / down) * 0.94;
  const half = 2 * Math.ceil(CROSSINGS / cutoff / 2);
  const taps = half * 2;
  const coefficients = new Float64Array(up * taps);
  for (let phase = 0; phase < up; phase++) {
    let sum = 0;
    for (let k = 0; k < taps; k++) {
      const x = k - half + 1 - phase / up;
      const window = 0.42 + 0.5 * Math.cos((Math.PI * x) / half) + 0.08 * Math.cos((2 * Math.PI * x) / half);
      const value = Math.abs(x) >= half ? 0 : sinc(x * cutoff) * cutoff * window;
      coefficients[phase * taps + k] = value;
      sum += value;
    }
    for (let k = 0; k < taps; k++) coefficients[phase * taps + k]! /= sum;
  }
  return { up, down, taps, coefficients };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
