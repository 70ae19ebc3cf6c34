/** RTP packets (RFC 3550 section 5.1), read and written in place. */

export const RTP_HEADER_BYTES = 12;

/** Where things stand in a packet that came. One object is reused for all packets of a line. */
export interface RtpView {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payloadStart: number;
  payloadEnd: number;
}

export function emptyView(): RtpView {
  return { payloadType: 0, marker: false, sequence: 0, timestamp: 0, ssrc: 0, payloadStart: 0, payloadEnd: 0 };
}

/** Fills the view; false when the bytes are no RTP packet. */
export function readRtp(bytes: Buffer, view: RtpView): boolean {
  const start = headerBytesOf(bytes);
  if (start === undefined) return false;
  const { length } = bytes;
  const second = bytes[1] ?? 0;
  let end = length;
  if ((bytes[0] ?? 0) & 0x20) end -= bytes[length - 1] ?? 0;
  if (start > end) return false;
  view.payloadType = second & 0x7f;
  view.marker = (second & 0x80) !== 0;
  view.sequence = bytes.readUInt16BE(2);
  view.timestamp = bytes.readUInt32BE(4);
  view.ssrc = bytes.readUInt32BE(8);
  view.payloadStart = start;
  view.payloadEnd = end;
  return true;
}

/** The length of a packet's header, its sources and its extension among it; undefined when the bytes are no RTP packet. */
export function headerBytesOf(bytes: Buffer): number | undefined {
  const { length } = bytes;
  const first = bytes[0] ?? 0;
  if (length < RTP_HEADER_BYTES || first >> 6 !== 2) return undefined;
  let start = RTP_HEADER_BYTES + (first & 15) * 4;
  if (first & 0x10) {
    if (start + 4 > length) return undefined;
    start += 4 + bytes.readUInt16BE(start + 2) * 4;
  }
  return start <= length ? start : undefined;
}

export function writeRtpHeader(
  bytes: Buffer,
  header: { payloadType: number; marker: boolean; sequence: number; timestamp: number; ssrc: number },
): void {
  bytes[0] = 0x80;
  bytes[1] = header.payloadType | (header.marker ? 0x80 : 0);
  bytes.writeUInt16BE(header.sequence & 0xffff, 2);
  bytes.writeUInt32BE(header.timestamp >>> 0, 4);
  bytes.writeUInt32BE(header.ssrc >>> 0, 8);
}

/** How far `a` is ahead of `b`, −32768…32767. */
export function sequenceDistance(a: number, b: number): number {
  return ((a - b) << 16) >> 16;
}

/** How far `a` is ahead of `b` on the sample clock. */
export function timestampDistance(a: number, b: number): number {
  return (a - b) | 0;
}
