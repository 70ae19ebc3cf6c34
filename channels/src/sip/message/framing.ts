/** Cuts a TCP stream into messages by their Content-Length (RFC 3261 section 18.3). */

const MAX_HEAD_BYTES = 32_768;
const MAX_BODY_BYTES = 65_536;
const HEAD_END = Buffer.from("\r\n\r\n");

export interface FrameListener {
  message(bytes: Buffer): void;
  /** The peer asks whether the connection lives (two empty lines, RFC 5626 section 3.5.1). */
  ping(): void;
  /** The stream can't be cut any further: the connection must be closed. `bytes` is the head, when there is one, for an answer. */
  broken(bytes: Buffer | undefined): void;
}

export class Framing {
  readonly #listener: FrameListener;
  #rest: Buffer = Buffer.alloc(0);
  #searched = 0;
  #broken = false;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /** A message has begun and is not whole. */
  get isWaiting(): boolean {
    return this.#rest.length > 0;
  }

  push(chunk: Buffer): void {
    if (this.#broken) return;
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (!this.#broken && this.#cutOne());
  }

  #cutOne(): boolean {
    this.#skipEmptyLines();
    const end = this.#rest.indexOf(HEAD_END, Math.max(0, this.#searched - 3));
    if (end < 0 || end > MAX_HEAD_BYTES) {
      this.#searched = this.#rest.length;
      if (this.#rest.length > MAX_HEAD_BYTES) this.#fail(undefined);
      return false;
    }
    const length = bodyLength(this.#rest.toString("latin1", 0, end));
    if (length === undefined || length > MAX_BODY_BYTES) {
      this.#fail(this.#rest.subarray(0, end + 4));
      return false;
    }
    const total = end + 4 + length;
    if (this.#rest.length < total) {
      this.#searched = end;
      return false;
    }
    const bytes = this.#rest.subarray(0, total);
    this.#rest = this.#rest.subarray(total);
    this.#searched = 0;
    this.#listener.message(bytes);
    return this.#rest.length > 0;
  }

  #skipEmptyLines(): void {
    let skipped = 0;
    while (this.#rest[skipped] === 13 && this.#rest[skipped + 1] === 10) {
      skipped += 2;
      if (skipped % 4 === 0) this.#listener.ping();
    }
    if (skipped > 0) {
      this.#rest = this.#rest.subarray(skipped);
      this.#searched = 0;
    }
  }

  #fail(bytes: Buffer | undefined): void {
    this.#broken = true;
    this.#rest = Buffer.alloc(0);
    this.#listener.broken(bytes);
  }
}

/** Undefined when it is missing, repeated or no number: on a stream the next message could not be found. */
function bodyLength(head: string): number | undefined {
  const found = [...head.matchAll(/\r\n(?:content-length|l)[ \t]*:(?:[ \t]|\r\n[ \t])*([^\r\n]*)/gi)];
  const value = found[0]?.[1]?.trim() ?? "";
  return found.length === 1 && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
