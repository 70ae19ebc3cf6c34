/** The ledger of a workspace's balance. Amounts are in the currency's smallest unit (cents). */
import { z } from "zod";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";
import { Currency } from "./access.ts";

export const CreditKind = z.enum(["granted", "bought", "call", "voice", "number", "message", "corrected"]);
export type CreditKind = z.output<typeof CreditKind>;

export const CreditEntry = z.object({
  id: z.uuid(),
  at: z.string(),
  kind: CreditKind,
  /** Negative: spent. Parts of the smallest unit where a call cost such. */
  amount_minor: z.number(),
  currency: Currency,
  note: z.string(),
});
export type CreditEntry = z.output<typeof CreditEntry>;

const Period = z.object({
  /** Entered at this moment or later. */
  from: Moment.optional(),
  /** Entered before this moment. */
  to: Moment.optional(),
});
const Filter = Period.extend({ kind: CreditKind.optional() });
export type CreditFilter = z.output<typeof Filter>;

export const listCredits = route({
  method: "GET",
  path: "/api/credits/entries",
  who: "viewer",
  does: "Lists what was added to the balance and spent from it, newest first.",
  query: Cursor.extend(Filter.shape),
  answer: pageOf(CreditEntry),
});

export const CreditTotals = z.object({
  currency: Currency,
  /** The balance when the period begins; with `added_minor`, less `spent_minor`, it is `after_minor`. */
  before_minor: z.number(),
  added_minor: z.number(),
  spent_minor: z.number(),
  after_minor: z.number(),
  /** What each kind adds up to in the period; kinds without an entry are left out. */
  kinds: z.array(z.object({ kind: CreditKind, entries: z.number(), amount_minor: z.number() })),
});
export type CreditTotals = z.output<typeof CreditTotals>;

export const readCreditTotals = route({
  method: "GET",
  path: "/api/credits/totals",
  who: "viewer",
  does: "What the ledger of a period adds up to: the balance before and after it, and the sum of each kind of entry.",
  query: Period,
  answer: CreditTotals,
});

export const exportCredits = route({
  method: "GET",
  path: "/api/credits/export",
  who: "viewer",
  does: "The same entries as CSV, newest first, at most 1,000,000. Amounts are in the currency's unit, not in its smallest.",
  query: Filter,
  media: "text/csv",
});
