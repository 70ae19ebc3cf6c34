/** Calls from the public site: a visitor without a session talks to the installation's front desk. */
import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { route } from "../wire/route.ts";
import { visitorCall } from "./visitor-calls.ts";

export const startDemoCall = route({
  method: "POST",
  path: "/api/demo-calls",
  who: "anyone",
  does: "Prepares a call with the front desk from the public site. The token opens it once; the pass types into it, follows and ends it.",
  body: z.object({
    /** Of the page: the front desk speaks it where it can. */
    language: z.enum(LANGUAGES).optional(),
  }),
  status: 201,
  answer: visitorCall.started.extend({
    /** That the agent speaks, for example "fr-FR". */
    language: z.string(),
    /** Spoken words are understood; without, a visitor types. */
    hears: z.boolean(),
  }),
});

export const offerDemoCall = route({
  method: "POST",
  path: "/api/demo-calls/:execution_id/offer",
  who: "anyone",
  does: "Connects a call from the public site over WebRTC.",
  ...visitorCall.offer,
});

export const sayInDemoCall = route({
  method: "POST",
  path: "/api/demo-calls/:execution_id/text",
  who: "anyone",
  does: "Says something in a call from the public site by typing instead of speaking.",
  ...visitorCall.say,
});

export const stopDemoCall = route({
  method: "POST",
  path: "/api/demo-calls/:execution_id/stop",
  who: "anyone",
  does: "Ends a call from the public site.",
  ...visitorCall.stop,
});

/** What is said in the call, entry by entry, over a WebSocket; its first message is the pass. */
export const DEMO_CALL_LIVE = "/api/demo-calls/:execution_id/live";
