/** Messages that an agent's calls are followed by: a text message to the person of a call that is over, by rule. */
import { z } from "zod";
import { BatchGoal } from "../campaigns/batches.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_CALL_MESSAGES = 100;
/** Of a rule's text before it is filled in. */
export const LONGEST_CALL_MESSAGE = 1_000;

/**
 * `answered`: after each call that somebody answered; `reached`, `not_reached`: after those of them that reached the goal, or did not;
 * `unanswered`: after each call that nobody answered.
 */
export const CallMessageOccasion = z.enum(["answered", "reached", "not_reached", "unanswered"]);
export type CallMessageOccasion = z.output<typeof CallMessageOccasion>;

export const CallMessageDraft = z
  .object({
    agent_id: z.uuid(),
    sender_id: z.uuid(),
    when: CallMessageOccasion,
    /** As of a batch: a tool that did its work, or a fact that was found. Only of `reached` and `not_reached`. */
    goal: BatchGoal.nullable().default(null),
    /**
     * `{contact.name}`, `{call.summary}`, `{facts.name}` of what was extracted, `{tool_name.argument}` of the last tool call that did its
     * work, and the call's own variables. One without a value is left out.
     */
    text: z.string().trim().min(1).max(LONGEST_CALL_MESSAGE),
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
  when: CallMessageOccasion,
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

const OneRule = z.object({ rule_id: z.uuid() });

export const replaceCallMessage = route({
  method: "PUT",
  path: "/api/call-messages/:rule_id",
  who: "admin",
  does: "Changes a rule. Messages that wait already are sent as they are.",
  params: OneRule,
  body: CallMessageDraft,
  answer: CallMessage,
});

export const previewCallMessage = route({
  method: "POST",
  path: "/api/call-messages/preview",
  who: "admin",
  does: "Fills in a rule's text with what is known of the agent's last such call, as the person would get it. Nothing is sent.",
  body: z.object({
    agent_id: z.uuid(),
    when: CallMessageOccasion,
    text: z.string().trim().min(1).max(LONGEST_CALL_MESSAGE),
  }),
  answer: z.object({
    /** Empty: no word is left without the values, and nothing is sent. */
    text: z.string(),
    /** In how many parts it is sent. */
    segments: z.number().int(),
    /** It was too long for an agent's message, and is cut to whole sentences. */
    is_cut: z.boolean(),
    /** Whose values these are; null: there was no such call with a telephone number yet. */
    call: z.object({ execution_id: z.uuid(), ended_at: Moment }).nullable(),
  }),
});

export const deleteCallMessage = route({
  method: "DELETE",
  path: "/api/call-messages/:rule_id",
  who: "admin",
  does: "Removes a rule. Messages that wait already are still sent.",
  params: OneRule,
  answer: z.object({ success: z.literal(true) }),
});
