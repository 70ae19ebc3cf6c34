/**
 * Twice or half the rate, the change that every telephone frame goes through: a half-band filter, in which every other coefficient is
 * zero and the rest come in equal pairs, takes a quarter of the multiplications of the general one.
 */

/** Pairs of coefficients beside the middle one. */
const PAIRS = 13;
/** Of the Kaiser window: 60 dB, and with {@link PAIRS} a passband that ends at 0.43 of the lower rate (3.4 kHz on the telephone). */
const KAISER_BETA = 5.65;
const PAST_UP = 2 * PAIRS - 1;
/** One more than the filter needs: a delay of whole samples of the lower rate. */
const PAST_DOWN = 4 * PAIRS - 1;
/** What the samples at distance 1, 3, 5 … (at the higher rate) count; over all pairs the sum is 1. */
const C = design();

const PIECE_SAMPLES = 1_024;

/** A filter's memory between pieces of sound. */
abstract class HalfBand {
  protected readonly history: Float64Array;
  protected filled: number;

  constructor(past: number) {
    this.history = new Float64Array(past + PIECE_SAMPLES);
    this.filled = past;
  }

  /** Converts all of `input`; returns how many samples were written to `output`. */
  process(input: Int16Array, output: Int16Array): number {
    if (input.length <= PIECE_SAMPLES) return this.piece(input, output);
    let written = 0;
    for (let at = 0; at < input.length; at += PIECE_SAMPLES)
      written += this.piece(input.subarray(at, at + PIECE_SAMPLES), output.subarray(written));
    return written;
  }

  /** The same of at most {@link PIECE_SAMPLES}. */
  protected abstract piece(input: Int16Array, output: Int16Array): number;

  protected take(input: Int16Array): Float64Array {
    const { history, filled } = this;
    for (let i = 0; i < input.length; i++) history[filled + i] = input[i]!;
    this.filled = filled + input.length;
    return history;
  }

  protected drop(samples: number): void {
    this.history.copyWithin(0, samples, this.filled);
    this.filled -= samples;
  }
}

export class Doubler extends HalfBand {
  constructor() {
    super(PAST_UP);
  }

  protected piece(input: Int16Array, output: Int16Array): number {
    const history = this.take(input);
    for (let at = 0; at < input.length; at++) {
      output[2 * at] = history[at + 12]!;
      // Written out: a loop takes twice as long, and a function that returns the sum allocates it.
      const sum =
        C[0]! * (history[at + 12]! + history[at + 13]!) +
        C[1]! * (history[at + 11]! + history[at + 14]!) +
        C[2]! * (history[at + 10]! + history[at + 15]!) +
        C[3]! * (history[at + 9]! + history[at + 16]!) +
        C[4]! * (history[at + 8]! + history[at + 17]!) +
        C[5]! * (history[at + 7]! + history[at + 18]!) +
        C[6]! * (history[at + 6]! + history[at + 19]!) +
        C[7]! * (history[at + 5]! + history[at + 20]!) +
        C[8]! * (history[at + 4]! + history[at + 21]!) +
        C[9]! * (history[at + 3]! + history[at + 22]!) +
        C[10]! * (history[at + 2]! + history[at + 23]!) +
        C[11]! * (history[at + 1]! + history[at + 24]!) +
        C[12]! * (history[at]! + history[at + 25]!);
      output[2 * at + 1] = Math.round(Math.max(-32_768, Math.min(32_767, sum)));
    }
    this.drop(input.length);
    return 2 * input.length;
  }
}

export class Halver extends HalfBand {
  /** 1 when the next sample is one to be left out. */
  #odd = 0;

  constructor() {
    super(PAST_DOWN);
  }

  protected piece(input: Int16Array, output: Int16Array): number {
    const history = this.take(input);
    let written = 0;
    let at = this.#odd;
    for (; at < input.length; at += 2) {
      const sum =
        history[at + 25]! +
        C[0]! * (history[at + 24]! + history[at + 26]!) +
        C[1]! * (history[at + 22]! + history[at + 28]!) +
        C[2]! * (history[at + 20]! + history[at + 30]!) +
        C[3]! * (history[at + 18]! + history[at + 32]!) +
        C[4]! * (history[at + 16]! + history[at + 34]!) +
        C[5]! * (history[at + 14]! + history[at + 36]!) +
        C[6]! * (history[at + 12]! + history[at + 38]!) +
        C[7]! * (history[at + 10]! + history[at + 40]!) +
        C[8]! * (history[at + 8]! + history[at + 42]!) +
        C[9]! * (history[at + 6]! + history[at + 44]!) +
        C[10]! * (history[at + 4]! + history[at + 46]!) +
        C[11]! * (history[at + 2]! + history[at + 48]!) +
        C[12]! * (history[at]! + history[at + 50]!);
      output[written++] = Math.round(Math.max(-32_768, Math.min(32_767, sum / 2)));
    }
    this.#odd = at - input.length;
    this.drop(input.length);
    return written;
  }
}

function design(): Float64Array {
  const values = Array.from({ length: PAIRS }, (_, pair) => {
    const distance = pair + 0.5;
    const window = bessel(KAISER_BETA * Math.sqrt(1 - (distance / PAIRS) ** 2)) / bessel(KAISER_BETA);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  const sum = 2 * values.reduce((all, value) => all + value);
  return Float64Array.from(values, (value) => value / sum);
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 30; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
