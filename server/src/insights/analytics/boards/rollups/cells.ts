/** A group of a board within a time: its sums, and how many calls had which delay. Those of several times add up. Pure. */
import type { Sums, SumsRow } from "../store.ts";

/** Calls by their delay in ms. */
export type DelayCounts = Map<number, number>;

export interface Cell {
  key: string | null;
  sums: Map<string, number>;
  delays: { p50: DelayCounts; p95: DelayCounts };
}

type Cells = Map<string | null, Cell>;

/** Of a period and of the one before. */
export interface Added {
  now: Cells;
  before: Cells;
}

export function addCell(cells: Cells, { key, sums, delays }: Cell): void {
  const cell = cells.get(key) ?? { key, sums: new Map(), delays: { p50: new Map(), p95: new Map() } };
  cells.set(key, cell);
  for (const [name, sum] of sums) cell.sums.set(name, (cell.sums.get(name) ?? 0) + sum);
  addCounts(cell.delays.p50, delays.p50);
  addCounts(cell.delays.p95, delays.p95);
}

function addCounts(counts: DelayCounts, more: DelayCounts): void {
  for (const [delay, calls] of more) counts.set(delay, (counts.get(delay) ?? 0) + calls);
}

/** By nearest rank, as PostgreSQL's `percentile_disc`. */
export function percentileOf(counts: DelayCounts, share: number): number | null {
  const all = [...counts.values()].reduce((sum, calls) => sum + calls, 0);
  let rank = Math.max(1, Math.ceil(all * share));
  for (const [delay, calls] of [...counts].toSorted(([a], [b]) => a - b)) if ((rank -= calls) <= 0) return delay;
  return null;
}

/** As the facts themselves would have it. */
export function sumsOf({ now, before }: Added): Sums {
  const groups = [...rowsOf(now, true), ...rowsOf(before, false)];
  return {
    groups: groups.toSorted((a, b) => Number(b["calls"]) - Number(a["calls"]) || inOrder(a.key, b.key)),
    delays: [delaysOfAll(now, true), delaysOfAll(before, false)],
  };
}

/** As PostgreSQL has them: what is not known comes last. */
function inOrder(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return a !== null && (b === null || a < b) ? -1 : 1;
}

function rowsOf(cells: Cells, isNow: boolean): SumsRow[] {
  return [...cells.values()].map((cell) => ({
    is_now: isNow,
    key: cell.key,
    ...Object.fromEntries(cell.sums),
    ...figuresOf(cell),
  }));
}

function figuresOf({ delays }: Pick<Cell, "delays">): Record<string, number | null> {
  return { delay_p50_ms: percentileOf(delays.p50, 0.5), delay_p95_ms: percentileOf(delays.p95, 0.95) };
}

function delaysOfAll(cells: Cells, isNow: boolean): SumsRow {
  const delays = { p50: new Map<number, number>(), p95: new Map<number, number>() };
  for (const cell of cells.values()) {
    addCounts(delays.p50, cell.delays.p50);
    addCounts(delays.p95, cell.delays.p95);
  }
  return { is_now: isNow, key: null, ...figuresOf({ delays }) };
}

/** What each of its numbers is stands before all cells, once. Delays and their calls take turns. */
interface Written {
  names: string[];
  cells: [key: string | null, sums: number[], p50: number[], p95: number[]][];
}

export function writeCells(cells: readonly Cell[]): string {
  const names = [...(cells[0]?.sums.keys() ?? [])];
  const written: Written = {
    names,
    cells: cells.map(({ key, sums, delays: { p50, p95 } }) => [
      key,
      names.map((name) => sums.get(name) ?? 0),
      [...p50].flat(),
      [...p95].flat(),
    ]),
  };
  return JSON.stringify(written);
}

/** As {@link writeCells} wrote them. */
export function readCells(text: string): Cell[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own, of this version: boards of others have other names
  const { names, cells } = JSON.parse(text) as Written;
  return cells.map(([key, sums, p50, p95]) => ({
    key,
    sums: new Map(names.map((name, at) => [name, sums[at] ?? 0])),
    delays: { p50: countsIn(p50), p95: countsIn(p95) },
  }));
}

function countsIn(flat: readonly number[]): DelayCounts {
  const counts: DelayCounts = new Map();
  for (let at = 0; at + 1 < flat.length; at += 2) counts.set(flat[at] ?? 0, flat[at + 1] ?? 0);
  return counts;
}
