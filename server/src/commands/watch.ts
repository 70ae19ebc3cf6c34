/** Follows what happens in a running server, over its live socket. */
import { LIVE_PATH, LiveEvent, type Entry, type Execution } from "@ongea/contract";
import WebSocket from "ws";
import type { ServerAccess } from "./server-access.ts";

export interface Watch {
  /** The first call that this is true of, from now on. */
  call(matches: (call: Execution) => boolean, timeoutMs: number): Promise<Execution>;
  /** Hears a call's entries, past ones first. */
  follow(callId: string, hear: (entry: Entry) => void): void;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 5_000;

export async function watch({ url, credentials }: ServerAccess): Promise<Watch> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${LIVE_PATH}`, {
    handshakeTimeout: CONNECT_TIMEOUT_MS,
    headers: { ...credentials },
  });
  const listeners = new Set<(event: LiveEvent) => void>();
  socket.on("message", (data: Buffer) => {
    const event = LiveEvent.safeParse(JSON.parse(data.toString("utf8")));
    if (event.success) for (const listener of listeners) listener(event.data);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  socket.on("error", () => socket.terminate());
  return {
    call: (matches, timeoutMs) =>
      new Promise((resolve, reject) => {
        const done = (): void => {
          clearTimeout(late);
          listeners.delete(listener);
        };
        const listener = (event: LiveEvent): void => {
          if (event.event !== "call" || !matches(event.call)) return;
          done();
          resolve(event.call);
        };
        const late = setTimeout(() => {
          done();
          reject(new Error("The server did not say what became of the call."));
        }, timeoutMs);
        listeners.add(listener);
      }),
    follow(callId, hear) {
      listeners.add((event) => {
        if (event.event === "entry" && event.execution_id === callId) hear(event.entry);
      });
      socket.send(JSON.stringify({ follow: callId }));
    },
    close: () => socket.close(),
  };
}
