/** Packets of an Ogg file (RFC 3533): of its first stream, in order. Each page is checked by its sum. Pure. */

export interface OggPackets {
  packets: readonly Uint8Array[];
  /** Of the last page: how many samples the stream has, at the codec's clock. */
  endGranule: bigint;
}

const HEAD_BYTES = 27;
const SIGN = 0x4f676753;
const CRC_AT = 22;
const CONTINUED = 1;
const FULL_SEGMENT = 255;

/** Undefined: it is no Ogg file, a page is damaged or missing, or the last packet is cut off. */
export function oggPackets(file: Uint8Array): OggPackets | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const packets: Uint8Array[] = [];
  let open: Uint8Array[] = [];
  let [serial, nextPage, endGranule]: [number | undefined, number, bigint] = [undefined, 0, 0n];
  for (let at = 0; at < file.length;) {
    const page = pageAt(view, at);
    if (!page) return undefined;
    const { bodyAt, end, lacing } = page;
    serial ??= view.getUint32(at + 14, true);
    if (view.getUint32(at + 14, true) === serial) {
      const isContinued = ((file[at + 5] ?? 0) & CONTINUED) !== 0;
      if (view.getUint32(at + 18, true) !== nextPage || isContinued !== open.length > 0) return undefined;
      nextPage += 1;
      let from = bodyAt;
      for (const length of lacing) {
        open.push(file.subarray(from, from + length));
        from += length;
        if (length === FULL_SEGMENT) continue;
        packets.push(joined(open));
        open = [];
      }
      const granule = view.getBigInt64(at + 6, true);
      if (granule >= 0n) endGranule = granule;
    }
    at = end;
  }
  return serial === undefined || open.length > 0 ? undefined : { packets, endGranule };
}

function pageAt(view: DataView, at: number): { bodyAt: number; end: number; lacing: Uint8Array } | undefined {
  const file = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  if (at + HEAD_BYTES > file.length || view.getUint32(at) !== SIGN || file[at + 4] !== 0) return undefined;
  const bodyAt = at + HEAD_BYTES + (file[at + 26] ?? 0);
  const lacing = file.subarray(at + HEAD_BYTES, bodyAt);
  const end = lacing.reduce((sum, length) => sum + length, bodyAt);
  if (end > file.length || oggChecksum(file.subarray(at, end)) !== view.getUint32(at + CRC_AT, true)) return undefined;
  return { bodyAt, end, lacing };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum;
});

/** Of a page, its own sum taken as 0. */
export function oggChecksum(page: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = at >= CRC_AT && at < CRC_AT + 4 ? 0 : (page[at] ?? 0);
    sum = ((sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  }
  return sum;
}
