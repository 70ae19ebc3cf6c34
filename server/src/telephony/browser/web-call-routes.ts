/** Calls by the hosted vendor's own web clients. They come from pages of anywhere: a key admits them, and no cookie. */
import { CHAT_SOCKET, startSipWebCall, WEB_CALL_SOCKET, WebCallInit, type LiveEvent } from "@ongea/contract";
import type { WebSocket } from "@fastify/websocket";
import type { FastifyRequest } from "fastify";
import type { Agents } from "../../agents/index.ts";
import { withinReach } from "../../platform/database/reach.ts";
import { authorise, type Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse, Refusal } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { createSocketPlaces, listenTo } from "../../platform/http/sockets.ts";
import { unkeepable } from "../../platform/http/text.ts";
import type { Live } from "../../platform/live/live.ts";
import type { BrowserCalls, BrowserSocket } from "./browser-calls.ts";

export interface WebCallRoutesParts {
  browser: Pick<BrowserCalls, "prepare" | "socket">;
  agents: Pick<Agents, "read">;
  live: Live<LiveEvent>;
}

const NEEDS = { who: "agent_manager", scope: "call", ofAgents: true } as const;
/** Of one key, whose pages many people may open; the calls have limits of their own. */
const MOST_SOCKETS = 200;
/** In ten seconds; a page sends four pieces of sound a second. */
const MOST_MESSAGES = 1_000;
/** Sound that a slow connection has not taken is dropped, not kept. */
const MOST_UNSENT_BYTES = 131_072;
const SHORT_MESSAGE = 200;
const LONGEST_INIT = 32_768;
const INIT_WITHIN_MS = 10_000;
const LONGEST_TOKEN = 200;
const CLOSED = { policy: 1008, fault: 1011 } as const;

interface WebCallRequest {
  Params: { agent_id: string };
  Querystring: { auth_token?: string | string[] };
}

export function webCallRoutes(app: Http, parts: WebCallRoutesParts): void {
  serve(app, startSipWebCall, async ({ body }, { principal }) => {
    await parts.agents.read(principal.workspaceId, body.agent_id);
    const refusal = refuse("call.no_sip_in_browser");
    refusal.fields = { scope: "not_enabled" };
    throw refusal;
  });
  const places = createSocketPlaces(MOST_SOCKETS);
  const admitted = new WeakMap<object, Principal>();
  const preValidation = async (request: FastifyRequest<WebCallRequest>): Promise<void> => {
    const { auth_token: token } = request.query;
    if (typeof token === "string") request.headers.authorization = `Bearer ${token.slice(0, LONGEST_TOKEN)}`;
    // A page of another site would be let in as whoever has signed in here.
    if (request.headers.authorization === undefined) throw refuse("access.missing");
    const principal = await authorise(app.door.recognise, request, NEEDS);
    await within(principal, () => parts.agents.read(principal.workspaceId, agentIdOf(request)));
    admitted.set(request.raw, principal);
  };
  for (const [path, isChat] of [
    [WEB_CALL_SOCKET, false],
    [CHAT_SOCKET, true],
  ] as const)
    app.get<WebCallRequest>(
      path,
      { websocket: true, preValidation, config: { embeddable: true } },
      (socket: WebSocket, request) => {
        const principal = admitted.get(request.raw);
        if (!principal) return socket.terminate();
        if (!places.take(`${principal.kind}/${principal.id}`, socket)) return;
        carry(socket, { principal, agentId: agentIdOf(request), isChat }, parts);
      },
    );
}

function agentIdOf({ params }: FastifyRequest<WebCallRequest>): string {
  const id = startSipWebCall.body.shape.agent_id.safeParse(params.agent_id);
  if (!id.success) throw refuse("agent.not_found");
  return id.data;
}

/** What the call begins goes on as the server's own work. */
function within<T>(principal: Principal, work: () => Promise<T>): Promise<T> {
  return withinReach(principal.agentIds, { once: (_event, heard) => heard() }, work);
}

interface Wanted {
  principal: Principal;
  agentId: string;
  isChat: boolean;
}

/** One socket, one call: from `init` on, until either side ends it. */
function carry(socket: WebSocket, wanted: Wanted, parts: WebCallRoutesParts): void {
  const gone = new AbortController();
  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  let line: BrowserSocket | undefined;
  let isBegun = false;
  const late = setTimeout(() => socket.close(CLOSED.policy, "no init"), INIT_WITHIN_MS);
  const begin = async (userData: Record<string, unknown>): Promise<void> => {
    try {
      const opened = await open(socket, wanted, { userData, gone: gone.signal }, parts);
      if (!isOpen()) return opened.closed();
      line = opened;
      socket.send('{"type":"ack"}');
    } catch (error) {
      if (error instanceof Refusal) socket.close(CLOSED.policy, error.code);
      else socket.close(CLOSED.fault, "server.failed");
    }
  };
  listenTo(socket, {
    most: MOST_MESSAGES,
    hear(data, isBinary) {
      if (isBinary) return;
      if (isBegun) return line?.packet(data.toString("utf8"));
      const userData = data.length > LONGEST_INIT ? undefined : initIn(data.toString("utf8"));
      if (!userData) return;
      isBegun = true;
      clearTimeout(late);
      void begin(userData);
    },
    closed() {
      clearTimeout(late);
      gone.abort();
      line?.closed();
    },
  });
}

async function open(
  socket: WebSocket,
  { principal, agentId, isChat }: Wanted,
  { userData, gone }: { userData: Record<string, unknown>; gone: AbortSignal },
  { browser, live }: WebCallRoutesParts,
): Promise<BrowserSocket> {
  const { workspaceId } = principal;
  const by = `${principal.kind}/${principal.id}`;
  const { callId, token } = await within(principal, () => browser.prepare({ workspaceId, agentId, by, gone }, userData));
  // Whoever left meanwhile has taken the call along.
  if (gone.aborted) throw refuse("call.ended");
  const send = (text: string): void => {
    const most = text.length < SHORT_MESSAGE ? 2 * MOST_UNSENT_BYTES : MOST_UNSENT_BYTES;
    if (socket.readyState === socket.OPEN && socket.bufferedAmount < most) socket.send(text);
  };
  if (isChat) {
    const stop = live.subscribe(workspaceId, (event) => {
      const said = saidIn(event, callId);
      if (said !== undefined) send(JSON.stringify({ type: "text", data: said }));
    });
    socket.once("close", stop);
  }
  const out = {
    packet: (data: ArrayBuffer | string): void => {
      if (!isChat && typeof data === "string") send(data);
    },
    closeSocket: (): void => socket.close(1000),
  };
  return browser.socket(callId, token, out, "web-call");
}

function saidIn(event: LiveEvent, callId: string): string | undefined {
  if (event.event !== "entry" || event.execution_id !== callId) return undefined;
  const { entry } = event;
  return entry.kind === "turn" && entry.by === "assistant" && entry.text.trim() !== "" ? entry.text : undefined;
}

/** The data that the call begins with; undefined: this is no `init`. */
function initIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const init = WebCallInit.safeParse(value).data;
    return init && unkeepable(value, "body").length === 0 ? (init.meta_data?.context_data ?? {}) : undefined;
  } catch {
    return undefined;
  }
}
