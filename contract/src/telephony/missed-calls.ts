/** Missed calls ("flashing"): a number that rejects who rings, at no cost to the caller, and answers by a call back or a text message. */
import { z } from "zod";

/** One answer to a caller within so many minutes. */
export const MISSED_CALL_PAUSE_MINUTES = 10;
/** Further callers of one number within an hour get no answer. */
export const MOST_MISSED_CALLS_AN_HOUR = 200;

const Pause = z.number().int().min(1).max(1_440).default(MISSED_CALL_PAUSE_MINUTES);

/** A template of a WhatsApp sender's account, with what stands for its variables, in their order. */
export const TemplateChoice = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
  values: z.array(z.string().trim().min(1).max(300)).max(20).default([]),
});
export type TemplateChoice = z.output<typeof TemplateChoice>;

const Setting = z.discriminatedUnion("answer", [
  /** The number's agent calls back, as soon as the calling hours allow. */
  z.object({ answer: z.literal("call_back"), pause_minutes: Pause }),
  z.object({
    answer: z.literal("message"),
    pause_minutes: Pause,
    sender_id: z.uuid(),
    /** What the person reads. Of a template it is made from its body. */
    text: z.string().trim().max(1_000).default(""),
    /** A WhatsApp sender needs one, an SMS sender has none. */
    template: TemplateChoice.nullable().default(null),
  }),
]);

export const MissedCallSetting = Setting.refine((one) => one.answer === "call_back" || one.template !== null || one.text !== "", {
  message: "a message needs words",
  path: ["text"],
});
export type MissedCallSetting = z.output<typeof MissedCallSetting>;

/** Beside these, the code of the refusal that kept the answer from leaving. */
export const MISSED_CALL_REASONS = ["withheld", "own_number", "too_soon", "too_many", "failed"] as const;

/** What has become of a missed call. `nothing`: it has no answer, for the reason. */
export const MissedCall = z.object({
  answer: z.enum(["call_back", "message"]),
  state: z.enum(["waiting", "answered", "nothing"]),
  reason: z.string().nullable(),
  /** The call back; it may be planned for the next opening. */
  execution_id: z.uuid().nullable(),
  /** The thread of the message; it may wait for the calling hours. */
  thread_id: z.uuid().nullable(),
});
export type MissedCall = z.output<typeof MissedCall>;
