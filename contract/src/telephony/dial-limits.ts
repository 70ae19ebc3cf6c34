/** How much a workspace calls: limits for every call that it places, those of batches included. */
import { z } from "zod";
import { route } from "../wire/route.ts";

/** Null: no such limit. */
export const DialLimits = z.object({
  calls_per_minute: z.number().int().min(1).max(6_000).nullable(),
  calls_at_once: z.number().int().min(1).max(1_000).nullable(),
  /** In hundredths of the workspace's currency; a day is UTC's. */
  spend_per_day: z.number().int().min(0).max(100_000_000_000).nullable(),
  /** No call is placed while the balance is below zero. */
  needs_balance: z.boolean(),
});
export type DialLimits = z.output<typeof DialLimits>;

export const DialUse = z.object({
  calls_last_minute: z.number().int(),
  calls_now: z.number().int(),
  /** In hundredths of the workspace's currency. */
  spent_today: z.number(),
  balance: z.number(),
});
export type DialUse = z.output<typeof DialUse>;

export const readDialLimits = route({
  method: "GET",
  path: "/api/dial-limits",
  who: "viewer",
  does: "Reads how many calls the workspace may place, and how much of that is used now.",
  answer: DialLimits.extend({ used: DialUse }),
});

export const changeDialLimits = route({
  method: "PUT",
  path: "/api/dial-limits",
  who: "admin",
  does: "Sets how many calls the workspace may place: in a minute, at once, and for how much a day. Batches, retries, transfers and referrals count.",
  body: DialLimits,
  answer: DialLimits,
});

/** What `POST /call` would say to this call. */
export const CallCheck = z.object({
  message: z.string(),
  /** Whom it would ring. */
  to: z.string(),
  /** It would not ring at once: it is too early or too late there, or no day for calls. Null: it would. */
  waits: z
    .object({
      code: z.literal("call.outside_hours"),
      sentence: z.string(),
      until: z.iso.datetime(),
      /** Of the people who are called: where the clock is read (`Nairobi`), and ISO 3166. */
      place: z.string(),
      country: z.string().nullable(),
      /** There, now: `22:14`. */
      time: z.string(),
      /** Of this day; null: nobody there is called on it. */
      hours: z.object({ from: z.string(), to: z.string() }).nullable(),
    })
    .nullable(),
});
export type CallCheck = z.output<typeof CallCheck>;

export const checkCall = route({
  method: "POST",
  path: "/api/calls/check",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does:
    "Says whether a call could be placed now, without ringing: refuses what `POST /call` would refuse, and says until when it would wait " +
    "for the hours of its agent or of the country that it goes to.",
  body: z.object({
    agent_id: z.uuid(),
    recipient_phone_number: z.string().min(1).max(200),
    from_phone_number: z.string().max(200).nullish(),
  }),
  answer: CallCheck,
});
