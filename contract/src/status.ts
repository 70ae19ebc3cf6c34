/** What the server says about itself. */
import { z } from "zod";
import { route } from "./route.ts";

export const PART_STATES = ["ok", "degraded", "down"] as const;

export const Health = z.object({
  /** The worst of its parts. */
  status: z.enum(PART_STATES),
  version: z.string(),
  /** Running now. */
  calls: z.number(),
  parts: z.array(
    z.object({
      part: z.enum(["database", "speech", "telephony", "storage", "forwarding"]),
      status: z.enum(PART_STATES),
      /** What is wrong and what to do, for people; absent when it is well. */
      note: z.string().optional(),
    }),
  ),
});
export type Health = z.output<typeof Health>;

export const readHealth = route({
  method: "GET",
  path: "/health",
  who: "anyone",
  does: "Answers when the server is ready.",
  answer: Health,
});

export const readStatus = route({
  method: "GET",
  path: "/api/status",
  who: "viewer",
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
