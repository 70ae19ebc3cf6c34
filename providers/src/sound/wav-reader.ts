import { ProviderFailure, type Speech } from "@ongea/conversation";

/** Longer headers are not made by any speaking program. */
const MAX_HEADER_BYTES = 4_096;

/**
 * Cuts a WAV stream (RIFF, 16-bit PCM, mono) into samples as it arrives. The lengths in the header are not believed: a program that
 * streams does not know them yet.
 */
export class WavReader {
  #kept: Buffer = Buffer.alloc(0);
  #rateHz = 0;

  /** The samples that are whole so far; undefined while there are none. */
  push(chunk: Buffer): Speech | undefined {
    this.#kept = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    if (this.#rateHz === 0 && !this.#readHeader()) return undefined;
    const count = this.#kept.length >> 1;
    if (count === 0) return undefined;
    const samples = new Int16Array(count);
    Buffer.from(samples.buffer).set(this.#kept.subarray(0, count * 2));
    this.#kept = this.#kept.subarray(count * 2);
    return { samples, sampleRateHz: this.#rateHz };
  }

  #readHeader(): boolean {
    const bytes = this.#kept;
    if (bytes.length < 12) return false;
    if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") throw notWav();
    let rateHz = 0;
    for (let at = 12; at + 8 <= bytes.length;) {
      const id = bytes.toString("latin1", at, at + 4);
      const length = bytes.readUInt32LE(at + 4);
      if (id === "data") {
        if (rateHz === 0) throw notWav();
        this.#rateHz = rateHz;
        this.#kept = bytes.subarray(at + 8);
        return true;
      }
      if (id === "fmt " && at + 24 <= bytes.length) {
        rateHz = bytes.readUInt32LE(at + 12);
        const plain = bytes.readUInt16LE(at + 10) === 1 && bytes.readUInt16LE(at + 22) === 16;
        if (!plain || rateHz < 8_000 || rateHz > 48_000) throw notWav();
      }
      at += 8 + length + (length & 1);
    }
    if (bytes.length > MAX_HEADER_BYTES) throw notWav();
    return false;
  }
}

function notWav(): ProviderFailure {
  return new ProviderFailure("bad-answer", "not a WAV of 16-bit mono sound");
}
