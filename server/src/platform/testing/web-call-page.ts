/** A web client of the hosted vendor, for tests: what it hears, and how its socket ends. */
import WebSocket from "ws";

export interface WebCallPage {
  socket: WebSocket;
  heard: { type: string; data?: string }[];
  /** Rejects with the status where it is not let in. */
  closed: Promise<{ code: number; reason: string }>;
}

export function openWebCallPage(url: string, headers: Record<string, string>): WebCallPage {
  const socket = new WebSocket(url, { headers });
  const heard: WebCallPage["heard"] = [];
  socket.on("message", (data: Buffer) => heard.push(JSON.parse(data.toString("utf8")) as WebCallPage["heard"][number]));
  const closed = new Promise<{ code: number; reason: string }>((resolve, reject) => {
    socket.on("unexpected-response", (_request, response) => reject(new Error(`answered ${response.statusCode}`)));
    socket.on("error", () => undefined);
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  closed.catch(() => undefined);
  return { socket, heard, closed };
}
