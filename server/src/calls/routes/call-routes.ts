import { randomUUID } from "node:crypto";
import {
  BROWSER_CALL_SOCKET,
  deleteCall,
  listCalls,
  momentOf,
  offerBrowserCall,
  placeCall,
  readCall,
  redactCall,
  sayInCall,
  startBrowserCall,
  stopCall,
  type LiveEvent,
} from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/audit/index.ts";
import type { Asker } from "../../platform/http/authorise.ts";
import { whileHere } from "../../platform/http/gone.ts";
import type { Agents } from "../../agents/documents/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { Written } from "../../platform/http/written.ts";
import { listenTo, type SocketPlaces } from "../../platform/http/sockets.ts";
import type { Live } from "../../platform/live/live.ts";
import type { BrowserCalls } from "../ways/browser.ts";
import type { Archive } from "../archive.ts";
import type { Calls } from "../calls.ts";
import type { Everywhere } from "../elsewhere/elsewhere.ts";
import { exportRoute, type ExportParts } from "./export-route.ts";
import { setsHoursAside } from "../ways/opening.ts";
import { estimateRoute, type EstimateParts } from "./estimate-route.ts";
import { executionRoutes } from "./execution-routes.ts";
import { functionRoute } from "./function-route.ts";
import { liveRoute } from "./live-route.ts";
import { promptRoute } from "./prompt-route.ts";
import { questionsRoute, type QuestionsRouteParts } from "./questions-route.ts";
import { recordingRoute } from "./recording-route.ts";
import type { Redact } from "../redaction/redaction.ts";
import type { PlannedCalls } from "../planned/planned.ts";
import type { CallKey } from "../store.ts";
import { webCallRoutes } from "./web-call-routes.ts";

export interface CallRoutesParts {
  calls: Pick<Calls, "find">;
  archive: Archive;
  agents: Pick<Agents, "read" | "restoreSecrets">;
  browser: BrowserCalls;
  live: Live<LiveEvent>;
  planned: PlannedCalls;
  /** A call that runs, at whichever server. */
  everywhere: Pick<Everywhere, "stop" | "say">;
  /** Somebody has taken a call back: for the log. */
  stopped(asker: Actor, callId: string, agentName?: string): void;
  audit: Pick<Audit, "act">;
  redact: Redact;
  /** How many live sockets one asker may hold. */
  places: SocketPlaces;
  functions: Parameters<typeof functionRoute>[1];
  estimate: EstimateParts;
  reached: ExportParts["reached"];
  questionsOf: QuestionsRouteParts["questionsOf"];
}

const STORED_AFTER_MS = 150;
const LONGEST_TOKEN = 200;
/** In ten seconds: 500 packets of sound, and what a page that was held up has kept. */
const MOST_MESSAGES = 3_000;
const IN_BROWSERS: ReadonlySet<Asker["kind"]> = new Set(["person", "visitor"]);
/** Sound that a slow connection has not taken is dropped, not kept. */
const MOST_UNSENT_BYTES = 65_536;

export function callRoutes(app: Http, parts: CallRoutesParts): void {
  const { calls, archive, agents, browser, live, planned, everywhere, stopped, audit, redact, places, functions, estimate } =
    parts;
  const { questionsOf } = parts;
  questionsRoute(app, { ...estimate, agents, questionsOf }, () => performance.now());
  functionRoute(app, functions, agents);
  estimateRoute(app, estimate);
  promptRoute(app, estimate, () => performance.now());
  const stop = async (asker: Asker, id: string): Promise<void> => {
    const key = { id, workspaceId: asker.workspaceId };
    // Whoever holds it in their own browser hangs up, as a caller does.
    if (IN_BROWSERS.has(asker.kind) && browser.leave(key, nameOf(asker))) return;
    // One that runs is ended here, also while the database is away.
    if (calls.find(id)) return everywhere.stop(asker, id);
    if (await planned.takeBack(key)) return stopped(asker, id);
    await everywhere.stop(asker, (await planned.attemptNow(key)).id);
  };
  executionRoutes(app, { archive, agents, stop });
  serve(
    app,
    listCalls,
    async ({ query: { agent_id: agentId, ...filter } }, { asker }) =>
      new Written(await archive.written(asker.workspaceId, { agentId, ...filter })),
  );
  exportRoute(app, { archive, reached: parts.reached, now: () => new Date() });
  serve(app, readCall, async ({ params }, { asker }) => {
    const { call, journal, made } = await archive.read(keyOf(params, asker));
    return { ...call, journal, ...made };
  });
  removingRoutes(app, { archive, audit, redact });
  recordingRoute(app, (call) => archive.recordingPath(call));
  serve(app, placeCall, async ({ body }, { asker, requestId }) => {
    const { agent_id, recipient_phone_number, from_phone_number, user_data, scheduled_at } = body;
    const callId = requestId ?? randomUUID();
    const anyHour = setsHoursAside(asker, body.bypass_call_guardrails);
    const details = { to: recipient_phone_number };
    if (anyHour) await audit.act(asker, (write) => write({ act: "call.hours_set_aside", subject: callId, details }));
    const { id, status } = await planned.order({
      id: callId,
      workspaceId: asker.workspaceId,
      agentId: agent_id,
      to: recipient_phone_number.trim(),
      from: from_phone_number ?? undefined,
      userData: user_data,
      at: scheduled_at ? momentOf(scheduled_at) : undefined,
      anyHour,
      retry: body.retry_config ?? undefined,
    });
    return { message: "done", status, execution_id: id };
  });
  serve(app, stopCall, async ({ params }, { asker }) => {
    await stop(asker, params.execution_id);
    return { message: "done", status: "stopped" as const, execution_id: params.execution_id };
  });
  serve(app, sayInCall, async ({ params, body }, { asker }) => {
    await everywhere.say(asker, params.execution_id, body.text);
    return { message: "done" };
  });
  browserRoutes(app, browser);
  const past = async (key: CallKey): Promise<LiveEvent[]> => {
    // What another server's call has just said is on its way into the database.
    if (!calls.find(key.id)) await new Promise((resolve) => setTimeout(resolve, STORED_AFTER_MS));
    const { call, journal } = await archive.read(key);
    const { id } = key;
    return [{ event: "call", call }, ...journal.map((entry) => ({ event: "entry" as const, execution_id: id, entry }))];
  };
  liveRoute(app, { live, places, past });
  webCallRoutes(app, { browser, agents, live });
}

