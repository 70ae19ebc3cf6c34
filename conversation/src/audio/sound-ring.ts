/** The last seconds of a sound, in a fixed buffer. */
export class SoundRing {
  readonly #samples: Int16Array;
  #next = 0;
  #filled = 0;

  constructor(capacitySamples: number) {
    this.#samples = new Int16Array(capacitySamples);
  }

  push(frame: Int16Array): void {
    const room = this.#samples.length - this.#next;
    if (frame.length <= room) {
      this.#samples.set(frame, this.#next);
    } else {
      for (let i = 0; i < frame.length; i++) this.#samples[(this.#next + i) % this.#samples.length] = frame[i]!;
    }
    this.#next = (this.#next + frame.length) % this.#samples.length;
    this.#filled = Math.min(this.#samples.length, this.#filled + frame.length);
  }

  /** A copy of the last `samples`, or of all there are. */
  last(samples: number): Int16Array {
    const length = Math.min(samples, this.#filled);
    const copy = new Int16Array(length);
    const start = (this.#next - length + this.#samples.length) % this.#samples.length;
    const first = Math.min(length, this.#samples.length - start);
    copy.set(this.#samples.subarray(start, start + first));
    copy.set(this.#samples.subarray(0, length - first), first);
    return copy;
  }
}
