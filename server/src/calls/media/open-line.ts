import { openRtp, type AgreedMedia, type PortRange } from "@ongea/channels/media";
import type { Clock, Line } from "@ongea/conversation";
import type { LineAnswer, LineOrder } from "./messages.ts";

/** A line before anyone speaks on it, and the ways in which the main thread steers it. */
export interface OpenedLine {
  line: Line;
  answer: LineAnswer;
  /** The telephone's side changed or said only now where its sound goes. */
  media?(media: AgreedMedia): void;
  /** A message of the browser, where the main thread holds its socket. */
  packet?(data: ArrayBuffer | string): void;
  /** The person's side is gone. */
  ended(lost: boolean): void;
}

export interface LineWorld {
  clock: Clock;
  rtpPorts: PortRange;
  sendPacket(data: ArrayBuffer | string): void;
}

export async function openLine(order: LineOrder, world: LineWorld): Promise<OpenedLine> {
  if (order.kind === "rtp") return openTelephone(order, world);
  throw new Error(`No ${order.kind} line here`);
}

async function openTelephone(
  { host, media, alsoFrom }: Extract<LineOrder, { kind: "rtp" }>,
  { clock, rtpPorts }: LineWorld,
): Promise<OpenedLine> {
  const port = await openRtp({ host, clock, portRange: rtpPorts, rtcp: true });
  const line = port.line(media, { alsoFrom: alsoFrom ?? [] });
  return {
    line,
    answer: { kind: "rtp", port: port.port },
    media: (agreed) => line.update(agreed),
    ended: (lost) => line.end(lost ? "connection-lost" : "caller-hung-up"),
  };
}
