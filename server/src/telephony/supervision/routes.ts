/** Listening in to a running call, whispering to its assistant, taking it over. */
import {
  giveUpTakeOver,
  joinTakenOver,
  LISTEN_SOCKET,
  offerTakeOver,
  takeOverCall,
  whisperInCall,
  type RefusalCode,
} from "@ongea/contract";
import type { WebSocket } from "@fastify/websocket";
import { isAway } from "../../platform/database/away.ts";
import { withinReach } from "../../platform/database/reach.ts";
import { authorise, type Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { listenTo, type SocketPlaces } from "../../platform/http/sockets.ts";
import type { BrowserTakeOver } from "./from-browser.ts";
import type { Supervision } from "./supervision.ts";

/** Sound that a slow listener has not taken: 2 s of both sides. More is dropped, and neither kept nor waited for. */
const MOST_UNSENT_BYTES = 32_768;
/** Whoever has lost the role, the session or the workspace stops hearing. */
const ADMIT_AGAIN_MS = 5_000;
/** A listener has nothing to say. */
const MOST_MESSAGES = 20;
const OVER = 1000;
/** Policy violation (RFC 6455); the reason is a refusal's code. */
const REFUSED = 1008;
const NEEDS = { who: "agent_manager", scope: "call", ofAgents: true } as const;

export interface SupervisionRoutesParts {
  supervision: Supervision;
  /** From browsers. */
  browser: BrowserTakeOver;
  places: SocketPlaces;
}

export function supervisionRoutes(app: Http, { supervision, browser, places }: SupervisionRoutesParts): void {
  serve(app, offerTakeOver, async ({ params, body }, { principal }) => ({
    sdp: await browser.offer(principal, params.execution_id, body.sdp),
  }));
  serve(app, joinTakenOver, async ({ params }, { principal }) => {
    await browser.join(principal, params.execution_id);
    return { message: "done" };
  });
  serve(app, whisperInCall, async ({ params, body }, { principal }) => {
    await supervision.whisper(principal, params.execution_id, body.text);
    return { message: "done" };
  });
  serve(app, takeOverCall, async ({ params, body }, { principal }) => ({
    message: "done",
    ...(await supervision.takeOver(principal, params.execution_id, body.to)),
  }));
  serve(app, giveUpTakeOver, async ({ params }, { principal }) => {
    await supervision.giveUp(principal, params.execution_id);
    browser.giveUp(params.execution_id);
    return { message: "done" };
  });
  listenRoute(app, supervision, places);
}

function listenRoute(app: Http, supervision: Supervision, places: SocketPlaces): void {
  const admitted = new WeakMap<object, Principal>();
  const preValidation = async (request: Parameters<typeof authorise>[1]): Promise<void> => {
    admitted.set(request.raw, await authorise(app.door.recognise, request, NEEDS));
  };
  app.get<{ Params: { execution_id: string } }>(LISTEN_SOCKET, { websocket: true, preValidation }, (socket, request) => {
    const principal = admitted.get(request.raw);
    if (!principal) return socket.terminate();
    if (!places.take(`${principal.kind}/${principal.id}`, socket)) return;
    const check = setInterval(() => {
      void authorise(app.door.recognise, request, NEEDS)
        .then((now) => now.workspaceId === principal.workspaceId || end(socket, "access.forbidden"))
        .catch((error: unknown) => isAway(error) || end(socket, "access.forbidden"));
    }, ADMIT_AGAIN_MS);
    let stop = (): void => undefined;
    let isClosed = false;
    listenTo(socket, {
      most: MOST_MESSAGES,
      hear: () => undefined,
      closed: () => {
        isClosed = true;
        clearInterval(check);
        stop();
      },
    });
    const listener = {
      hear: (packet: ArrayBuffer) => {
        if (socket.readyState === socket.OPEN && socket.bufferedAmount < MOST_UNSENT_BYTES) socket.send(packet);
      },
      over: (why?: RefusalCode) => (why === undefined ? socket.close(OVER) : end(socket, why)),
    };
    withinReach(principal.agentIds, socket, () => supervision.listen(principal, request.params.execution_id, listener)).then(
      (leave) => {
        stop = leave;
        // The page went away while its listening was written down.
        if (isClosed) leave();
      },
      (error: unknown) => end(socket, codeOf(error)),
    );
  });
}

function end(socket: WebSocket, code: RefusalCode): void {
  socket.close(REFUSED, code);
}

function codeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  return isAway(error) ? "server.no_database" : "server.failed";
}
