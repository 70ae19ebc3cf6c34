/** What runs now, at a glance: for a board that people look at from afar. What happens afterwards comes over {@link LIVE_PATH} (`board`). */
import { z } from "zod";
import { Execution } from "../calls/calls.ts";
import { Entry, LineState } from "../calls/journal.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** More running calls are counted and not listed. */
export const MOST_ON_BOARD = 200;
/** Of each call's journal, the newest entries. */
export const MOST_BOARD_ENTRIES = 30;

export const BoardCall = z.object({
  call: Execution,
  /** Absent before it is answered; the times of its entries count from here. */
  answered_at: Moment.nullable(),
  /** Whether the far end holds it or it is put through, and since when, in ms after it was answered. Null: neither has happened. */
  line: z.object({ state: LineState, at_ms: z.number() }).nullable(),
  /** The newest entries of its journal, in order. */
  entries: z.array(Entry),
});
export type BoardCall = z.output<typeof BoardCall>;

export const LiveBoard = z.object({
  /** By the server's clock. */
  now: Moment,
  /** The longest running first. */
  calls: z.array(BoardCall),
  running: z.number().int(),
  /** People of running batches whose turn has not come (at most 10,000 are counted), and calls that wait for a line. */
  waiting: z.number().int(),
  answered: z.number().int(),
  /** Calls that the workspace places now, and how many it may. Null: for a key that is limited to some agents. */
  lines: z.object({ used: z.number().int(), limit: z.number().int().nullable() }).nullable(),
});
export type LiveBoard = z.output<typeof LiveBoard>;

export const readLiveBoard = route({
  method: "GET",
  path: "/api/live-board",
  who: "viewer",
  ofAgents: true,
  does:
    "Lists the running calls, the longest first, at most 200, each with the last 30 entries of its journal; and counts those that run, those that " +
    "wait, and those that were answered since `from` (midnight UTC, unless it is given).",
  query: z.object({ from: Moment.optional() }),
  answer: LiveBoard,
});
