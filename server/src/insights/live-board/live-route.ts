import { LIVE_PATH, type LiveEvent } from "@ongea/contract";
import type { WebSocket } from "@fastify/websocket";
import { pause } from "../../platform/async/pause.ts";
import { isAway } from "../../platform/database/away.ts";
import { withinReach } from "../../platform/database/reach.ts";
import { authorise, type Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { listenTo, type SocketPlaces } from "../../platform/http/sockets.ts";
import type { Live } from "../../platform/live/live.ts";
import type { CallKey, CallsDomain } from "../../calls/index.ts";
import { isFor, notIn, parse, whenBack } from "./live-messages.ts";

export interface LiveRouteParts {
  live: Live<LiveEvent>;
  /** How many sockets one asker may hold. */
  places: SocketPlaces;
  /** What has happened in a call so far. */
  past(call: CallKey): Promise<LiveEvent[]>;
}

/** What another server's call has just said is on its way into the database. */
const STORED_AFTER_MS = 150;
/** A page that reads more slowly than this is cut off rather than remembered for. */
const MOST_WAITING_BYTES = 1_048_576;
/** Service restart (RFC 6455's registry): a page that comes again reads everything anew. */
const COME_AGAIN = 1012;
const MOST_FOLLOWED = 20;
/** In ten seconds; a page asks when somebody opens or leaves a call. */
const MOST_ASKED = 100;
/** Whoever has been signed out, removed or revoked meanwhile stops hearing. */
const ADMIT_AGAIN_MS = 30_000;
/** Entries of a call that come while its past cannot be read; more are not kept, and the page is told to come again. */
const MOST_KEPT = 2_000;

const NEEDS = { who: "viewer", ofAgents: true } as const;

/** Pushes what happens in a workspace to its pages that listen: every call's state, and the entries of the calls that a page follows. */
export function liveRoute(app: Http, { live, places, past }: LiveRouteParts): void {
  const admitted = new WeakMap<object, Principal>();
  const preValidation = async (request: Parameters<typeof authorise>[1]): Promise<void> => {
    admitted.set(request.raw, await authorise(app.door.recognise, request, NEEDS));
  };
  // Nothing is awaited before the socket is listened to: a page asks as soon as it is open.
  app.get(LIVE_PATH, { websocket: true, preValidation }, (socket: WebSocket, request) => {
    const principal = admitted.get(request.raw);
    if (!principal) return socket.terminate();
    const { workspaceId, agentIds, id: readerId } = principal;
    if (!places.take(`${principal.kind}/${principal.id}`, socket)) return;
    const pages = followCalls(socket, { workspaceId, agentIds, readerId, live, past });
    const check = setInterval(() => {
      void authorise(app.door.recognise, request, NEEDS)
        .then((now) => now.workspaceId === workspaceId || socket.close(4401, "another workspace"))
        .catch((error: unknown) => isAway(error) || socket.close(4401, "no longer admitted"));
    }, ADMIT_AGAIN_MS);
    listenTo(socket, {
      most: MOST_ASKED,
      hear: (data) => pages.asked(data.toString("utf8")),
      closed: () => {
        clearInterval(check);
        pages.leave();
      },
    });
  });
}

export function pastOf({ calls, archive }: Pick<CallsDomain, "calls" | "archive">): LiveRouteParts["past"] {
  return async (key) => {
    if (!calls.find(key.id)) await pause(STORED_AFTER_MS);
    const { call, journal } = await archive.read(key);
    const entries = journal.map((entry) => ({ event: "entry" as const, execution_id: key.id, entry }));
    return [{ event: "call", call }, ...entries];
  };
}

type Followed = Pick<LiveRouteParts, "live" | "past"> & Pick<Principal, "workspaceId" | "agentIds"> & { readerId: string };

function followCalls(
  socket: WebSocket,
  { workspaceId, agentIds, readerId, live, past }: Followed,
): { asked(text: string): void; leave(): void } {
  const followed = new Set<string>();
  /** Their past is being read. However often a page asks, each is read once at a time. */
  const reading = new Map<string, object>();
  /** It hears of every call that it may see, not only of those that it follows. */
  let hasBoard = false;
  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  const send = (event: LiveEvent): void => {
    if (!isOpen()) return;
    if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close(1013, "too slow");
    else socket.send(JSON.stringify(event));
  };
  const hear = (event: LiveEvent): void => {
    if (event.event === "notification" && event.readers && !event.readers.includes(readerId)) return;
    if (event.event === "entry" && followed.has(event.execution_id)) return send(event);
    if (event.event === "entry" && (!hasBoard || event.entry.kind === "levels")) return;
    if (isFor(agentIds, event)) send(event);
  };
  const leave = live.subscribe(workspaceId, hear, () => socket.close(COME_AGAIN, "something was missed"));
  return {
    leave,
    asked(text) {
      const asked = parse(text);
      hasBoard = asked?.board ?? hasBoard;
      if (asked?.leave) {
        followed.delete(asked.leave);
        reading.delete(asked.leave);
      }
      if (asked?.follow && !reading.has(asked.follow) && followed.size + reading.size < MOST_FOLLOWED) void follow(asked.follow);
    },
  };

  /** What has happened so far comes first; what happens while that is read waits its turn. */
  async function follow(callId: string): Promise<void> {
    const waiting: LiveEvent[] = [];
    const mine = {};
    const isWanted = (): boolean => isOpen() && reading.get(callId) === mine;
    reading.set(callId, mine);
    const stop = live.subscribe(workspaceId, (event) => {
      if (event.event !== "entry" || event.execution_id !== callId) return;
      waiting.push(event);
      if (waiting.length > MOST_KEPT) socket.close(1013, "too slow");
    });
    const events = await whenBack(() => withinReach(agentIds, socket, () => past({ id: callId, workspaceId })), isWanted);
    stop();
    if (!isWanted()) return;
    reading.delete(callId);
    // Not there, as far as it may see.
    if (agentIds !== null && events.length === 0) return;
    for (const event of [...events, ...notIn(events, waiting)]) send(event);
    followed.add(callId);
  }
}
