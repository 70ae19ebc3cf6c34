import { findSound, NotWav, ProviderFailure, type Speech } from "@ongea/conversation";

/** A filter is kept for each rate that was ever converted: a service that names a new one each time would fill the memory. */
const RATES_HZ: ReadonlySet<number> = new Set([8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]);

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
    try {
      const sound = findSound(this.#kept);
      if (!sound) return false;
      const { channels, sampleRateHz } = sound;
      if (channels !== 1 || !RATES_HZ.has(sampleRateHz)) throw new NotWav("not one channel at a usual rate");
      this.#rateHz = sampleRateHz;
      this.#kept = this.#kept.subarray(sound.dataAt);
      return true;
    } catch (cause) {
      throw new ProviderFailure("bad-answer", "not a WAV of 16-bit mono sound", { cause });
    }
  }
}
