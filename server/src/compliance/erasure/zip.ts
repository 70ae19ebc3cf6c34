/** A zip file (PKWARE's APPNOTE 6.3.9) while it is made: nothing of it is held but one piece, and it may be as long as it likes. */
import { Readable, pipeline } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipEntry {
  name: string;
  bytes: AsyncIterable<Uint8Array | string>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const VERSION = 45;
/** Sizes follow the bytes; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01: the files have no time of their own. */
const DATE = 0x21;
const LARGEST = 0xffff_ffff;
const MOST = 0xffff;

export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const all: Written[] = [];
  let at = 0;
  for await (const { name, bytes } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: at };
    const head = Buffer.concat([
      fields(0x04034b50, [VERSION, FLAGS, DEFLATE, 0, DATE], [0, 0, 0], [entry.name.length, 0]),
      entry.name,
    ]);
    yield head;
    for await (const piece of packed(bytes, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    if (Math.max(entry.size, entry.packed) >= LARGEST) throw new Error("A file is too large for a zip without sizes of 64 bits");
    const tail = fields(0x08074b50, [], [entry.crc, entry.packed, entry.size], []);
    yield tail;
    at += head.length + entry.packed + tail.length;
    all.push(entry);
  }
  const directory = Buffer.concat(all.map(centralEntry));
  yield directory;
  yield endOf(all.length, directory.length, at);
}

async function* packed(bytes: ZipEntry["bytes"], entry: Written): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      const buffer = Buffer.from(piece);
      entry.size += buffer.length;
      entry.crc = crc32(buffer, entry.crc);
      yield buffer;
    }
  }
  // Whoever stops reading ends the source with it; an error of the source comes out of the reading.
  const deflated: AsyncIterable<Buffer> = pipeline(
    Readable.from(counted(), { objectMode: false }),
    createDeflateRaw({ level: 1 }),
    () => undefined,
  );
  yield* deflated;
}

/** A signature and numbers of two, four and two bytes. */
function fields(signature: number, short: number[], long: number[], then: number[]): Buffer {
  const buffer = Buffer.alloc(4 + 2 * short.length + 4 * long.length + 2 * then.length);
  let at = buffer.writeUInt32LE(signature);
  for (const value of short) at = buffer.writeUInt16LE(value, at);
  for (const value of long) at = buffer.writeUInt32LE(value, at);
  for (const value of then) at = buffer.writeUInt16LE(value, at);
  return buffer;
}

function centralEntry({ name, crc, packed: length, size, offset }: Written): Buffer {
  const far = offset >= LARGEST ? Buffer.alloc(12) : Buffer.alloc(0);
  if (far.length > 0) far.writeBigUInt64LE(BigInt(offset), far.writeUInt16LE(8, far.writeUInt16LE(1)));
  const head = fields(
    0x02014b50,
    [VERSION, VERSION, FLAGS, DEFLATE, 0, DATE],
    [crc, length, size],
    [name.length, far.length, 0, 0, 0],
  );
  const place = Buffer.alloc(8);
  place.writeUInt32LE(Math.min(offset, LARGEST), 4);
  return Buffer.concat([head, place, name, far]);
}

/** With the record of 64 bits before it, where a number of the old one is too small. */
function endOf(count: number, size: number, offset: number): Buffer {
  const last = Buffer.concat([
    fields(
      0x06054b50,
      [0, 0, Math.min(count, MOST), Math.min(count, MOST)],
      [Math.min(size, LARGEST), Math.min(offset, LARGEST)],
      [0],
    ),
  ]);
  if (count < MOST && offset < LARGEST) return last;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(VERSION, 12);
  record.writeUInt16LE(VERSION, 14);
  [count, count, size, offset].forEach((value, n) => record.writeBigUInt64LE(BigInt(value), 24 + 8 * n));
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, last]);
}
