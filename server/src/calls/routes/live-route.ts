import { LIVE_PATH, LiveRequest, type LiveEvent } from "@ongea/contract";
import type { WebSocket } from "@fastify/websocket";
import { authorise } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import type { Live } from "../../platform/live/live.ts";
import type { CallKey } from "../store.ts";

/** A page that reads more slowly than this is cut off rather than remembered for. */
const MOST_WAITING_BYTES = 1_048_576;
const MOST_FOLLOWED = 20;
const PING_EVERY_MS = 25_000;
/** Whoever has been signed out, removed or revoked meanwhile stops hearing. */
const ADMIT_AGAIN_MS = 30_000;

/** Pushes what happens in a workspace to its pages that listen: every call's state, and the entries of the calls that a page follows. */
export function liveRoute(app: Http, live: Live<LiveEvent>, past: (call: CallKey) => Promise<LiveEvent[]>): void {
  const admitted = {
    preValidation: async (request: Parameters<typeof authorise>[1]) =>
      void (await authorise(app.door.recognise, request, "viewer")),
  };
  app.get(LIVE_PATH, { websocket: true, ...admitted }, async (socket: WebSocket, request) => {
    const followed = new Set<string>();
    /** Their past is being read. However often a page asks, each is read once at a time. */
    const reading = new Set<string>();
    const { workspaceId } = await authorise(app.door.recognise, request, "viewer");
    const send = (event: LiveEvent): void => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close(1013, "too slow");
      else socket.send(JSON.stringify(event));
    };
    const leave = live.subscribe(workspaceId, (event) => {
      if (event.event !== "entry" || followed.has(event.execution_id)) send(event);
    });
    const heartbeat = setInterval(() => socket.ping(), PING_EVERY_MS);
    const check = setInterval(() => {
      void authorise(app.door.recognise, request, "viewer")
        .then((asker) => asker.workspaceId === workspaceId || socket.close(4401, "another workspace"))
        .catch(() => socket.close(4401, "no longer admitted"));
    }, ADMIT_AGAIN_MS);
    socket.on("message", (data) => {
      const asked = parse(String(data));
      if (asked?.leave) followed.delete(asked.leave);
      if (asked?.follow && !reading.has(asked.follow) && followed.size + reading.size < MOST_FOLLOWED) void follow(asked.follow);
    });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      clearInterval(heartbeat);
      clearInterval(check);
      leave();
    });

    /** What has happened so far comes first; what happens while that is read waits its turn. */
    async function follow(callId: string): Promise<void> {
      const waiting: LiveEvent[] = [];
      reading.add(callId);
      const stop = live.subscribe(workspaceId, (event) => {
        if (event.event === "entry" && event.execution_id === callId) waiting.push(event);
      });
      const events = await past({ id: callId, workspaceId }).catch(() => []);
      stop();
      reading.delete(callId);
      if (socket.readyState !== socket.OPEN) return;
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
