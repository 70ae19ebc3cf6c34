/**
 * What travels between a media worker and a speech host: a length, a JSON header and raw bytes.
 *
 * Layout, little endian: `u32` bytes after this field · `u32` bytes of the header · header (UTF-8 JSON) · body.
 */
import { isRecord } from "@ongea/conversation";

/** Larger frames end the connection: the longest thing sent is 30 s of 16 kHz sound or a long prompt. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** What every header has; `stream` names one piece of work on a connection. */
export type Header =
  | { stream: number; op: "open"; service: string; options: unknown }
  | { stream: number; op: "tell"; say: unknown }
  /** From a client: it wants no more. From a host: there is no more, with what went wrong if anything did. */
  | { stream: number; op: "end"; code?: string; message?: string };

export interface Frame {
  header: Header;
  /** May share memory with the input; copy what is kept. */
  body: Buffer;
}

const NOTHING = Buffer.alloc(0);

export function encodeFrame(header: Header, body: Uint8Array = NOTHING): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const frame = Buffer.allocUnsafe(8 + json.length + body.byteLength);
  frame.writeUInt32LE(4 + json.length + body.byteLength, 0);
  frame.writeUInt32LE(json.length, 4);
  json.copy(frame, 8);
  frame.set(body, 8 + json.length);
  return frame;
}

/** Cuts a byte stream into frames. Throws on anything that is not this protocol; the connection must then be closed. */
export class FrameReader {
  #kept: Buffer = NOTHING;

  push(chunk: Buffer): Frame[] {
    let rest = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    const frames: Frame[] = [];
    while (rest.length >= 4) {
      const length = rest.readUInt32LE(0);
      if (length < 4 || length > MAX_FRAME_BYTES) throw new Error(`a frame of ${length} bytes`);
      if (rest.length < 4 + length) break;
      frames.push(decode(rest.subarray(4, 4 + length)));
      rest = rest.subarray(4 + length);
    }
    this.#kept = rest.length === 0 ? NOTHING : Buffer.from(rest);
    return frames;
  }
}

function decode(bytes: Buffer): Frame {
  const headerBytes = bytes.readUInt32LE(0);
  if (headerBytes > bytes.length - 4) throw new Error("a header longer than its frame");
  const header: unknown = JSON.parse(bytes.toString("utf8", 4, 4 + headerBytes));
  if (!isHeader(header)) throw new Error("a header of another protocol");
  return { header, body: bytes.subarray(4 + headerBytes) };
}

function isHeader(value: unknown): value is Header {
  if (!isRecord(value)) return false;
  const { stream, op, service } = value;
  if (!Number.isSafeInteger(stream)) return false;
  return op === "tell" || op === "end" || (op === "open" && typeof service === "string");
}

/** The samples in a body; a copy, so that they are aligned and owned. */
export function samplesOf(body: Buffer): Int16Array {
  const samples = new Int16Array(body.length >> 1);
  Buffer.from(samples.buffer).set(body.subarray(0, samples.length * 2));
  return samples;
}

export function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
