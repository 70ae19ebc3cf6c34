/** Encrypted sound and its reports (RFC 3711): AES-128 in counter mode with HMAC-SHA1, one key for one direction. */
import { createCipheriv, createHmac, timingSafeEqual, type Cipher } from "node:crypto";
import type { SrtpSuite } from "../sip/message/sdp-crypto.ts";
import { headerBytesOf, sequenceDistance } from "./packet.ts";

const KEY_BYTES = 16;
const SALT_BYTES = 14;
const AUTHENTICATION_KEY_BYTES = 20;
const BLOCK_BYTES = 16;
/** Of a sound packet by suite; of a report always the longer one (RFC 4568 section 6.2). */
const TAG_BYTES: Readonly<Record<SrtpSuite, number>> = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 };
const REPORT_TAG_BYTES = 10;
/** The first eight bytes of a report stay readable. */
const REPORT_HEADER_BYTES = 8;
const REPORT_INDEX_BYTES = 4;
const ENCRYPTED = 0x8000_0000;
const MOST_BYTES = 2_048;
/** How far behind the newest a packet may be. */
const WINDOW = 64;
/** Streams that one key carries at a time: the oldest is forgotten. */
const MOST_STREAMS = 4;

/** Labels of RFC 3711 section 4.3.2. */
const SOUND = { key: 0, authentication: 1, salt: 2 };
const REPORTS = { key: 3, authentication: 4, salt: 5 };

/** How far a stream has come, and what of it has been seen. */
interface Stream {
  /** The highest packet index: the sequence number with its rollovers. */
  highest: number;
  seen: Float64Array;
}

interface Keys {
  cipher: Cipher;
  authentication: Buffer;
  salt: Buffer;
}

/** One direction of a call. */
export class Srtp {
  readonly #tagBytes: number;
  readonly #sound: Keys;
  readonly #reports: Keys;
  readonly #streams = new Map<number, Stream>();
  readonly #reportStream: Stream = newStream(-1);
  readonly #vector = Buffer.alloc(BLOCK_BYTES);
  readonly #counters = Buffer.alloc(MOST_BYTES);
  #nextReport = 0;

  /** `key`: the master key and its salt, 30 bytes in base64. */
  constructor(suite: SrtpSuite, key: string) {
    const bytes = Buffer.from(key, "base64");
    this.#tagBytes = TAG_BYTES[suite];
    this.#sound = keysOf(bytes, SOUND);
    this.#reports = keysOf(bytes, REPORTS);
  }

