/** What the listed calls add up to. */
import { z } from "zod";
import { totals } from "../insights/totals.ts";
import { route } from "../wire/route.ts";
import { CallFilter } from "./calls.ts";

/** Of calls that are looked for by words, no more than these are counted. */
export const MOST_COUNTED = 2_000;

/** Where ranges of lengths begin, in seconds; the last has no end. */
export const CALL_LENGTHS = [0, 15, 30, 60, 120, 180, 300, 600] as const;
/** No more calls than these are put into ranges: the newest. */
export const MOST_MEASURED = 10_000;

export const CallTotals = z.object({
  ...totals,
  /** More calls hold the words than were counted: these are the newest. */
  has_more: z.boolean(),
});
export type CallTotals = z.output<typeof CallTotals>;

export const readCallTotals = route({
  method: "GET",
  path: "/api/calls/totals",
  who: "viewer",
  ofAgents: true,
  does:
    "What the calls of a filter add up to: how many there are, how many were a success, and why the others were not. " +
    "Of calls that are looked for by words, the newest 2,000 count.",
  query: CallFilter,
  answer: CallTotals,
});

export const CallLengths = z.object({
  data: z.array(
    z.object({
      from_seconds: z.number(),
      /** Not among it; null: the range has no end. */
      to_seconds: z.number().nullable(),
      calls: z.number().int(),
    }),
  ),
  /** There are more calls than were counted: these are the newest. */
  has_more: z.boolean(),
});
export type CallLengths = z.output<typeof CallLengths>;

export const readCallLengths = route({
  method: "GET",
  path: "/api/calls/durations",
  who: "viewer",
  ofAgents: true,
  does:
    "How long the answered calls of a filter lasted, by ranges of seconds. The newest 10,000 count, " +
    "of calls that are looked for by words the newest 2,000.",
  query: CallFilter,
  answer: CallLengths,
});
