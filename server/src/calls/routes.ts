import {
  BROWSER_CALL_SOCKET,
  listCalls,
  offerBrowserCall,
  placeCall,
  readCall,
  sayInCall,
  startBrowserCall,
  stopCall,
  type LiveEvent,
} from "@ongea/contract";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import type { Live } from "../platform/live/live.ts";
import type { BrowserCalls } from "./browser.ts";
import type { Calls } from "./calls.ts";
import { liveRoute } from "./live-route.ts";
import { recordingRoute } from "./recording-route.ts";
import type { CallOrder } from "./telephone.ts";
import type { RunningCall } from "./running-call.ts";

export interface CallRoutesParts {
  calls: Calls;
  browser: BrowserCalls;
  live: Live<LiveEvent>;
  place(order: CallOrder): Promise<RunningCall>;
}

const LONGEST_TOKEN = 200;
/** Sound that a slow connection has not taken is dropped, not kept. */
const MOST_UNSENT_BYTES = 65_536;

export function callRoutes(app: Http, { calls, browser, live, place }: CallRoutesParts): void {
  serve(app, listCalls, async ({ query }) => {
    const { page_number, page_size, status, agent_id } = query;
    const { calls: data, total } = await calls.list({ page: page_number, size: page_size, status, agentId: agent_id });
    return { page_number, page_size, total, has_more: page_number * page_size < total, data };
  });
  serve(app, readCall, async ({ params }) => {
    const { call, journal } = await calls.read(params.execution_id);
    return { ...call, journal };
  });
  recordingRoute(app, (id) => calls.recordingPath(id));
  serve(app, placeCall, async ({ body }) => {
    const { agent_id, recipient_phone_number, from_phone_number, user_data } = body;
    const from = from_phone_number ?? undefined;
    const call = await place({ agentId: agent_id, to: recipient_phone_number.trim(), from, userData: user_data });
    return { message: "done", status: "queued" as const, execution_id: call.id };
  });
  serve(app, stopCall, async ({ params }) => {
    await calls.stop(params.execution_id);
    return { message: "done", status: "stopped" as const, execution_id: params.execution_id };
  });
  serve(app, sayInCall, async ({ params, body }) => {
    calls.typed(params.execution_id, body.text);
    return { message: "done" };
  });
  serve(app, startBrowserCall, async ({ body }) => {
    const { callId, token, expiresInSeconds } = await browser.prepare(body.agent_id, body.user_data);
    return { execution_id: callId, token, expires_in: expiresInSeconds };
  });
  serve(app, offerBrowserCall, async ({ params, body }) => ({
    sdp: await browser.offer(params.execution_id, body.token, body.sdp),
  }));
  socketRoute(app, browser);
  liveRoute(app, live, async (id) => {
    const { call, journal } = await calls.read(id);
    return [{ event: "call", call }, ...journal.map((entry) => ({ event: "entry" as const, execution_id: id, entry }))];
  });
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
      socket.on("message", (data: Buffer, isBinary) => take(isBinary ? arrayBuffer(data) : data.toString("utf8")));
      socket.on("error", () => socket.terminate());
      socket.on("close", () => ended());
      try {
        const token = String(request.query.token ?? "").slice(0, LONGEST_TOKEN);
        const media = await browser.socket(request.params.execution_id, token, {
          packet: (data) => {
            if (socket.readyState === socket.OPEN && socket.bufferedAmount < MOST_UNSENT_BYTES) socket.send(data);
          },
          closeSocket: () => socket.close(1000),
        });
        take = (data) => media.packet(data);
        early.forEach(take);
        ended = () => media.lineEnded(false);
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
