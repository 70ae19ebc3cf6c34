/** What calls add up to, all of them or those that a filter lets through. */
import { z } from "zod";

/** Why calls that have ended were no success; canceled ones are neither. */
const LostCalls = z.object({
  /** Busy, no answer. */
  unanswered: z.number(),
  /** Completed, and the person hung up before the agent had said anything in answer. */
  abandoned: z.number(),
  /** Completed, and nobody said anything until the agent hung up. */
  silent: z.number(),
  /** Completed, and the goal of its batch was not reached. */
  missed: z.number(),
  failed: z.number(),
});
export type LostCalls = z.output<typeof LostCalls>;

export const totals = {
  total_calls: z.number(),
  /** Of those that have ended and were not canceled, the part that is not lost, 0…1; null before the first. */
  success_rate: z.number().nullable(),
  lost: LostCalls,
  /** Of calls that were answered; null before the first. */
  average_duration_seconds: z.number().nullable(),
  /** US dollars; null before the first answered call. */
  cost_per_minute_usd: z.number().nullable(),
};
