/** What callers asked and agents could not answer. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_GAPS_LISTED = 100;

/** Like questions to one agent. Only plain words are compared, whatever their order. */
export const KnowledgeGap = z.object({
  /** Of the newest of them. */
  id: z.uuid(),
  agent_id: z.uuid(),
  agent_name: z.string(),
  /** As it was asked the last time; a call's redacted words are not in it. */
  question: z.string(),
  count: z.number().int(),
  newest_at: Moment,
  /** The call in which it was asked the last time; null: in writing. */
  execution_id: z.uuid().nullable(),
  thread_id: z.uuid().nullable(),
});
export type KnowledgeGap = z.output<typeof KnowledgeGap>;

export const listKnowledgeGaps = route({
  method: "GET",
  path: "/api/knowledge/gaps",
  who: "viewer",
  does: "Questions to which agents said that they do not have the information, the most frequent first. At most 100.",
  query: z.object({ agent_id: z.uuid().optional() }),
  answer: z.object({ data: z.array(KnowledgeGap) }),
});

export const settleKnowledgeGap = route({
  method: "POST",
  path: "/api/knowledge/gaps/:gap_id/settle",
  who: "agent_manager",
  does: "Takes a question and those like it off the list: dismissed for good, or answered, until it is without an answer again.",
  params: z.object({ gap_id: z.uuid() }),
  body: z.strictObject({ how: z.enum(["dismissed", "answered"]) }),
  answer: z.object({ success: z.literal(true) }),
});
