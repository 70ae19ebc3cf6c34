/**
 * Streaming sample-rate conversion by polyphase filters: any pair of rates whose ratio is rational (22.05 → 8 kHz …). Filters are shared
 * by all calls of a thread; a resampler keeps only its own past.
 */
import { designBank } from "./filter-bank.ts";
import { FilterRoom, MOST_INPUT, MOST_OUTPUT, type PlacedBank } from "./filter-room.ts";

/** Longer sound is converted piece by piece. */
const PIECE_SAMPLES = 1_024;
/** More than changes by a hundredfold need. */
const MOST_TAPS = MOST_INPUT - PIECE_SAMPLES;

let room: FilterRoom | undefined;
const banks = new Map<string, PlacedBank>();

export class Resampler {
  readonly #ratio: number;
  readonly #room: FilterRoom;
  readonly #bank: PlacedBank;
  /** The input that the next output still needs. */
  readonly #past: Int16Array;
  /** Of the next output: input samples beyond the beginning of the past, and phase. */
  #start = 0;
  #phase = 0;

  constructor(fromHz: number, toHz: number) {
    this.#ratio = toHz / fromHz;
    this.#room = room ??= new FilterRoom();
    this.#bank = bankFor(this.#room, fromHz, toHz);
    this.#past = new Int16Array(this.#bank.taps - 1);
  }

  /** The most samples that `process` can write for `inputSamples`. */
  outputBound(inputSamples: number): number {
    return Math.ceil(inputSamples * this.#ratio) + 1;
  }

  /** Converts all of `input`; returns how many samples were written to `output`. */
  process(input: Int16Array, output: Int16Array): number {
    let written = 0;
    for (let from = 0; from < input.length; from += PIECE_SAMPLES) written = this.#piece(input, from, output, written);
    return written;
  }

  /** Returns how many samples have been written since the beginning of `output`. */
  #piece(input: Int16Array, from: number, output: Int16Array, writtenBefore: number): number {
    const past = this.#past;
    const { samples } = this.#room;
    const count = Math.min(PIECE_SAMPLES, input.length - from);
    samples.set(past);
    if (count === input.length) samples.set(input, past.length);
    else samples.set(input.subarray(from, from + count), past.length);
    this.#room.widen(past.length + count);
    let written = writtenBefore;
    while (this.#start < count) written = this.#filter(count, output, written);
    this.#start -= count;
    for (let i = 0; i < past.length; i++) past[i] = samples[count + i]!;
    return written;
  }

  /** As much as the room has place for, of what begins before `count`. */
  #filter(count: number, output: Int16Array, writtenBefore: number): number {
    const { up, whole, part } = this.#bank;
    const { samples, output: at } = this.#room;
    const step = whole * up + part;
    const ahead = Math.ceil(((count - this.#start) * up - this.#phase) / step);
    const made = Math.min(MOST_OUTPUT, ahead);
    this.#room.filter(this.#bank, this.#start, this.#phase, made);
    for (let i = 0; i < made; i++) output[writtenBefore + i] = samples[at + i]!;
    const position = this.#start * up + this.#phase + made * step;
    this.#start = Math.floor(position / up);
    this.#phase = position - this.#start * up;
    return writtenBefore + made;
  }
}

/** Converts a whole sound at once. */
export function resample(sound: Int16Array, fromHz: number, toHz: number): Int16Array {
  if (fromHz === toHz) return sound;
  const resampler = new Resampler(fromHz, toHz);
  const output = new Int16Array(resampler.outputBound(sound.length));
  return output.subarray(0, resampler.process(sound, output));
}

function bankFor(place: FilterRoom, fromHz: number, toHz: number): PlacedBank {
  const key = `${fromHz}>${toHz}`;
  let bank = banks.get(key);
  if (bank) return bank;
  const designed = designBank(fromHz, toHz);
  if (designed.taps > MOST_TAPS) throw new RangeError(`sound of ${fromHz} Hz cannot become sound of ${toHz} Hz`);
  bank = place.place(designed);
  banks.set(key, bank);
  return bank;
}
