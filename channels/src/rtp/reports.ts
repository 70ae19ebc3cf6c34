import type { Clock, Timer } from "@ongea/conversation";
import type { Socket } from "node:dgram";
import type { RtpReceiver } from "./receiver.ts";
import type { Protection } from "./protection.ts";
import { readReport, writeReport } from "./rtcp.ts";
import type { RtpSender } from "./sender.ts";
import { LockingSocket } from "./socket.ts";

const INTERVAL_MS = 5_000;
const UNITS_PER_SECOND = 65_536;

export interface ReportedStream {
  sender: RtpSender;
  receiver: RtpReceiver;
  protection: Protection;
  /** Reports go nowhere where sound may not. */
  maySend(): boolean;
}

/** Sends and reads the reports of a call, where it has a socket for them. */
export class Reports {
  /** Undefined until the peer has reported. */
  roundTripMs: number | undefined;
  peerLossPercent: number | undefined;
  /** When the peer last reported: a sign of life where it sends no sound. */
  heardAtMs = -Infinity;
  readonly #clock: Clock;
  readonly #socket: LockingSocket | undefined;
  readonly #of: ReportedStream;
  #timer: Timer | undefined;
  #last = { time: 0, atMs: 0 };
  #before = { received: 0, lost: 0 };

  constructor(clock: Clock, socket: Socket | undefined, of: ReportedStream) {
    this.#clock = clock;
    this.#of = of;
    this.#socket = socket && new LockingSocket(socket, (bytes) => this.#receive(bytes));
    if (this.#socket) this.#schedule();
  }

  aim(target: { host: string; port: number }, alsoFrom: readonly string[]): void {
    this.#socket?.aim(target, alsoFrom);
  }

  close(): void {
    this.#timer?.cancel();
    this.#socket?.close();
  }

  #schedule(): void {
    this.#timer = this.#clock.at(this.#clock.now() + INTERVAL_MS, () => {
      this.#schedule();
      if (this.#of.maySend()) this.#socket?.send(this.#of.protection.sealReport(this.#report()));
    });
  }

  #report(): Buffer {
    const { sender, receiver } = this.#of;
    const { counts } = receiver;
    const nowMs = this.#clock.now();
    const received = counts.received - this.#before.received;
    const lost = counts.lost - this.#before.lost;
    this.#before = { received: counts.received, lost: counts.lost };
    const remote =
      receiver.ssrc < 0
        ? undefined
        : {
            ...counts,
            ssrc: receiver.ssrc,
            fractionLost: received + lost > 0 ? Math.min(255, Math.round((lost * 256) / (received + lost))) : 0,
            lastReport: this.#last.time,
            delaySinceLastReport: this.#last.time === 0 ? 0 : Math.round(((nowMs - this.#last.atMs) * UNITS_PER_SECOND) / 1_000),
          };
    const state = {
      ssrc: sender.ssrc,
      packetsSent: sender.packets,
      octetsSent: sender.octets,
      timestamp: sender.timestampAt(nowMs),
      remote,
    };
    return writeReport(state, steadyWallMs(), `${sender.ssrc.toString(36)}@ongea`);
  }

  #receive(bytes: Buffer): boolean {
    const opened = this.#of.protection.openReport(bytes);
    const report = opened && readReport(opened, this.#of.sender.ssrc);
    if (!report) return false;
    this.heardAtMs = this.#clock.now();
    if (report.reportTime !== undefined) this.#last = { time: report.reportTime, atMs: this.#clock.now() };
    const { ofUs } = report;
    if (!ofUs) return true;
    this.peerLossPercent = (ofUs.fractionLost * 100) / 256;
    if (ofUs.lastReport === 0) return true;
    const wallNow = Math.floor(((steadyWallMs() / 1_000) % UNITS_PER_SECOND) * UNITS_PER_SECOND);
    // Our reports carry 1900's clock; only its low 16 bits of seconds are in here.
    const ntpNow = (wallNow + (2_208_988_800 % UNITS_PER_SECOND) * UNITS_PER_SECOND) >>> 0;
    const trip = (ntpNow - ofUs.lastReport - ofUs.delay) | 0;
    if (trip >= 0) this.roundTripMs = (trip * 1_000) / UNITS_PER_SECOND;
    return true;
  }
}

/** The time of day as it was when this program began, going on steadily: a clock that is set meanwhile makes no round trip longer. */
function steadyWallMs(): number {
  return performance.timeOrigin + performance.now();
}
