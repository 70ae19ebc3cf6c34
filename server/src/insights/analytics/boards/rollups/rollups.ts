/**
 * Sums of boards over many calls. Whole weeks and days (of boards by day: days alone) are added up once, before or a moment after somebody asks,
 * and read from then on; the ends of a period come from the facts. A workspace with few calls needs none of it.
 */
import { createHash } from "node:crypto";
import { agentsInReach, beyondReach } from "../../../../platform/database/reach.ts";
import type { Log } from "../../../../platform/log/log.ts";
import type { BoardStore, FactFilter, GroupOrder } from "../store.ts";
import { addCell, type Cell, sumsOf } from "./cells.ts";
import { between, type Span, spansWithin } from "./spans.ts";
import type { Board, RollupStore } from "./store.ts";
import { ROLLED_UP_AFTER_HOURS } from "./tables.ts";

export interface Rollups {
  sums: BoardStore["sums"];
  /** Adds up what a board without filters over these periods is read from, where their calls are many. */
  prepare(workspaceId: string, wanted: Preparation): Promise<void>;
  /** Resolves when all that was asked for is added up. */
  settled(): Promise<void>;
}

export interface Preparation {
  by: Pick<GroupOrder, "group" | "timeZone">;
  periods: readonly Span[];
  signal: AbortSignal;
}

export interface RollupParts {
  direct: Pick<BoardStore, "sums">;
  store: RollupStore;
  log: Pick<Log, "warn">;
  now(): Date;
  /** Of fewer calls in both periods the facts are read. */
  fewestCalls?: number;
}

export const FEWEST_CALLS = 40_000;
/** So many calls are added up at the ends of a period, and in one step of those that are kept. */
const MOST_CALLS_AT_ONCE = 100_000;
/** More boards do not wait to be added up; each is asked for again. */
const MOST_WAITING = 50;
/** Another version of cells has other names. */
const VERSION = 1;
const HOUR_MS = 3_600_000;
const LATER_MS = 2_000;
const MOST_TRIES = 10;

export function createRollups({ direct, store, log, now, fewestCalls = FEWEST_CALLS }: RollupParts): Rollups {
  const waiting = new Map<string, () => Promise<void>>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (let next = waiting.entries().next().value; next !== undefined; next = waiting.entries().next().value) {
      const [name, add] = next;
      await add().catch((error: unknown) => log.warn({ err: error }, "A board could not be added up; it is read from its calls"));
      waiting.delete(name);
    }
  }

  function addLater(board: Board, missing: readonly Span[], callsIn: (span: Span) => number): void {
    const name = `${board.workspaceId} ${board.name}`;
    if (waiting.size >= MOST_WAITING || waiting.has(name)) return;
    waiting.set(name, () => addAll(board, missing, { callsIn }));
    working ??= beyondReach(work).finally(() => (working = undefined));
  }

  async function addAll(
    board: Board,
    missing: readonly Span[],
    { callsIn, signal }: { callsIn: (span: Span) => number; signal?: AbortSignal },
  ): Promise<void> {
    for (const spans of inSteps(missing, callsIn)) {
      if (signal?.aborted) return;
      const beganMs = performance.now();
      for (let tries = 1; !(await store.keep(board, spans)) && tries < MOST_TRIES; tries++) await pause(LATER_MS);
      // Calls and people come first.
      await pause(performance.now() - beganMs);
    }
  }

  return {
    async sums(workspaceId, filter, by) {
      const period = { from: new Date(filter.from), to: new Date(filter.to) };
      // Sums are the whole workspace's.
      if (agentsInReach() !== undefined) return direct.sums(workspaceId, filter, by);
      const days = await callsOf(workspaceId, period);
      if (days === undefined) return direct.sums(workspaceId, filter, by);
      const halves = halvesOf(period, by, now());
      const { from: _from, to: _to, ...rest } = filter;
      const board: Board = { workspaceId, name: nameOf(rest, by), filter: rest, by };
      const found = await store.read(
        board,
        halves.flatMap(({ spans }) => spans),
      );
      const cellsAt = new Map(found.map(({ cells, ...span }) => [placeOf(span), cells]));
      const isMissing = (span: Span): boolean => !cellsAt.has(placeOf(span));
      const missing = halves.flatMap(({ spans }) => spans.filter(isMissing));
      const callsIn = counterOf(days);
      if (missing.length > 0) addLater(board, missing, callsIn);
      const times = halves.map((half) =>
        between(
          half,
          half.spans.filter((span) => !isMissing(span)),
        ),
      );
      if (times.flat().reduce((sum, one) => sum + callsIn(one), 0) > MOST_CALLS_AT_ONCE + fewestCalls && missing.length > 0)
        return direct.sums(workspaceId, filter, by);
      return sumsOf(await added(board, { halves, times, cellsAt }));
    },
    async prepare(workspaceId, { by, periods, signal }) {
      const board: Board = { workspaceId, name: nameOf({}, by), filter: {}, by: { ...by, midnights: [] } };
      for (const period of periods) {
        const days = await callsOf(workspaceId, period);
        if (days === undefined) continue;
        const spans = halvesOf(period, by, now()).flatMap((half) => half.spans);
        const there = new Set((await store.kept(board, spans)).map(placeOf));
        const missing = spans.filter((span) => !there.has(placeOf(span))).toSorted((a, b) => a.from.getTime() - b.from.getTime());
        await addAll(board, missing, { callsIn: counterOf(days), signal });
      }
    },
    async settled() {
      await working;
    },
  };

  /** Of the period and the one before, by day. Undefined: they are few, and none of this pays. */
  async function callsOf(workspaceId: string, { from, to }: Span): Promise<{ day: string; calls: number }[] | undefined> {
    const days = await store.callsByDay(workspaceId, { from: beginningBefore({ from, to }), to });
    return days.reduce((sum, { calls }) => sum + calls, 0) < fewestCalls ? undefined : days;
  }

  async function added(
    board: Board,
    { halves, times, cellsAt }: { halves: { spans: Span[] }[]; times: Span[][]; cellsAt: ReadonlyMap<string, Cell[]> },
  ) {
    const [now, before] = await Promise.all(
      halves.map(async ({ spans }, at) => {
        const cells = new Map<string | null, Cell>();
        for (const span of spans)
          for (const cell of cellsAt.get(placeOf(span)) ?? []) addCell(cells, { ...cell, key: keyAt(board.by, span.from, cell) });
        for (const cell of await store.add(board, times[at] ?? [])) addCell(cells, cell);
        return cells;
      }),
    );
    return { now: now ?? new Map(), before: before ?? new Map() };
  }
}

