/** What a ring begins with: a call that is over at once takes no more. */
const FIRST_SAMPLES = 8_192;

/** The last seconds of a sound, in a buffer that grows up to its capacity as sound comes. */
export class SoundRing {
  readonly #capacity: number;
  #samples: Int16Array;
  #next = 0;
  #filled = 0;

  constructor(capacitySamples: number) {
    this.#capacity = capacitySamples;
    this.#samples = new Int16Array(Math.min(capacitySamples, FIRST_SAMPLES));
  }

  push(frame: Int16Array): void {
    if (this.#filled + frame.length > this.#samples.length && this.#samples.length < this.#capacity) this.#grow(frame.length);
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

  /** It has not gone round yet, or has just been filled: what it holds begins at `#next` or at 0. */
  #grow(more: number): void {
    const held = this.last(this.#filled);
    const larger = new Int16Array(Math.min(this.#capacity, Math.max(2 * this.#samples.length, this.#filled + more)));
    larger.set(held);
    this.#samples = larger;
    this.#next = held.length % larger.length;
  }
}
