/** How the media thread and its WebRTC process talk: length, kind, session, payload. */
export const FRAME_KINDS = { open: 1, rtp: 2, text: 3, close: 4, answer: 5, refused: 6, state: 7, accept: 8 } as const;

export type FrameKind = (typeof FRAME_KINDS)[keyof typeof FRAME_KINDS];

const KINDS = Object.values(FRAME_KINDS);
const HEAD_BYTES = 9;
const MAX_FRAME_BYTES = 1024 * 1024;

export function writeFrame(kind: FrameKind, session: number, payload: Uint8Array | string): Buffer {
  const length = typeof payload === "string" ? Buffer.byteLength(payload) : payload.length;
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + length);
  bytes.writeUInt32BE(length, 0);
  bytes[4] = kind;
  bytes.writeUInt32BE(session, 5);
  if (typeof payload === "string") bytes.write(payload, HEAD_BYTES);
  else bytes.set(payload, HEAD_BYTES);
  return bytes;
}

/** Cuts a stream into frames. Throws when the stream is none of ours. */
export class FrameReader {
  readonly #take: (kind: FrameKind, session: number, payload: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(take: (kind: FrameKind, session: number, payload: Buffer) => void) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (this.#rest.length - at >= HEAD_BYTES) {
      const length = this.#rest.readUInt32BE(at);
      if (length > MAX_FRAME_BYTES) throw new Error("A frame is too long.");
      const end = at + HEAD_BYTES + length;
      if (end > this.#rest.length) break;
      const kind = KINDS.find((one) => one === this.#rest[at + 4]);
      if (kind === undefined) throw new Error("A frame of no known kind.");
      this.#take(kind, this.#rest.readUInt32BE(at + 5), this.#rest.subarray(at + HEAD_BYTES, end));
      at = end;
    }
    if (at > 0) this.#rest = this.#rest.subarray(at);
  }
}