function keyOf({ execution_id: id }: { execution_id: string }, { workspaceId }: Asker): CallKey {
  return { id, workspaceId };
}

/** What was said goes for good: in part, or with the call. */
function removingRoutes(app: Http, { archive, audit, redact }: Pick<CallRoutesParts, "archive" | "audit" | "redact">): void {
  serve(app, redactCall, async ({ params, body }, { asker }) => ({
    message: "done",
    lines: await redact(asker, params.execution_id, body),
  }));
  serve(app, deleteCall, async ({ params }, { asker }) => {
    await audit.act(asker, async (write) => {
      const key = keyOf(params, asker);
      await archive.remove(key, ({ agentName }) =>
        write({ act: "call.deleted", subject: key.id, details: { agent_name: agentName } }),
      );
    });
    return { message: "done", state: "deleted" as const };
  });
}

function nameOf({ kind, id }: Asker): string {
  return `${kind}/${id}`;
}

function browserRoutes(app: Http, browser: BrowserCalls): void {
  serve(app, startBrowserCall, async ({ body }, { asker, reply, requestId }) => {
    const of = {
      workspaceId: asker.workspaceId,
      agentId: body.agent_id,
      by: nameOf(asker),
      settings: body.settings,
      // Who sends it again with the same key is told of the same call.
      gone: requestId === undefined ? whileHere(reply) : undefined,
    };
    const { callId, token, expiresInSeconds } = await browser.prepare(of, body.user_data);
    return { execution_id: callId, token, expires_in: expiresInSeconds };
  });
  serve(app, offerBrowserCall, async ({ params, body }) => ({
    sdp: await browser.offer(params.execution_id, body.token, body.sdp),
  }));
  socketRoute(app, browser);
}

/** The sound of a browser call where WebRTC cannot pass: the token is judged before the upgrade. */
function socketRoute(app: Http, browser: BrowserCalls): void {
  app.get<{ Params: { execution_id: string }; Querystring: { token?: string } }>(
    BROWSER_CALL_SOCKET,
    { websocket: true },
    async (socket, request) => {
      const early: (ArrayBuffer | string)[] = [];
      let take = (data: ArrayBuffer | string): void => void (early.length < 100 && early.push(data));
      let ended = (): void => undefined;
      listenTo(socket, {
        most: MOST_MESSAGES,
        hear: (data, isBinary) => take(isBinary ? arrayBuffer(data) : data.toString("utf8")),
        closed: () => ended(),
      });
      try {
        const token = String(request.query.token ?? "").slice(0, LONGEST_TOKEN);
        const line = await browser.socket(request.params.execution_id, token, {
          packet: (data) => {
            if (socket.readyState === socket.OPEN && socket.bufferedAmount < MOST_UNSENT_BYTES) socket.send(data);
          },
          closeSocket: () => socket.close(1000),
        });
        take = (data) => line.packet(data);
        early.forEach(take);
        ended = () => line.closed();
        if (socket.readyState !== socket.OPEN) ended();
      } catch {
        socket.close(4403, "This invitation to call has expired or was used.");
      }
    },
  );
}

function arrayBuffer(data: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(data.byteLength);
  new Uint8Array(copy).set(data);
  return copy;
}
