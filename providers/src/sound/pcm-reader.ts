/** 16-bit little-endian samples in pieces that may be cut in the middle of one. */
export class PcmReader {
  #odd: Buffer = Buffer.alloc(0);

  /** Its own copy; empty where not even one sample is whole. */
  push(chunk: Buffer): Int16Array {
    const bytes = this.#odd.length === 0 ? chunk : Buffer.concat([this.#odd, chunk]);
    const samples = new Int16Array(bytes.length >> 1);
    Buffer.from(samples.buffer).set(bytes.subarray(0, samples.length * 2));
    this.#odd = Buffer.from(bytes.subarray(samples.length * 2));
    return samples;
  }
}
