import { DEMO_CALL_LIVE, offerDemoCall, sayInDemoCall, startDemoCall, stopDemoCall } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { serve } from "../../platform/http/serve.ts";
import { listenTo, type SocketPlaces } from "../../platform/http/sockets.ts";
import type { DemoCalls } from "../ways/demo-calls.ts";

const MOST_WAITING_BYTES = 262_144;
const PASS_WITHIN_MS = 5_000;
/** In ten seconds; a page says its pass and no more. */
const MOST_MESSAGES = 10;

export function demoCallRoutes(app: Http, demo: DemoCalls, places: SocketPlaces): void {
  serve(app, startDemoCall, async (_checked, { request }) => {
    const { callId, token, pass, expiresInSeconds, mostSeconds } = await demo.start(networkOf(request.ip));
    return { execution_id: callId, token, pass, expires_in: expiresInSeconds, most_seconds: mostSeconds };
  });
  serve(app, offerDemoCall, async ({ params, body }) => ({
    sdp: await demo.offer(params.execution_id, body.token, body.sdp),
  }));
  serve(app, sayInDemoCall, async ({ params, body }) => {
    demo.say(params.execution_id, body.pass, body.text);
    return { message: "done" };
  });
  serve(app, stopDemoCall, async ({ params, body }) => {
    demo.stop(params.execution_id, body.pass);
    return { message: "done" };
  });
  followRoute(app, demo, places);
}

function followRoute(app: Http, demo: DemoCalls, places: SocketPlaces): void {
  app.get<{ Params: { execution_id: string } }>(DEMO_CALL_LIVE, { websocket: true }, (socket, request) => {
    if (!places.take(`network/${networkOf(request.ip)}`, socket)) return;
    let leave: (() => void) | undefined;
    const late = setTimeout(() => socket.close(4408, "The pass did not come."), PASS_WITHIN_MS);
    const hear = (data: Buffer): void => {
      if (leave) return;
      clearTimeout(late);
      const tell = (said: unknown): void => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close(1013, "too slow");
        else socket.send(JSON.stringify(said));
      };
      try {
        leave = demo.follow(request.params.execution_id, data.toString("utf8").slice(0, 200), tell, () => socket.close(1000));
      } catch {
        leave = () => undefined;
        socket.close(4403, "This invitation to call has expired or was used.");
      }
    };
    const closed = (): void => {
      clearTimeout(late);
      leave?.();
    };
    listenTo(socket, { most: MOST_MESSAGES, hear, closed });
  });
}
