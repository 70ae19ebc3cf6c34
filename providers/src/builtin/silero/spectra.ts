/**
 * The spectra that the network looks at: four pieces of a window at once, by a fast Fourier transform. The weights bring them as a matrix
 * of cosines and sines, which would take half of the network's time.
 */

/** Samples of a piece, and from one piece to the next. */
export const PIECE = 256;
const HOP = PIECE / 2;
const PIECES = 4;
export const BINS = PIECE / 2 + 1;
/** A spectrum is kept in this many floats, so that three of them are a multiple of 8. */
export const WIDE = 136;
/** Samples two and two are complex numbers. */
export const POINTS = PIECE / 2;
const POINT_BITS = 7;
const POINT_BYTES = 2 * PIECES * 4;

/** Where each sample goes, in bytes: the points in the order of reversed bits, the imaginary part behind the real one. */
export function placesOf(): Int32Array {
  return Int32Array.from({ length: PIECE }, (_, sample) => {
    let reversed = 0;
    for (let bit = 0; bit < POINT_BITS; bit++) reversed |= (((sample >> 1) >> bit) & 1) << (POINT_BITS - 1 - bit);
    return reversed * POINT_BYTES + ((sample & 1) * POINT_BYTES) / 2;
  });
}

/** Cosine and sine of each bin's part of a turn, backwards. */
export function turnsOf(): Float32Array {
  return Float32Array.from({ length: 2 * BINS }, (_, i) => {
    const angle = (-2 * Math.PI * (i >> 1)) / PIECE;
    return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
  });
}

/** The sums themselves, for hosts without SIMD; see kernel.wat, whose parameters these are. */
export function spectraBySums(floats: Float32Array): (...of: [number, number, number, number, number, number]) => void {
  return (...[x, window, , , turns, out]) => {
    for (let piece = 0; piece < PIECES; piece++) {
      for (let bin = 0; bin < BINS; bin++) {
        let real = 0;
        let imaginary = 0;
        for (let n = 0; n < PIECE; n++) {
          const sample = floats[(x >> 2) + piece * HOP + n]! * floats[(window >> 2) + n]!;
          const turn = (bin * n) % PIECE;
          // The second half of a turn goes as the first, backwards.
          const at = (turns >> 2) + 2 * (turn <= HOP ? turn : PIECE - turn);
          real += sample * floats[at]!;
          imaginary += sample * (turn <= HOP ? floats[at + 1]! : -floats[at + 1]!);
        }
        floats[(out >> 2) + piece * WIDE + bin] = Math.sqrt(real * real + imaginary * imaginary);
      }
    }
  };
}