/** The period before is as long. */
const beginningBefore = ({ from, to }: Span): Date => new Date(2 * from.getTime() - to.getTime());

function halvesOf(period: Span, { group, timeZone }: Preparation["by"], now: Date): (Span & { spans: Span[] })[] {
  const settledBefore = new Date(now.getTime() - ROLLED_UP_AFTER_HOURS * HOUR_MS);
  const unit = group === "day" ? "days" : "weeks";
  return [period, { from: beginningBefore(period), to: period.from }].map((half) => ({
    ...half,
    spans: spansWithin({ ...half, to: half.to < settledBefore ? half.to : settledBefore }, unit, timeZone),
  }));
}

const placeOf = ({ from, to }: Span): string => `${from.getTime()} ${to.getTime()}`;

/** Of a day: its place among those of the period, as the facts have it. */
function keyAt({ group, midnights }: GroupOrder, from: Date, { key }: Cell): string | null {
  if (group !== "day") return key;
  return String(midnights.findLastIndex((midnight) => midnight <= from) + 1);
}

function nameOf(filter: Omit<FactFilter, "from" | "to">, { group, timeZone }: Preparation["by"]): string {
  const parts = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([VERSION, group, timeZone, parts]))
    .digest("base64url");
}

/** About how many calls a time has: those of days in UTC, in part. */
function counterOf(days: readonly { day: string; calls: number }[]): (span: Span) => number {
  const dayMs = 24 * HOUR_MS;
  const byDay = new Map(days.map(({ day, calls }) => [Date.parse(day) / dayMs, calls]));
  return ({ from, to }) => {
    let sum = 0;
    for (let day = Math.floor(from.getTime() / dayMs); day * dayMs < to.getTime(); day++) {
      const within = Math.min(to.getTime(), (day + 1) * dayMs) - Math.max(from.getTime(), day * dayMs);
      sum += ((byDay.get(day) ?? 0) * within) / dayMs;
    }
    return sum;
  };
}

/** Spans that follow each other, together so many calls that a step is short. */
function inSteps(spans: readonly Span[], callsIn: (span: Span) => number): Span[][] {
  const steps: Span[][] = [];
  let calls = 0;
  for (const span of spans) {
    const last = steps.at(-1);
    calls += callsIn(span);
    if (last !== undefined && calls <= MOST_CALLS_AT_ONCE && last.at(-1)?.to.getTime() === span.from.getTime()) last.push(span);
    else {
      steps.push([span]);
      calls = callsIn(span);
    }
  }
  return steps;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
