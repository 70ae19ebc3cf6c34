/** Settings of an assistant that hold in one call only: to try them, without saving them. */
import { z } from "zod";
import { RANGES, type Range } from "./agent-ranges.ts";

/** Absent: as the assistant has it. */
export const CallSettings = z.strictObject({
  incremental_delay: within(RANGES.incremental_delay).int().optional(),
  endpointing: within(RANGES.endpointing).int().optional(),
  number_of_words_for_interruption: within(RANGES.number_of_words_for_interruption).int().optional(),
  temperature: within(RANGES.temperature).optional(),
  /** Of the assistant's own provider. */
  model: z.string().trim().min(1).max(200).optional(),
  /** Of the assistant's own transcriber. */
  transcriber_model: z.string().trim().min(1).max(200).optional(),
  /** Of the assistant's own synthesizer, as it names it. */
  voice: z.string().trim().min(1).max(200).optional(),
});
export type CallSettings = z.output<typeof CallSettings>;

function within({ least, most }: Range) {
  const error = `must be from ${least} to ${most}`;
  return z.number().min(least, { error }).max(most, { error });
}
