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
const [C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12] = design();

/** A filter's memory between pieces of sound. Frames of up to 64 ms at 16 kHz never make it allocate. */
abstract class HalfBand {
  protected history: Float64Array;
  protected filled: number;

  constructor(past: number) {
    this.history = new Float64Array(past + 1_024);
    this.filled = past;
  }

  protected take(input: Int16Array): Float64Array {
    const needed = this.filled + input.length;
    if (needed > this.history.length) {
      const larger = new Float64Array(needed * 2);
      larger.set(this.history.subarray(0, this.filled));
      this.history = larger;
    }
    const history = this.history;
    const filled = this.filled;
    for (let i = 0; i < input.length; i++) history[filled + i] = input[i]!;
    this.filled = needed;
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

  process(input: Int16Array, output: Int16Array): number {
    const history = this.take(input);
    for (let at = 0; at < input.length; at++) {
      output[2 * at] = history[at + PAIRS - 1]!;
      output[2 * at + 1] = rounded(between(history, at + PAIRS - 1, at + PAIRS, 1));
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

  process(input: Int16Array, output: Int16Array): number {
    const history = this.take(input);
    const middle = 2 * PAIRS - 1;
    let written = 0;
    let at = this.#odd;
    for (; at < input.length; at += 2) {
      const beside = between(history, at + middle - 1, at + middle + 1, 2);
      output[written++] = rounded((history[at + middle]! + beside) / 2);
    }
    this.#odd = at - input.length;
    this.drop(input.length);
    return written;
  }
}

/** What lies between two samples, from the pairs around it. Written out: as a loop it takes twice as long. */
function between(h: Float64Array, low: number, high: number, step: 1 | 2): number {
  return (
    C0 * (h[low]! + h[high]!) +
    C1 * (h[low - step]! + h[high + step]!) +
    C2 * (h[low - 2 * step]! + h[high + 2 * step]!) +
    C3 * (h[low - 3 * step]! + h[high + 3 * step]!) +
    C4 * (h[low - 4 * step]! + h[high + 4 * step]!) +
    C5 * (h[low - 5 * step]! + h[high + 5 * step]!) +
    C6 * (h[low - 6 * step]! + h[high + 6 * step]!) +
    C7 * (h[low - 7 * step]! + h[high + 7 * step]!) +
    C8 * (h[low - 8 * step]! + h[high + 8 * step]!) +
    C9 * (h[low - 9 * step]! + h[high + 9 * step]!) +
    C10 * (h[low - 10 * step]! + h[high + 10 * step]!) +
    C11 * (h[low - 11 * step]! + h[high + 11 * step]!) +
    C12 * (h[low - 12 * step]! + h[high + 12 * step]!)
  );
}

function rounded(value: number): number {
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : Math.round(value);
}

type Coefficients = [number, number, number, number, number, number, number, number, number, number, number, number, number];

function design(): Coefficients {
  const values = Array.from({ length: PAIRS }, (_, pair) => {
    const distance = pair + 0.5;
    const window = bessel(KAISER_BETA * Math.sqrt(1 - (distance / PAIRS) ** 2)) / bessel(KAISER_BETA);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  const sum = 2 * values.reduce((all, value) => all + value);
  return values.map((value) => value / sum) as Coefficients;
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
