/** Vectors as they are kept: only their directions count, so that a byte for each number is enough. Pure. */

const LARGEST = 127;

/** The same direction in whole numbers, the largest of them 127. */
export function packed(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const one of vector) largest = Math.max(largest, Math.abs(one));
  return Int8Array.from(vector, (one) => Math.round((one / largest) * LARGEST));
}

export function bytesOf(vector: Int8Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
