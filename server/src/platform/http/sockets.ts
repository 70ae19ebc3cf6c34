/** WebSockets stay open: how many one asker may hold, how often each may speak, and whether the other end is still there. */
import type { WebSocket } from "@fastify/websocket";
import type { RefusalCode } from "@ongea/contract";

export interface SocketPlaces {
  /** Holds a place until this socket closes; false when `who` has no more, and the socket is closed. */
  take(who: string, socket: WebSocket): boolean;
}

/** Policy violation (RFC 6455); the reason is a refusal's code. */
const TOO_MUCH = 1008;
const TOO_MANY: RefusalCode = "request.too_many";
const WINDOW_MS = 10_000;
const PING_EVERY_MS = 25_000;
/** For the other end to hear why; one that goes on talking is cut off. */
const GOODBYE_MS = 1_000;

export function createSocketPlaces(most: number): SocketPlaces {
  const held = new Map<string, number>();
  return {
    take(who, socket) {
      const before = held.get(who) ?? 0;
      if (before >= most) {
        closeFor(socket);
        return false;
      }
      held.set(who, before + 1);
      socket.on("close", () => {
        const left = (held.get(who) ?? 1) - 1;
        if (left > 0) held.set(who, left);
        else held.delete(who);
      });
      return true;
    },
  };
}

export interface Talk {
  /** Messages in ten seconds; more end the connection with 1008. */
  most: number;
  hear(data: Buffer, isBinary: boolean): void;
  closed?(): void;
  pingEveryMs?: number;
}

/** Hears what comes as long as it is no flood. A connection whose other end does not answer a ping is half open, and ends. */
export function listenTo(socket: WebSocket, { most, hear, closed, pingEveryMs = PING_EVERY_MS }: Talk): void {
  let [windowMs, count, isOver] = [performance.now(), 0, false];
  let isThere = true;
  const heartbeat = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
  }, pingEveryMs);
  socket.on("pong", () => (isThere = true));
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isOver) return;
    isThere = true;
    const nowMs = performance.now();
    if (nowMs - windowMs > WINDOW_MS) [windowMs, count] = [nowMs, 0];
    if (++count <= most) return hear(data, isBinary);
    isOver = true;
    closeFor(socket);
  });
  socket.on("error", () => socket.terminate());
  socket.on("close", () => {
    isOver = true;
    clearInterval(heartbeat);
    closed?.();
  });
}

function closeFor(socket: WebSocket): void {
  socket.on("error", () => socket.terminate());
  socket.close(TOO_MUCH, TOO_MANY);
  const late = setTimeout(() => socket.terminate(), GOODBYE_MS);
  socket.once("close", () => clearTimeout(late));
}
