import type { AgreedMedia } from "@ongea/channels";
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
  sendPacket(data: ArrayBuffer | string): void;
}

export async function openLine(order: LineOrder, _world: LineWorld): Promise<OpenedLine> {
  throw new Error(`No ${order.kind} line here`);
}
