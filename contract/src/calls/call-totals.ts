/** What the listed calls add up to. */
import { z } from "zod";
import { totals } from "../insights/totals.ts";
import { route } from "../wire/route.ts";
import { CallFilter } from "./calls.ts";

/** Of calls that are looked for by words, no more than these are counted. */
export const MOST_COUNTED = 2_000;

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
