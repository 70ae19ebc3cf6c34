import { DEMO_CALL_LIVE, offerDemoCall, sayInDemoCall, startDemoCall, stopDemoCall } from "@ongea/contract";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { serve } from "../../platform/http/serve.ts";
import type { SocketPlaces } from "../../platform/http/sockets.ts";
import type { DemoCalls } from "./demo-calls.ts";
import { followVisitorCall } from "./follow-visitor-call.ts";

export function demoCallRoutes(app: Http, demo: DemoCalls, places: SocketPlaces): void {
  serve(app, startDemoCall, async ({ body }, { request, reply, requestId }) => {
    const gone = requestId === undefined ? whileHere(reply) : undefined;
    const visitor = { from: networkOf(request.ip), language: body.language, gone };
    const { callId, token, pass, expiresInSeconds, mostSeconds, language, hears } = await demo.start(visitor);
    return { execution_id: callId, token, pass, expires_in: expiresInSeconds, most_seconds: mostSeconds, language, hears };
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
  followVisitorCall(app, DEMO_CALL_LIVE, demo, places);
}
