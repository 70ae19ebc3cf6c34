/** What the server says about itself. */
import { z } from "zod";
import { route } from "./route.ts";

export const readHealth = route({
  method: "GET",
  path: "/health",
  does: "Answers when the server is ready.",
  answer: z.object({ status: z.literal("ok"), version: z.string(), calls: z.number() }),
});

export const readStatus = route({
  method: "GET",
  path: "/api/status",
  does: "Says what the server chose when it started.",
  answer: z.object({
    version: z.string(),
    database: z.string(),
    sip: z.object({ address: z.string(), port: z.number() }).nullable(),
    speech: z.array(
      z.object({
        part: z.enum(["ears", "voice", "mind", "end of turn"]),
        name: z.string(),
        ready: z.boolean(),
        note: z.string().optional(),
      }),
    ),
    /** Models that could be pulled, with their size and what each would improve. Nothing is pulled unasked. */
    offers: z.array(z.object({ id: z.string(), part: z.string(), megabytes: z.number(), improves: z.string() })),
  }),
});
