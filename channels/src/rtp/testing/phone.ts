/** A telephone's side of RTP on a virtual clock, with every bad habit that real ones and their networks have. */
import { g711 } from "../g711.ts";
import { writeRtpHeader } from "../packet.ts";
import type { Clock } from "@ongea/conversation";

export interface PhoneHabits {
  /** In silence: sends it, sends nothing, or says that there is comfort noise (RFC 3389). */
  silence?: "sent" | "suppressed" | "comfort-noise";
  /** Its clock runs fast by this. */
  ppm?: number;
  /** How long a packet of this number is under way, in order of sending. Undefined: it is lost. */
  transitMs?: (packet: number, sentMs: number) => number | undefined;
  /** Comes twice. */
  twice?: (packet: number) => boolean;
}

const FRAME_SAMPLES = 160;
const ENCODE = g711("PCMU").encode;

/** Stands still for the first `stallMs` of each second; what it held back comes all at once. */
export function stalling(stallMs: number, transitMs = 10): (packet: number, sentMs: number) => number {
  return (_packet, sentMs) => {
    const inSecond = sentMs % 1_000;
    return transitMs + (inSecond < stallMs ? stallMs - inSecond : 0);
  };
}

/** Captures `said` (8 kHz, zero: silence) from now on and sends it as packets of 20 ms. */
export function callFrom(clock: Clock, said: Int16Array, habits: PhoneHabits, deliver: (packet: Buffer) => void): void {
  const { silence = "sent", ppm = 0, transitMs = () => 10, twice = () => false } = habits;
  const startMs = clock.now();
  let sequence = 65_500;
  let sent = 0;
  let silentFrames = 0;
  for (let n = 0; (n + 1) * FRAME_SAMPLES <= said.length; n++) {
    const frame = said.subarray(n * FRAME_SAMPLES, (n + 1) * FRAME_SAMPLES);
    const isSilent = frame.every((sample) => sample === 0);
    const sentMs = startMs + (n + 1) * 20 * (1 - ppm / 1e6);
    const wasSilent = silentFrames > 0;
    silentFrames = isSilent ? silentFrames + 1 : 0;
    if (isSilent && silence === "suppressed") continue;
    const isNoise = isSilent && silence === "comfort-noise";
    if (isNoise && silentFrames % 10 !== 1) continue;
    const payload = isNoise ? Uint8Array.of(70) : Uint8Array.from(frame, (sample) => ENCODE[sample & 0xffff]!);
    const packet = Buffer.alloc(12 + payload.length);
    const marker = silence !== "sent" && wasSilent && !isSilent;
    const payloadType = isNoise ? 13 : 0;
    writeRtpHeader(packet, { payloadType, marker, sequence: sequence++, timestamp: 4_294_960_000 + n * FRAME_SAMPLES, ssrc: 7 });
    packet.set(payload, 12);
    const underWayMs = transitMs(sent, sentMs);
    if (underWayMs !== undefined) clock.at(sentMs + underWayMs, () => deliver(packet));
    if (underWayMs !== undefined && twice(sent)) clock.at(sentMs + underWayMs + 3, () => deliver(Buffer.from(packet)));
    sent++;
  }
}
