export const DTMF_DIGITS = "0123456789*#ABCD";
/** Bytes of a telephone-event payload. */
const EVENT_BYTES = 4;
const LONGEST_DURATION = 0xffff;

/**
 * Telephone events as they come (RFC 4733): one key a press, reported with the first packet of it that arrives. A press is known by
 * its time stamp, so that neither repeated nor lost end packets matter.
 */
export class DtmfIn {
  readonly #key: (digit: string) => void;
  #timestamp = -1;
  #event = -1;
  #duration = 0;
  #hasEnded = true;

  constructor(key: (digit: string) => void) {
    this.#key = key;
  }

  receive(packet: Buffer, start: number, end: number, timestamp: number): void {
    if (end - start < EVENT_BYTES) return;
    const event = packet[start] ?? 0;
    const isEnd = ((packet[start + 1] ?? 0) & 0x80) !== 0;
    const duration = packet.readUInt16BE(start + 2);
    const isNew = timestamp !== this.#timestamp && !this.#continues(event, timestamp);
    this.#timestamp = timestamp;
    this.#event = event;
    this.#duration = duration;
    this.#hasEnded = isEnd;
    const digit = DTMF_DIGITS[event];
    if (isNew && digit !== undefined) this.#key(digit);
  }

  /** A key held longer than a time stamp can say goes on under a new one (section 2.5.1.3). */
  #continues(event: number, timestamp: number): boolean {
    if (this.#hasEnded || event !== this.#event || this.#duration !== LONGEST_DURATION) return false;
    return timestamp === (this.#timestamp + LONGEST_DURATION) >>> 0;
  }
}
