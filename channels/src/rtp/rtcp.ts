/** Sender and receiver reports (RFC 3550 section 6.4), as far as two ends of a call need them. */

const NTP_OFFSET_S = 2_208_988_800;
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const DESCRIPTION = 202;

export interface ReportState {
  ssrc: number;
  packetsSent: number;
  octetsSent: number;
  /** The sample clock now. */
  timestamp: number;
  /** What is heard; undefined before the first packet. */
  remote: RemoteState | undefined;
}

export interface RemoteState {
  ssrc: number;
  received: number;
  lost: number;
  /** Part of the packets lost since the last report, 0…255. */
  fractionLost: number;
  highestSequence: number;
  jitterSamples: number;
  /** Middle bits of the last sender report's time, and how long ago it came in 1/65536 s. */
  lastReport: number;
  delaySinceLastReport: number;
}

export interface PeerReport {
  /** Middle bits of the sender report's time; undefined for a receiver report. */
  reportTime: number | undefined;
  /** What the peer says of our stream. */
  ofUs: { fractionLost: number; lost: number; jitterSamples: number; lastReport: number; delay: number } | undefined;
}

export function writeReport(state: ReportState, wallMs: number, name: string): Buffer {
  const hasSent = state.packetsSent > 0;
  const blocks = state.remote ? 1 : 0;
  const reportBytes = (hasSent ? 28 : 8) + blocks * 24;
  const text = Buffer.from(name).subarray(0, 255);
  const descriptionBytes = Math.ceil((8 + 2 + text.length + 1) / 4) * 4;
  const bytes = Buffer.alloc(reportBytes + descriptionBytes);
  bytes[0] = 0x80 | blocks;
  bytes[1] = hasSent ? SENDER_REPORT : RECEIVER_REPORT;
  bytes.writeUInt16BE(reportBytes / 4 - 1, 2);
  bytes.writeUInt32BE(state.ssrc >>> 0, 4);
  if (hasSent) {
    const seconds = wallMs / 1_000;
    bytes.writeUInt32BE((Math.floor(seconds) + NTP_OFFSET_S) >>> 0, 8);
    bytes.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32) >>> 0, 12);
    bytes.writeUInt32BE(state.timestamp >>> 0, 16);
    bytes.writeUInt32BE(state.packetsSent >>> 0, 20);
    bytes.writeUInt32BE(state.octetsSent >>> 0, 24);
  }
  if (state.remote) writeBlock(bytes, hasSent ? 28 : 8, state.remote);
  bytes[reportBytes] = 0x81;
  bytes[reportBytes + 1] = DESCRIPTION;
  bytes.writeUInt16BE(descriptionBytes / 4 - 1, reportBytes + 2);
  bytes.writeUInt32BE(state.ssrc >>> 0, reportBytes + 4);
  bytes[reportBytes + 8] = 1;
  bytes[reportBytes + 9] = text.length;
  text.copy(bytes, reportBytes + 10);
  return bytes;
}

/** What a compound packet says to us; undefined when it is no report. */
export function readReport(bytes: Buffer, ourSsrc: number): PeerReport | undefined {
  if (bytes.length < 8 || (bytes[0] ?? 0) >> 6 !== 2) return undefined;
  const type = bytes[1];
  if (type !== SENDER_REPORT && type !== RECEIVER_REPORT) return undefined;
  const start = type === SENDER_REPORT ? 28 : 8;
  if (bytes.length < start) return undefined;
  const report: PeerReport = { reportTime: type === SENDER_REPORT ? bytes.readUInt32BE(10) : undefined, ofUs: undefined };
  const blocks = (bytes[0] ?? 0) & 31;
  for (let at = start, block = 0; block < blocks && at + 24 <= bytes.length; block++, at += 24) {
    if (bytes.readUInt32BE(at) !== ourSsrc >>> 0) continue;
    report.ofUs = {
      fractionLost: bytes[at + 4] ?? 0,
      lost: bytes.readIntBE(at + 5, 3),
      jitterSamples: bytes.readUInt32BE(at + 12),
      lastReport: bytes.readUInt32BE(at + 16),
      delay: bytes.readUInt32BE(at + 20),
    };
  }
  return report;
}

function writeBlock(bytes: Buffer, at: number, remote: RemoteState): void {
  bytes.writeUInt32BE(remote.ssrc >>> 0, at);
  bytes[at + 4] = remote.fractionLost;
  bytes.writeUIntBE(Math.min(remote.lost, 0x7fffff), at + 5, 3);
  bytes.writeUInt32BE(remote.highestSequence >>> 0, at + 8);
  bytes.writeUInt32BE(Math.round(remote.jitterSamples) >>> 0, at + 12);
  bytes.writeUInt32BE(remote.lastReport >>> 0, at + 16);
  bytes.writeUInt32BE(remote.delaySinceLastReport >>> 0, at + 20);
}
