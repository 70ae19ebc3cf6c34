/** The base values of RFC 3261 section 17.1.1.1; everything else follows from them. */
export interface SipTiming {
  /** Estimate of a round trip. */
  t1Ms: number;
  /** The longest interval between two retransmissions. */
  t2Ms: number;
  /** How long a message may stay in the network. */
  t4Ms: number;
  /** What a second of a session's interval takes (RFC 4028); absent: a second. */
  secondMs?: number;
}

export const STANDARD_TIMING: SipTiming = { t1Ms: 500, t2Ms: 4_000, t4Ms: 5_000 };

/** Sends again after `firstMs`, then at doubling intervals up to `longestMs`, until stopped. */
export class Retransmission {
  #timer: NodeJS.Timeout | undefined;

  start(firstMs: number, longestMs: number, resend: () => void): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.start(Math.min(firstMs * 2, longestMs), longestMs, resend);
      resend();
    }, firstMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
