/** The filters by which sound changes its rate: what their taps count, phase by phase. */

/** Zero crossings of the sinc on each side; 12 keeps images 60 dB down in the telephone band. */
const CROSSINGS = 12;
/** Of a half-band filter, beside the middle one: every other coefficient is zero, the rest come in equal pairs. */
const PAIRS = 13;
/** Of its Kaiser window: 60 dB, and with {@link PAIRS} a passband that ends at 0.43 of the lower rate (3.4 kHz on the telephone). */
const KAISER_BETA = 5.65;

export interface FilterBank {
  up: number;
  down: number;
  /** A multiple of four. */
  taps: number;
  /** `up` phases × `taps` coefficients. */
  coefficients: Float32Array;
}

export function designBank(fromHz: number, toHz: number): FilterBank {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const down = fromHz / divisor;
  return up * down === 2 ? halfBand(up, down) : windowedSinc(up, down);
}

/** Twice or half the rate, the change that every telephone frame goes through: the steepest filter for its length. */
function halfBand(up: number, down: number): FilterBank {
  const pairs = kaiserPairs();
  if (up === 2) {
    // What comes in goes out, and between two of them lies what their neighbours say. Two zeros fill the taps up.
    const taps = 2 * PAIRS + 2;
    const coefficients = new Float32Array(2 * taps);
    coefficients[PAIRS + 1] = 1;
    pairs.forEach((value, pair) => (coefficients[taps + PAIRS + 1 - pair] = coefficients[taps + PAIRS + 2 + pair] = value));
    return { up, down, taps, coefficients };
  }
  const taps = 4 * PAIRS;
  const coefficients = new Float32Array(taps);
  const middle = 2 * PAIRS - 1;
  coefficients[middle] = 0.5;
  pairs.forEach((value, pair) => {
    coefficients[middle - 2 * pair - 1] = coefficients[middle + 2 * pair + 1] = value / 2;
  });
  return { up, down, taps, coefficients };
}

/** What the samples at distance 1, 3, 5 … (at the higher rate) count; both sides together are 1. */
function kaiserPairs(): number[] {
  const values = Array.from({ length: PAIRS }, (_, pair) => {
    const distance = pair + 0.5;
    return sinc(distance) * (bessel(KAISER_BETA * Math.sqrt(1 - (distance / PAIRS) ** 2)) / bessel(KAISER_BETA));
  });
  const sum = 2 * values.reduce((all, value) => all + value);
  return values.map((value) => value / sum);
}

function windowedSinc(up: number, down: number): FilterBank {
  const cutoff = Math.min(1, up / down) * 0.94;
  const half = 2 * Math.ceil(CROSSINGS / cutoff / 2);
  const taps = half * 2;
  const coefficients = new Float32Array(up * taps);
  const values = new Float64Array(taps);
  for (let phase = 0; phase < up; phase++) {
    let sum = 0;
    for (let k = 0; k < taps; k++) {
      const x = k - half + 1 - phase / up;
      const window = 0.42 + 0.5 * Math.cos((Math.PI * x) / half) + 0.08 * Math.cos((2 * Math.PI * x) / half);
      const value = Math.abs(x) >= half ? 0 : sinc(x * cutoff) * cutoff * window;
      values[k] = value;
      sum += value;
    }
    for (const [k, value] of values.entries()) coefficients[phase * taps + k] = value / sum;
  }
  return { up, down, taps, coefficients };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
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

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
