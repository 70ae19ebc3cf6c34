/** Where a sender's time stamps lie on our clock. */

/** The earliest arrivals of this long, and of as long before, tell how the clocks lie to each other. */
const WINDOW_MS = 1_000;
/** Our idea of the sender's clock may run ahead of it by this at most per packet of 20 ms: 1,000 ppm, five times what clocks drift. */
const MOST_RISE_MS = 0.02;
/** Where everything has come this much later for a window, the way has become longer, or the sender has paused and does not say so. */
const LONGER_WAY_MS = 100;
/** What seems later than this has another zero: the sender's clock was set anew. */
const MOST_LATE_MS = 2_000;

/**
 * Turns time stamps into the moment at which a packet's first sample was captured: the sender's clock gives the distances, the packets that
 * came fastest give the rest. What the network holds up, lets pile up and sends in a burst keeps its time.
 */
export class StreamClock {
  readonly #unitsPerMs: number;
  #timestamp: number | undefined;
  /** Units of the sender's clock since its first packet. */
  #media = 0;
  #endOfLast = 0;
  #offsetMs = 0;
  #windowMs = 0;
  #earliest = Infinity;
  #earliestBefore = Infinity;

  constructor(unitsPerSecond: number) {
    this.#unitsPerMs = unitsPerSecond / 1_000;
  }

  /** Another stream begins. */
  restart(): void {
    this.#timestamp = undefined;
    this.#earliest = this.#earliestBefore = Infinity;
  }

  /** When the first sample was captured. `isSpurt`: the sender says that it was silent before. */
  stamp(timestamp: number, units: number, nowMs: number, isSpurt: boolean): number {
    const isFirst = this.#timestamp === undefined;
    this.#media += (timestamp - (this.#timestamp ?? timestamp)) | 0;
    this.#timestamp = timestamp;
    const mediaMs = this.#media / this.#unitsPerMs;
    const offsetMs = nowMs - mediaMs - units / this.#unitsPerMs;
    const isAnew = isFirst || offsetMs - this.#offsetMs > MOST_LATE_MS;
    if (isAnew) this.#earliest = this.#earliestBefore = Infinity;
    const wasSilent = isSpurt || this.#media > this.#endOfLast;
    this.#endOfLast = isAnew ? this.#media + units : Math.max(this.#endOfLast, this.#media + units);
    this.#remember(offsetMs, nowMs);
    const wanted = Math.min(this.#earliest, this.#earliestBefore);
    const isLonger = wanted - this.#offsetMs > LONGER_WAY_MS;
    if (isAnew || wasSilent || isLonger || wanted < this.#offsetMs) this.#offsetMs = wanted;
    else this.#offsetMs = Math.min(wanted, this.#offsetMs + MOST_RISE_MS);
    return mediaMs + this.#offsetMs;
  }

  /** Of a moment of the stream for which no packet came. */
  momentOf(timestamp: number): number {
    const media = this.#media + ((timestamp - (this.#timestamp ?? timestamp)) | 0);
    return media / this.#unitsPerMs + this.#offsetMs;
  }

  #remember(offsetMs: number, nowMs: number): void {
    const ageMs = nowMs - this.#windowMs;
    if (ageMs >= WINDOW_MS) {
      this.#earliestBefore = ageMs >= 2 * WINDOW_MS ? Infinity : this.#earliest;
      this.#earliest = Infinity;
      this.#windowMs = nowMs;
    }
    this.#earliest = Math.min(this.#earliest, offsetMs);
  }
}
