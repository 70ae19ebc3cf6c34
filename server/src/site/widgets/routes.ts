import {
  changeWidget,
  createWidget,
  deleteWidget,
  listWidgets,
  offerWidgetCall,
  sayInWidgetCall,
  startWidgetCall,
  stopWidgetCall,
  WIDGET_CALL_LIVE,
} from "@ongea/contract";
import { followVisitorCall } from "../visitors/follow-visitor-call.ts";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { serve } from "../../platform/http/serve.ts";
import type { SocketPlaces } from "../../platform/http/sockets.ts";
import type { WidgetCalls } from "./widget-calls.ts";
import type { Widgets } from "./widgets.ts";

export function widgetRoutes(app: Http, widgets: Widgets): void {
  serve(app, listWidgets, async (_checked, { principal }) => ({ data: await widgets.list(principal.workspaceId) }));
  serve(app, createWidget, async ({ body }, { principal }) => widgets.create(principal, body));
  serve(app, changeWidget, async ({ params, body }, { principal }) => widgets.change(principal, params.widget_id, body));
  serve(app, deleteWidget, async ({ params }, { principal }) => {
    await widgets.remove(principal, params.widget_id);
    return { message: "Widget deleted" };
  });
}

export function widgetCallRoutes(app: Http, calls: WidgetCalls, places: SocketPlaces): void {
  serve(app, startWidgetCall, async ({ body }, { request, reply, requestId }) => {
    const gone = requestId === undefined ? whileHere(reply) : undefined;
    const started = await calls.start({ ...body, from: networkOf(request.ip), gone });
    const { callId, token, pass, expiresInSeconds, mostSeconds } = started;
    return { execution_id: callId, token, pass, expires_in: expiresInSeconds, most_seconds: mostSeconds };
  });
  serve(app, offerWidgetCall, async ({ params, body }) => ({
    sdp: await calls.offer(params.execution_id, body.token, body.sdp),
  }));
  serve(app, sayInWidgetCall, async ({ params, body }) => {
    calls.say(params.execution_id, body.pass, body.text);
    return { message: "done" };
  });
  serve(app, stopWidgetCall, async ({ params, body }) => {
    calls.stop(params.execution_id, body.pass);
    return { message: "done" };
  });
  followVisitorCall(app, WIDGET_CALL_LIVE, calls, places);
}
