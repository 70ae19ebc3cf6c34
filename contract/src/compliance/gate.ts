import { z } from "zod";

/** What the gate answered when a telephone was to ring in a call, or a message of a batch was to leave: the facts that it judged by, as they were then. */
export const GateDecision = z.object({
  at: z.iso.datetime(),
  /** What it was to ring for: the call itself, somebody whom the caller is put through to, a referral (REFER), a person who takes over. */
  purpose: z.enum(["call", "transfer", "referral", "takeover", "message"]),
  to: z.string(),
  allowed: z.boolean(),
  /** The code of the refusal; null: it was allowed. */
  reason: z.string().nullable(),
  facts: z.object({
    /** A telephone that is registered here has no country and no list. */
    registered: z.boolean().optional(),
    country: z.string().optional(),
    /** The number was looked up in the workspace's do-not-call list, and whether it stood there. */
    listed: z.boolean().optional(),
    /** There: `14:05`, and in which zone. */
    local_time: z.string().optional(),
    time_zone: z.string().optional(),
    holiday: z.boolean().optional(),
    /** The hours were not asked: an owner had set them aside, or its purpose has none. */
    hours_set_aside: z.boolean().optional(),
    /** Whether they must have agreed, by which rule, and the entry of the ledger by which they had. */
    consent: z
      .object({
        required: z.boolean(),
        by: z.enum(["country", "workspace"]).optional(),
        id: z.uuid().optional(),
        given_at: z.iso.datetime().optional(),
      })
      .optional(),
    /** On WhatsApp: how they have allowed calls, as Meta said then. */
    permission: z.object({ state: z.enum(["temporary", "permanent"]), expires_at: z.iso.datetime().optional() }).optional(),
    /** What the workspace had on its way, where it has limits. */
    calls_now: z.number().int().optional(),
    calls_last_minute: z.number().int().optional(),
  }),
  /** Made as it was given, over it and the answers before it; absent: it is older than seals. */
  seal: z.string().optional(),
});
export type GateDecision = z.output<typeof GateDecision>;
