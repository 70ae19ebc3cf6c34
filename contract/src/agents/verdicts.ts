/** How a language model judged a criterion in words: a point needs a quote that stands in the transcript. */
import { z } from "zod";

/**
 * Why there is no verdict. `no_model`: no language model is connected. `too_slow`, `failed`: it did not answer in time, or at all.
 * `unreadable`: its answer is not what was asked for. `no_quote`, `not_said`: the quote is missing or too short, or nobody said it.
 * `instructions`: the transcript gives orders to the judge, or the judge gave a point that nobody can earn. `too_long`: so is the transcript.
 */
export const NotJudged = z.enum([
  "no_model",
  "too_slow",
  "failed",
  "unreadable",
  "no_quote",
  "not_said",
  "instructions",
  "too_long",
]);
export type NotJudged = z.output<typeof NotJudged>;

export const Verdict = z.object({
  /** `not_judged` gives no point. */
  verdict: z.enum(["met", "not_met", "not_judged"]),
  /** Word for word from one turn; null: of no verdict, or nothing proves that it is not met. */
  quote: z.string().nullable(),
  /** The turn of the quote, counted from 0 among those that were judged. */
  turn: z.number().int().nullable(),
  /** The judge's reason, in its words. */
  why: z.string(),
  not_judged: NotJudged.nullable(),
});
export type Verdict = z.output<typeof Verdict>;

/** A criterion in words, as a yes-or-no statement about the conversation. */
export const Criterion = z.string().trim().min(8).max(500);
