/**
 * Directions of texts, as an embedding model sees them, without what it sees in every text: models do not share a scale, and to some of
 * them two strangers are nearly the same. Pure.
 */

/** Of length 1, or all noughts. */
export type Direction = Float32Array;

/** What these texts have in common: the mean of their directions. */
export function centreOf(vectors: readonly Int8Array[]): Direction {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addTo(sum, withLengthOne(Float32Array.from(vector)));
  return sum.map((one) => one / Math.max(1, vectors.length));
}

export function directionOf(vector: Int8Array, centre: Direction): Direction {
  const own = withLengthOne(Float32Array.from(vector));
  return withLengthOne(own.map((one, at) => one - (centre[at] ?? 0)));
}

/** -1…1. */
export function cosine(one: Direction, other: Direction): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

export function addTo(sum: Float32Array, one: Direction): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (one[at] ?? 0);
}

export function withLengthOne(vector: Float32Array): Direction {
  const length = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
  return length === 0 ? vector : vector.map((one) => one / length);
}
