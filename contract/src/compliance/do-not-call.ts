/** Numbers that nobody of this workspace calls: added by its people, or because somebody asked not to be called. */
import { z } from "zod";
import { RowProblem } from "../campaigns/batch-messages.ts";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_NUMBERS_ADDED = 10_000;

export const DoNotCall = z.object({
  /** E.164; of a person who was erased a hash, which begins with `#`. */
  number: z.string(),
  /** `asked`: in a call, in words. */
  source: z.enum(["added", "asked"]),
  /** Where it was asked for. */
  execution_id: z.string().nullable(),
  created_at: Moment,
});
export type DoNotCall = z.output<typeof DoNotCall>;

export const listDoNotCall = route({
  method: "GET",
  path: "/api/do-not-call",
  who: "viewer",
  does: "The numbers that are not called, the newest first. `q`: digits in them.",
  query: Cursor.extend({ q: z.string().trim().max(40).optional() }),
  answer: pageOf(DoNotCall),
});

export const addDoNotCall = route({
  method: "POST",
  path: "/api/do-not-call",
  who: "agent_manager",
  does: "Adds numbers, as people write them. From the next call on they are not called, by no batch and no request.",
  body: z.object({ numbers: z.array(z.string().max(200)).min(1).max(MOST_NUMBERS_ADDED) }),
  answer: z.object({
    added: z.number(),
    refused: z.array(z.object({ line: z.number(), cell: z.string(), problem: RowProblem })),
  }),
});

export const removeDoNotCall = route({
  method: "DELETE",
  path: "/api/do-not-call/:number",
  who: "admin",
  does: "Takes a number off the list: it may be called again.",
  params: z.object({
    number: z.string().regex(/^(?:\+\d{7,15}|#[\w-]{43})$/, "must be a number in E.164, or a hash as the list shows it"),
  }),
  answer: z.object({ success: z.literal(true) }),
});
