import { z } from "zod";

/** What is used of Deepgram's `Results`. */
const resultsShape = z.object({
  type: z.literal("Results"),
  /** Seconds of the sound that was sent over this connection. */
  start: z.number().nonnegative(),
  duration: z.number().nonnegative(),
  is_final: z.boolean().default(false),
  from_finalize: z.boolean().default(false),
  channel: z.object({
    alternatives: z
      .array(
        z.object({
          transcript: z.string(),
          confidence: z.number().min(0).max(1).optional(),
          languages: z.array(z.string()).optional(),
          /** Seconds as `start` counts them. */
          words: z
            .array(z.object({ word: z.string(), punctuated_word: z.string().optional(), start: z.number(), end: z.number() }))
            .catch([]),
        }),
      )
      .default([]),
  }),
});

export type Results = z.output<typeof resultsShape>;

/** Absent: another message, or one that is not understood; Deepgram adds kinds of them. */
export function resultsIn(text: string): Results | undefined {
  try {
    return resultsShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
