/** How loud a side has been, one value per 100 ms, 0…1: what the voice weave and the level meters are drawn from. */

export const LOUDNESS_BIN_MS = 100;
/** An hour of bins at most; later sound is not measured. */
const MAX_BINS = 36_000;
/** Speech on a telephone line lies around −20 dBFS; −50 dBFS counts as nothing. */
const QUIET_DBFS = -50;
const LOUD_DBFS = -12;

export class LoudnessTrack {
  #energy = new Float64Array(600);
  #samples = new Float64Array(600);
  #liveEnergy = 0;
  #liveSamples = 0;

  /** `atMs`: since the conversation was opened, of the first sample. */
  add(atMs: number, frame: Int16Array): void {
    const bin = Math.max(0, Math.floor(atMs / LOUDNESS_BIN_MS));
    if (bin >= MAX_BINS) return;
    if (bin >= this.#energy.length) this.#grow(bin);
    let sum = 0;
    for (let i = 0; i < frame.length; i++) {
      const sample = frame[i]!;
      sum += sample * sample;
    }
    this.#energy[bin]! += sum;
    this.#samples[bin]! += frame.length;
    this.#liveEnergy += sum;
    this.#liveSamples += frame.length;
  }

  between(startMs: number, endMs: number): number[] {
    const first = Math.max(0, Math.floor(startMs / LOUDNESS_BIN_MS));
    const last = Math.min(MAX_BINS, Math.max(first, Math.ceil(endMs / LOUDNESS_BIN_MS) - 1));
    const values: number[] = [];
    for (let bin = first; bin <= last; bin++) values.push(loudness(this.#energy[bin] ?? 0, this.#samples[bin] ?? 0));
    return values;
  }

  /** Since the last time this was asked. */
  live(): number {
    const value = loudness(this.#liveEnergy, this.#liveSamples);
    this.#liveEnergy = 0;
    this.#liveSamples = 0;
    return value;
  }

  #grow(bin: number): void {
    const length = Math.min(MAX_BINS, Math.max(bin + 1, this.#energy.length * 2));
    const energy = new Float64Array(length);
    const samples = new Float64Array(length);
    energy.set(this.#energy);
    samples.set(this.#samples);
    this.#energy = energy;
    this.#samples = samples;
  }
}

function loudness(energy: number, samples: number): number {
  if (samples === 0 || energy === 0) return 0;
  const dbfs = 10 * Math.log10(energy / samples / (32_768 * 32_768));
  const value = (dbfs - QUIET_DBFS) / (LOUD_DBFS - QUIET_DBFS);
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