  /** Encrypts a whole sound packet into one of its own. Packets come in the order of their sequence numbers. */
  seal(packet: Buffer): Buffer {
    const start = headerBytesOf(packet) ?? packet.length;
    const ssrc = packet.readUInt32BE(8);
    const stream = this.#streamOf(ssrc, packet.readUInt16BE(2));
    const index = stream.highest + sequenceDistance(packet.readUInt16BE(2), stream.highest & 0xffff);
    stream.highest = Math.max(stream.highest, index);
    this.#streams.set(ssrc, stream);
    const sealed = Buffer.allocUnsafe(packet.length + this.#tagBytes);
    packet.copy(sealed);
    this.#turn(sealed.subarray(start, packet.length), this.#sound, ssrc, index);
    tagOf(sealed.subarray(0, packet.length), this.#sound, rolloversOf(index)).copy(sealed, packet.length, 0, this.#tagBytes);
    return sealed;
  }

  /** Undefined: it is not from who has the key, it came before, or it is no sound. */
  open(sealed: Buffer): Buffer | undefined {
    const end = sealed.length - this.#tagBytes;
    if (end <= 0 || sealed.length > MOST_BYTES) return undefined;
    const packet = sealed.subarray(0, end);
    const start = headerBytesOf(packet);
    if (start === undefined) return undefined;
    const ssrc = packet.readUInt32BE(8);
    const sequence = packet.readUInt16BE(2);
    const stream = this.#streamOf(ssrc, sequence);
    const index = stream.highest + sequenceDistance(sequence, stream.highest & 0xffff);
    if (index < 0 || !isNew(stream, index)) return undefined;
    if (!isRight(sealed.subarray(end), tagOf(packet, this.#sound, rolloversOf(index)))) return undefined;
    note(stream, index);
    this.#keep(ssrc, stream);
    const opened = Buffer.from(packet);
    this.#turn(opened.subarray(start), this.#sound, ssrc, index);
    return opened;
  }

  sealReport(report: Buffer): Buffer {
    const index = this.#nextReport++;
    const sealed = Buffer.alloc(report.length + REPORT_INDEX_BYTES);
    report.copy(sealed);
    this.#turn(sealed.subarray(REPORT_HEADER_BYTES, report.length), this.#reports, report.readUInt32BE(4), index);
    sealed.writeUInt32BE((ENCRYPTED | index) >>> 0, report.length);
    return Buffer.concat([sealed, tagOf(sealed, this.#reports).subarray(0, REPORT_TAG_BYTES)]);
  }

  openReport(sealed: Buffer): Buffer | undefined {
    const end = sealed.length - REPORT_TAG_BYTES;
    if (end < REPORT_HEADER_BYTES + REPORT_INDEX_BYTES || sealed.length > MOST_BYTES) return undefined;
    const told = sealed.readUInt32BE(end - REPORT_INDEX_BYTES);
    const index = told & 0x7fff_ffff;
    if (!isNew(this.#reportStream, index)) return undefined;
    if (!isRight(sealed.subarray(end), tagOf(sealed.subarray(0, end), this.#reports))) return undefined;
    note(this.#reportStream, index);
    const report = Buffer.from(sealed.subarray(0, end - REPORT_INDEX_BYTES));
    if (told >= ENCRYPTED) this.#turn(report.subarray(REPORT_HEADER_BYTES), this.#reports, report.readUInt32BE(4), index);
    return report;
  }

  #streamOf(ssrc: number, sequence: number): Stream {
    return this.#streams.get(ssrc) ?? newStream(sequence);
  }

  #keep(ssrc: number, stream: Stream): void {
    if (this.#streams.has(ssrc)) return;
    const [oldest] = this.#streams.keys();
    if (this.#streams.size >= MOST_STREAMS && oldest !== undefined) this.#streams.delete(oldest);
    this.#streams.set(ssrc, stream);
  }

  /** Encrypts and decrypts in place (section 4.1.1). */
  #turn(bytes: Buffer, { cipher, salt }: Keys, ssrc: number, index: number): void {
    const vector = this.#vector;
    salt.copy(vector);
    vector.writeUInt32BE((vector.readUInt32BE(4) ^ ssrc) >>> 0, 4);
    vector.writeUInt32BE((vector.readUInt32BE(8) ^ Math.floor(index / 0x10000)) >>> 0, 8);
    vector.writeUInt16BE(vector.readUInt16BE(12) ^ (index & 0xffff), 12);
    const blocks = Math.ceil(bytes.length / BLOCK_BYTES);
    for (let block = 0; block < blocks; block++) {
      vector.copy(this.#counters, block * BLOCK_BYTES);
      this.#counters.writeUInt16BE(block, block * BLOCK_BYTES + SALT_BYTES);
    }
    const stream = cipher.update(this.#counters.subarray(0, blocks * BLOCK_BYTES));
    for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] ?? 0) ^ (stream[at] ?? 0);
  }
}

function newStream(sequence: number): Stream {
  return { highest: sequence, seen: new Float64Array(WINDOW).fill(-1) };
}

function isNew({ highest, seen }: Stream, index: number): boolean {
  return index > highest - WINDOW && seen[index % WINDOW] !== index;
}

function note(stream: Stream, index: number): void {
  stream.seen[index % WINDOW] = index;
  stream.highest = Math.max(stream.highest, index);
}

function rolloversOf(index: number): Buffer {
  const rollovers = Buffer.alloc(4);
  rollovers.writeUInt32BE(Math.floor(index / 0x10000) >>> 0);
  return rollovers;
}

function tagOf(bytes: Buffer, { authentication }: Keys, rollovers?: Buffer): Buffer {
  const hmac = createHmac("sha1", authentication).update(bytes);
  return (rollovers ? hmac.update(rollovers) : hmac).digest();
}

function isRight(given: Buffer, whole: Buffer): boolean {
  return timingSafeEqual(given, whole.subarray(0, given.length));
}

/** Blocks that are counted up are encrypted one by one: that is counter mode, with one cipher for all packets. */
function keysOf(master: Buffer, labels: typeof SOUND): Keys {
  const derived = (label: number, bytes: number): Buffer => derive(master, label, bytes);
  const cipher = createCipheriv("aes-128-ecb", derived(labels.key, KEY_BYTES), null).setAutoPadding(false);
  return {
    cipher,
    authentication: derived(labels.authentication, AUTHENTICATION_KEY_BYTES),
    // Followed by the counter's place.
    salt: Buffer.concat([derived(labels.salt, SALT_BYTES), Buffer.alloc(2)]),
  };
}

/** Section 4.3.1, with a key derivation rate of 0. */
export function derive(master: Buffer, label: number, bytes: number): Buffer {
  const vector = Buffer.alloc(BLOCK_BYTES);
  master.copy(vector, 0, KEY_BYTES, KEY_BYTES + SALT_BYTES);
  vector[7] = (vector[7] ?? 0) ^ label;
  return createCipheriv("aes-128-ctr", master.subarray(0, KEY_BYTES), vector).update(Buffer.alloc(bytes));
}
