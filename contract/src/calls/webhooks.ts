/** What an assistant's webhook receives of calls and messages: deliveries, and the secret that they are signed with. */
import { z } from "zod";
import { CHOSEN_EVENTS } from "../agents/agent-document.ts";
import { ThreadMessage } from "../contacts/threads.ts";
import { CallStatus } from "./calls.ts";
import { route } from "../wire/route.ts";

/** Why a receiver did not take it. `answered`: with another status than 2xx, a redirect too. `gone`: with 410, now or to one before. */
export const WEBHOOK_PROBLEMS = [
  "answered",
  "gone",
  "not_reached",
  "private",
  "not_http",
  "too_large",
  "no_address",
  "no_secret",
] as const;

/**
 * `call.status`: once for each status that a call has, with the wire's execution as its body. `message.received`: what a person wrote;
 * `message.status`: a message to a person was sent, arrived or failed. `agent.published`: a version is live; `agent_tests.finished`: a run of its
 * tests is over; `rule.failed`: its calls have failed a rule so often that people are told.
 */
export const WEBHOOK_EVENTS = ["call.status", ...CHOSEN_EVENTS] as const;

export const WebhookDelivery = z.object({
  id: z.uuid(),
  event: z.enum(WEBHOOK_EVENTS),
  /** The call and its status; null for all else. */
  execution_id: z.uuid().nullable(),
  status: CallStatus.nullable(),
  /** The thread, the message and its state; null for all else. */
  thread_id: z.uuid().nullable(),
  message_id: z.uuid().nullable(),
  message_state: ThreadMessage.shape.state.nullable(),
  /** `waiting`: it will be tried, or tried again. */
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number().int(),
  answer_status: z.number().int().nullable(),
  problem: z.enum(WEBHOOK_PROBLEMS).nullable(),
  created_at: z.string(),
  attempted_at: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const listWebhookDeliveries = route({
  method: "GET",
  path: "/api/agents/:agent_id/webhook-deliveries",
  who: "viewer",
  ofAgents: true,
  does: "Lists what an agent's webhook was told last, the newest first, at most 50.",
  params: z.object({ agent_id: z.uuid() }),
  answer: z.object({ data: z.array(WebhookDelivery) }),
});

export const readWebhookDelivery = route({
  method: "GET",
  path: "/api/webhook-deliveries/:delivery_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads a delivery with the body that is sent.",
  params: z.object({ delivery_id: z.uuid() }),
  /** `body`: JSON, as it is signed and sent; words that were redacted since are not in it. */
  answer: WebhookDelivery.extend({ body: z.string() }),
});

export const resendWebhook = route({
  method: "POST",
  path: "/api/webhook-deliveries/:delivery_id/resend",
  who: "agent_manager",
  ofAgents: true,
  does: "Sends a delivery again, with the same body and the same id, to the address that the agent has now, also where that wanted no more.",
  params: z.object({ delivery_id: z.uuid() }),
  answer: z.object({ message: z.literal("success"), state: z.literal("waiting") }),
});

export const tryWebhook = route({
  method: "POST",
  path: "/api/agents/:agent_id/webhook-test",
  who: "agent_manager",
  ofAgents: true,
  does:
    "Sends an example of a completed call to an agent's webhook, once and signed as a real one, and tells what it answered. The body has " +
    "`is_test: true`; it is no delivery, and is not sent again.",
  params: z.object({ agent_id: z.uuid() }),
  answer: z.object({
    /** It answered with 2xx. */
    ok: z.boolean(),
    answer_status: z.number().int().nullable(),
    problem: z.enum(WEBHOOK_PROBLEMS).nullable(),
    /** How its answer begins. */
    answer: z.string(),
    duration_ms: z.number(),
  }),
});

export const readWebhookSecret = route({
  method: "GET",
  path: "/api/webhook-secret",
  who: "viewer",
  does: "Tells since when this workspace's deliveries are signed, and how the secret ends.",
  answer: z.object({ made_at: z.string().nullable(), ends: z.string().nullable() }),
});

export const makeWebhookSecret = route({
  method: "POST",
  path: "/api/webhook-secret",
  who: "admin",
  does: "Makes the secret that this workspace's deliveries are signed with from now on, and shows it this once. The one before it holds for another day.",
  answer: z.object({ secret: z.string() }),
});
