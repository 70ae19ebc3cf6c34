/** Messages of batches, by SMS or an approved template of WhatsApp: to everybody in a file, or after a call. */
import { z } from "zod";
import { Currency } from "../accounts/access.ts";
import { TemplateChoice } from "../telephony/missed-calls.ts";
import { route } from "../wire/route.ts";

export const MOST_CONTACTS_BYTES = 20 * 1_048_576;

/** Why a row of the file is left out. `no_value`, `too_long`: of a message, a column that it names is empty, or it has more than four parts. */
export const ROW_PROBLEMS = ["empty", "damaged", "not_a_number", "short", "duplicate", "no_value", "too_long"] as const;
export const RowProblem = z.enum(ROW_PROBLEMS);
export type RowProblem = z.output<typeof RowProblem>;

/** Of a text before it is filled in. */
export const LONGEST_BATCH_TEXT = 1_000;

export const BatchMessage = z
  .object({
    sender_id: z.uuid(),
    /** `{column}` stands for what the person's row has there. A row that has nothing there is left out. */
    text: z.string().trim().max(LONGEST_BATCH_TEXT).default(""),
    /** A WhatsApp sender needs one, an SMS sender has none. Its values may hold `{column}` too. */
    template: TemplateChoice.nullable().default(null),
  })
  .refine(({ text, template }) => template !== null || text !== "", { message: "a message needs words", path: ["text"] });
export type BatchMessage = z.output<typeof BatchMessage>;

/** Who gets the message of a batch of calls. `unanswered`: nobody answered, after the last retry, or a voicemail box did. */
export const FOLLOW_UP_OCCASIONS = ["unanswered", "reached", "not_reached"] as const;
export type FollowUpOccasion = (typeof FOLLOW_UP_OCCASIONS)[number];

/** What people of a batch of calls are written when their call is over, once. `reached`, `not_reached`: of the batch's goal. */
export const BatchFollowUp = z.object({
  to: z.array(z.enum(FOLLOW_UP_OCCASIONS)).min(1).max(FOLLOW_UP_OCCASIONS.length),
  message: BatchMessage,
});
export type BatchFollowUp = z.output<typeof BatchFollowUp>;

/** How a message of a batch stands in the end, as far as is known. */
export const MESSAGE_OUTCOMES = ["sent", "delivered", "read", "failed", "unknown", "refused"] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

export const previewBatchMessages = route({
  method: "POST",
  path: "/api/batches/message-preview",
  who: "agent_manager",
  ofAgents: true,
  does: "What a batch of messages would send: a form with `agent_id`, `file` (CSV) and `message` (JSON), as a batch is made. Nothing is stored or sent.",
  upload: { types: ["multipart/form-data"], mostBytes: MOST_CONTACTS_BYTES + 65_536 },
  answer: z.object({
    columns: z.array(z.string()),
    valid_contacts: z.number(),
    total_contacts: z.number(),
    /** The first of them, filled in. */
    messages: z.array(z.object({ line: z.number(), number: z.string(), text: z.string(), segments: z.number() })),
    /** At most 500 of them. `column`: the one that is empty in this row, or that the file does not have. */
    refused: z.array(z.object({ line: z.number(), cell: z.string(), problem: RowProblem, column: z.string().nullable() })),
    refused_count: z.number(),
    /** In how many parts all messages are sent. */
    segments: z.number(),
    /** What they take from the balance, in hundredths of the currency; null: nothing. The account at the provider pays besides. */
    cost: z.object({ currency: Currency, amount: z.number() }).nullable(),
    /** How long it takes at the pace of one sender; hours in which nobody is written to come on top. */
    seconds: z.number(),
    consent_needed: z.array(z.string()),
  }),
});
