import { LIVE_PATH, LiveRequest, type LiveEvent } from "@ongea/contract";
import type { WebSocket } from "@fastify/websocket";
import type { Http } from "../platform/http/http.ts";
import type { Live } from "../platform/live/live.ts";

/** A page that reads more slowly than this is cut off rather than remembered for. */
const MOST_WAITING_BYTES = 1_048_576;
const MOST_FOLLOWED = 20;
const PING_EVERY_MS = 25_000;

/** Pushes what happens in calls to pages that listen: every call's state, and the entries of the calls that a page follows. */
export function liveRoute(app: Http, live: Live<LiveEvent>, past: (callId: string) => Promise<LiveEvent[]>): void {
  app.get(LIVE_PATH, { websocket: true }, (socket: WebSocket) => {
    const followed = new Set<string>();
    const send = (event: LiveEvent): void => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close(1013, "too slow");
      else socket.send(JSON.stringify(event));
    };
    const leave = live.subscribe((event) => {
      if (event.event === "call" || followed.has(event.execution_id)) send(event);
    });
    const heartbeat = setInterval(() => socket.ping(), PING_EVERY_MS);
    socket.on("message", (data) => {
      const request = parse(String(data));
      if (request?.leave) followed.delete(request.leave);
      if (request?.follow && followed.size < MOST_FOLLOWED) void follow(request.follow);
    });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      clearInterval(heartbeat);
      leave();
    });

    /** What has happened so far comes first; what happens while that is read waits its turn. */
    async function follow(callId: string): Promise<void> {
      const waiting: LiveEvent[] = [];
      const stop = live.subscribe((event) => {
        if (event.event === "entry" && event.execution_id === callId) waiting.push(event);
      });
      const events = await past(callId).catch(() => []);
      stop();
      const told = new Set(events.map((event) => JSON.stringify(event)));
      for (const event of [...events, ...waiting.filter((late) => !told.has(JSON.stringify(late)))]) send(event);
      followed.add(callId);
    }
  });
}

function parse(text: string): LiveRequest | undefined {
  try {
    return LiveRequest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
