/** Calls from the public site: a visitor without a session talks to the installation's front desk. */
import { z } from "zod";
import { route } from "./route.ts";

const CallId = z.object({ execution_id: z.uuid() });
/** Authority over one call while it lasts. */
const Pass = z.string().min(20).max(100);

export const startDemoCall = route({
  method: "POST",
  path: "/api/demo-calls",
  who: "anyone",
  does: "Prepares a call with the front desk from the public site. The token opens it once; the pass types into it, follows and ends it.",
  body: z.object({}),
  status: 201,
  answer: z.object({
    execution_id: z.uuid(),
    token: z.string(),
    pass: z.string(),
    /** Until the token no longer opens. */
    expires_in: z.number(),
    /** The call is ended after so long. */
    most_seconds: z.number(),
  }),
});

export const offerDemoCall = route({
  method: "POST",
  path: "/api/demo-calls/:execution_id/offer",
  who: "anyone",
  does: "Connects a call from the public site over WebRTC.",
  params: CallId,
  body: z.object({ token: z.string().max(200), sdp: z.string().max(50_000) }),
  answer: z.object({ sdp: z.string() }),
});

export const sayInDemoCall = route({
  method: "POST",
  path: "/api/demo-calls/:execution_id/text",
  who: "anyone",
  does: "Says something in a call from the public site by typing instead of speaking.",
  params: CallId,
  body: z.object({ pass: Pass, text: z.string().trim().min(1).max(500) }),
  answer: z.object({ message: z.string() }),
});

export const stopDemoCall = route({
  method: "POST",
  path: "/api/demo-calls/:execution_id/stop",
  who: "anyone",
  does: "Ends a call from the public site.",
  params: CallId,
  body: z.object({ pass: Pass }),
  answer: z.object({ message: z.string() }),
});

/** What is said in the call, entry by entry, over a WebSocket; its first message is the pass. */
export const DEMO_CALL_LIVE = "/api/demo-calls/:execution_id/live";
