/** Voices of a workspace and what was spoken with them. */
import { z } from "zod";
import { route } from "./route.ts";

export const VoiceFigures = z.object({
  /** Made in the Voice Lab. */
  samples: z.number(),
  /** Of all samples together. */
  duration_seconds: z.number(),
  /** That the Voice Lab offers: those added to the workspace. */
  voice_models: z.number(),
  /** Spent on samples; a credit is the smallest unit of the workspace's currency. */
  credits_used: z.number(),
  /** In the library, added or not. */
  voices: z.number(),
  /** Of the voices in the library. */
  premium_voices: z.number(),
});
export type VoiceFigures = z.output<typeof VoiceFigures>;

export const readVoiceFigures = route({
  method: "GET",
  path: "/api/voices/figures",
  who: "viewer",
  does: "Counts the workspace's voices, its samples and what they cost.",
  answer: VoiceFigures,
});
