/** Browser calls over HTTP: a one-time token, an SDP offer, and a socket where WebRTC cannot pass. */
import { BROWSER_CALL_SOCKET, offerBrowserCall, startBrowserCall } from "@ongea/contract";
import type { Principal } from "../../platform/http/authorise.ts";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { listenTo } from "../../platform/http/sockets.ts";
import type { BrowserCalls } from "./browser-calls.ts";

const LONGEST_TOKEN = 200;
/** In ten seconds: 500 packets of sound, and what a page that was held up has kept. */
const MOST_MESSAGES = 3_000;
/** Sound that a slow connection has not taken is dropped, not kept. */
const MOST_UNSENT_BYTES = 65_536;

/** Who holds a call in their own browser. */
export function holderOf({ kind, id }: Principal): string {
  return `${kind}/${id}`;
}

export function browserRoutes(app: Http, browser: BrowserCalls): void {
  serve(app, startBrowserCall, async ({ body }, { principal, reply, requestId }) => {
    const of = {
      workspaceId: principal.workspaceId,
      agentId: body.agent_id,
      by: holderOf(principal),
      settings: body.settings,
      isDraft: body.draft,
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
