/** The sum of rows of so many floats each; a last row that is cut short counts as far as it goes. */
export function summed(rows: Float32Array, length: number): Float32Array {
  const sum = new Float32Array(length);
  rows.forEach((one, at) => (sum[at % length] = (sum[at % length] ?? 0) + one));
  return sum;
}

/** The same way, of length 1. */
export function direction(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector) || 1;
  return vector.map((one) => one / norm);
}
