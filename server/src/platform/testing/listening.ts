/** Somebody who listens in to a call, as any program could. */
import { addressOf, LISTEN_SOCKET } from "@ongea/contract";
import WebSocket from "ws";

export interface ListeningIn {
  /** Every piece that came. */
  readonly packets: readonly Buffer[];
  /** Why it ended: "1000 " when the call is over. */
  readonly end: Promise<string>;
  stop(): void;
}

export async function listenIn(url: string, headers: Record<string, string>, callId: string): Promise<ListeningIn> {
  const path = addressOf(LISTEN_SOCKET, { execution_id: callId });
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${path}`, { headers });
  const packets: Buffer[] = [];
  socket.on("message", (data: Buffer) => packets.push(data));
  const end = new Promise<string>((resolve) => {
    socket.once("close", (code: number, reason: Buffer) => resolve(`${code} ${reason.toString("utf8")}`));
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return { packets, end, stop: () => socket.close() };
}
