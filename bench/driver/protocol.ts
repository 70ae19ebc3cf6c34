/**
 * How the driver and a subject (our engine, or a peer's) talk: frames over one stream, `u32 length, u16 session, u8 kind, payload`, little
 * endian. Sound is 16 kHz PCM16, 20 ms a frame, raw: neither codec nor network is part of what is compared.
 */

export const KIND = {
  /** JSON {@link Settings}. */
  open: 1,
  sound: 2,
  /** What the recogniser's stub says, UTF-8. */
  partial: 3,
  final: 4,
  close: 5,
  /** Answered with `settled` when garbage has been collected, so that memory can be read. */
  settle: 6,
  opened: 11,
  said: 12,
  /** What the far end has not played is to be dropped. */
  clear: 13,
  /** The model's stub gave the first token of an answer. */
  token: 14,
  settled: 15,
} as const;

export interface Settings {
  /** Silence that ends a turn, ms; absent: the subject's own defaults. */
  endpointMs?: number;
  /** What the model's stub answers; tokens are words. */
  reply: string;
  /** From the question to the first token. */
  firstTokenMs?: number;
  /** Between tokens; 0: all at once. */
  tokenMs: number;
  /** What a subject's end-of-turn model says of the caller's pauses, where it has one; absent: that the turn is over. */
  turnEnds?: boolean;
  /** Spoken at once on opening; empty: nothing. */
  greeting: string;
}

export interface Message {
  session: number;
  kind: number;
  payload: Buffer;
}

const HEAD = 7;
const MOST_BYTES = 1 << 20;

export function encode(session: number, kind: number, payload: Uint8Array | string = ""): Buffer {
  const body = typeof payload === "string" ? Buffer.from(payload) : payload;
  const message = Buffer.allocUnsafe(HEAD + body.length);
  message.writeUInt32LE(3 + body.length, 0);
  message.writeUInt16LE(session, 4);
  message.writeUInt8(kind, 6);
  message.set(body, HEAD);
  return message;
}

/** Cuts a stream into messages. */
export function reader(take: (message: Message) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD) {
      const length = rest.readUInt32LE(0);
      if (length > MOST_BYTES) throw new Error("a message is too long");
      if (rest.length < 4 + length) return;
      take({ session: rest.readUInt16LE(4), kind: rest.readUInt8(6), payload: rest.subarray(HEAD, 4 + length) });
      rest = rest.subarray(4 + length);
    }
  };
}
