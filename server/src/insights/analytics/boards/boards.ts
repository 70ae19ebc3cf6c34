/** Boards: what finished calls add up to by something, beside the period before. */
import { isKeyOf, MOST_CALL_GROUPS, type CallBoard, type CallGroup, type CountedCalls, type Execution } from "@ongea/contract";
import type { PageOf } from "../../../platform/database/keyset.ts";
import { momentOf } from "../../../platform/time/local-time.ts";
import type { BoardStore, FactFilter, SumsRow } from "./store.ts";
import { daysBetween } from "./days-between.ts";
import { figuresOf, totalOf } from "./figures-of.ts";

export interface BoardQuery extends FactFilter {
  group: CallGroup;
  time_zone: string;
}

export interface Boards {
  read(workspaceId: string, query: BoardQuery): Promise<CallBoard>;
  /** The calls behind a figure, newest first. */
  calls(
    workspaceId: string,
    query: FactFilter & { counted?: CountedCalls | undefined; cursor?: string | undefined; limit: number },
  ): Promise<PageOf<Execution>>;
}

interface Named {
  id: string;
  name: string;
}

export interface BoardParts {
  store: BoardStore;
  agents(workspaceId: string): Promise<readonly Named[]>;
  batches(workspaceId: string): Promise<readonly Named[]>;
  topics(workspaceId: string): Promise<readonly Named[]>;
  /** Of these ids, the calls that are over, in no order. */
  ended(workspaceId: string, ids: readonly string[]): Promise<readonly Execution[]>;
}

export function createBoards({ store, ended, ...naming }: BoardParts): Boards {
  const namesOf = async (workspaceId: string, group: CallGroup): Promise<ReadonlyMap<string, string>> => {
    const namesBy = { agent: naming.agents, batch: naming.batches, topic: naming.topics };
    const named = isKeyOf(namesBy, group) ? await namesBy[group](workspaceId) : [];
    return new Map(named.map(({ id, name }) => [id, name]));
  };
  return {
    async read(workspaceId, { group, time_zone: timeZone, ...filter }) {
      const days = group === "day" ? daysBetween(filter.from, filter.to, timeZone) : [];
      const midnights = days.map((day) => momentOf(new Date(`${day}T00:00:00Z`), 0, timeZone));
      const [sums, names] = await Promise.all([
        store.sums(workspaceId, filter, { group, timeZone, midnights }),
        namesOf(workspaceId, group),
      ]);
      const now = sums.groups.filter((row) => row.is_now);
      const then = sums.groups.filter((row) => !row.is_now);
      const total = (isNow: boolean) =>
        totalOf(
          isNow ? now : then,
          sums.delays.find((row) => row.is_now === isNow),
        );
      const earlier = new Map(then.map((row) => [row.key, row]));
      const all = group === "day" ? everyDay(now, days) : group === "hour" ? inOrder(now) : now.map(groupOf);
      const groups = all.slice(0, MOST_CALL_GROUPS).map(({ key, row }) => {
        const before = group === "day" ? undefined : earlier.get(key);
        return { key, name: names.get(key ?? "") ?? null, figures: figuresOf(row), before: before ? figuresOf(before) : null };
      });
      const { from, to } = filter;
      return { from, to, group, total: total(true), before: total(false), groups, has_more: all.length > groups.length };
    },
    async calls(workspaceId, { cursor, limit, ...filter }) {
      const { data, next } = await store.calls(workspaceId, filter, { cursor, limit });
      const found = await ended(
        workspaceId,
        data.map(({ id }) => id),
      );
      const byId = new Map(found.map((call) => [call.id, call]));
      return { data: data.flatMap(({ id }) => byId.get(id) ?? []), next };
    },
  };
}

interface Group {
  key: string | null;
  row: SumsRow | undefined;
}

function everyDay(rows: readonly SumsRow[], days: readonly string[]): Group[] {
  const byPlace = new Map(rows.map((row) => [row.key, row]));
  return days.map((key, at) => ({ key, row: byPlace.get(String(at + 1)) }));
}

function inOrder(rows: readonly SumsRow[]): Group[] {
  return rows.map(groupOf).toSorted((a, b) => (a.key ?? "").localeCompare(b.key ?? ""));
}

const groupOf = (row: SumsRow): Group => ({ key: row.key, row });
