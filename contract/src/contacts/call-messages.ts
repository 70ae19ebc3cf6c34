/** Messages that an agent's calls are followed by: a text message to the person of a call that is over, by rule. */
import { z } from "zod";
import { BatchGoal } from "../campaigns/batches.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/**
 * `answered`: after each call that somebody answered; `reached`, `not_reached`: after those of them that reached the goal, or did not;
 * `unanswered`: after each call that nobody answered.
 */
export const CallMessageDraft = z
  .object({
    agent_id: z.uuid(),
    sender_id: z.uuid(),
    when: z.enum(["answered", "reached", "not_reached", "unanswered"]),
    /** As of a batch: a tool that did its work, or a fact that was found. Only of `reached` and `not_reached`. */
    goal: BatchGoal.nullable().default(null),
    /**
     * `{contact.name}`, `{call.summary}`, `{facts.name}` of what was extracted, `{tool_name.argument}` of the last tool call that did its
     * work, and the call's own variables. One without a value is left out.
     */
    text: z.string().trim().min(1).max(1_000),
  })
  .refine(({ when, goal }) => (goal !== null) === (when === "reached" || when === "not_reached"), {
    message: "a goal belongs to reached and not_reached, and to them alone",
    path: ["goal"],
  });
export type CallMessageDraft = z.output<typeof CallMessageDraft>;

export const CallMessage = z.object({
  id: z.uuid(),
  agent_id: z.uuid(),
  sender_id: z.uuid(),
  when: z.enum(["answered", "reached", "not_reached", "unanswered"]),
  goal: BatchGoal.nullable(),
  text: z.string(),
  created_at: Moment,
});
export type CallMessage = z.output<typeof CallMessage>;

export const listCallMessages = route({
  method: "GET",
  path: "/api/call-messages",
  who: "viewer",
  does: "Lists the rules by which calls are followed by a text message, the oldest first.",
  answer: z.array(CallMessage),
});

export const createCallMessage = route({
  method: "POST",
  path: "/api/call-messages",
  who: "admin",
  does: "Adds a rule: the person of an agent's call gets a text message when the call is over. Opt-outs and calling hours hold.",
  body: CallMessageDraft,
  status: 201,
  answer: CallMessage,
});

export const deleteCallMessage = route({
  method: "DELETE",
  path: "/api/call-messages/:rule_id",
  who: "admin",
  does: "Removes a rule. Messages that wait already are still sent.",
  params: z.object({ rule_id: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
});
