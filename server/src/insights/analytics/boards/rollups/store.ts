/** All the SQL of sums by week or day. */
import { MOST_ANALYTICS_DAYS } from "@ongea/contract";
import { and, or, sql, type SQL } from "drizzle-orm";
import type { Tenancy } from "../../../../platform/database/tenancy.ts";
import { toStepSql } from "../delay-steps.ts";
import { factsWithin, keyOf, SUMS, type FactFilter, type GroupOrder } from "../store.ts";
import { addCell, type Cell, readCells, writeCells } from "./cells.ts";
import type { Span } from "./spans.ts";
import { ROLLED_UP_AFTER_HOURS, ROLLUP_LOCK } from "./tables.ts";

export interface Board {
  workspaceId: string;
  /** Its sums have this name: what is counted, by what, and where weeks begin. */
  name: string;
  filter: Omit<FactFilter, "from" | "to">;
  by: GroupOrder;
}

export interface RollupStore {
  /** Finished calls of each day in UTC. */
  callsByDay(workspaceId: string, within: Span): Promise<{ day: string; calls: number }[]>;
  /** Those of these spans whose calls have not changed since. */
  read(board: Board, spans: readonly Span[]): Promise<(Span & { cells: Cell[] })[]>;
  /** The same without what they add up to. */
  kept(board: Board, spans: readonly Span[]): Promise<Span[]>;
  /** Of the facts themselves, in each of these times all together. */
  add(board: Board, times: readonly Span[]): Promise<Cell[]>;
  /** Spans that follow each other. False: facts are being changed, or others are being added up. */
  keep(board: Board, spans: readonly Span[]): Promise<boolean>;
  /** In which somebody looks at the workspace's boards. False: it is known. */
  addTimeZone(workspaceId: string, timeZone: string): Promise<boolean>;
  /** In which boards of workspaces with so many finished calls are looked at. */
  timeZones(fewestCalls: number): Promise<{ workspaceId: string; timeZone: string }[]>;
}

/** Boards of a workspace whose sums are kept, those that were used last, and for how long. */
const MOST_BOARDS = 300;
const UNUSED_DAYS = 45;
/** Where weeks are kept, a day is used while a period begins or ends within its week. */
const UNUSED_DAYS_OF_DAYS = 3;
const MOST_TIME_ZONES = 3;
/** Of two of the longest periods. */
const LOOKED_BACK_DAYS = 2 * MOST_ANALYTICS_DAYS;
const LONGEST_WAIT_MS = 200;

export function createRollupStore(tenancy: Pick<Tenancy, "of" | "together" | "everywhere">): RollupStore {
  async function use({ workspaceId, name }: Board, rows: readonly KeptRow[]): Promise<void> {
    const old = rows.filter(({ isOld }) => isOld).map(spanOf);
    if (old.length === 0) return;
    await tenancy.of(workspaceId).execute(sql`update board_rollups set used_on = current_date
      where workspace_id = ${workspaceId} and board = ${name} and ${areAmong(old)} and used_on < current_date`);
  }
  return {
    ...timeZoneRows(tenancy),
    async callsByDay(workspaceId, { from, to }) {
      const { rows } = await tenancy.of(workspaceId).execute<{ day: string; calls: number }>(sql`
        select day::text as day, ended::int as calls from call_days where workspace_id = ${workspaceId} and ended > 0
          and day >= (${from.toISOString()}::timestamptz at time zone 'UTC')::date
          and day <= (${to.toISOString()}::timestamptz at time zone 'UTC')::date`);
      return rows;
    },
    async read(board, spans) {
      if (spans.length === 0) return [];
      const found = await tenancy
        .of(board.workspaceId)
        .execute<KeptRow & { cells: string }>(keptRows(board, spans, sql`, cells`));
      await use(board, found.rows);
      return found.rows.map(({ cells, ...row }) => ({ ...spanOf(row), cells: readCells(cells) }));
    },
    async kept(board, spans) {
      if (spans.length === 0) return [];
      const { rows } = await tenancy.of(board.workspaceId).execute<KeptRow>(keptRows(board, spans));
      await use(board, rows);
      return rows.map(spanOf);
    },
    async add(board, times) {
      if (times.length === 0) return [];
      const cells = await cellsOf(tenancy, board, { times, key: keyOf(board.by, board.filter.disposition), place: sql`1` });
      return [...(cells.get(1)?.values() ?? [])];
    },
    keep: (board, spans) =>
      tenancy.together(board.workspaceId, async () => {
        const { workspaceId, name, by } = board;
        const db = tenancy.of(workspaceId);
        // Nobody waits for it for long: a workspace that is deleted meanwhile would wait for it, and it for the workspace.
        const { rows } = await db.execute<{
          isAlone: boolean;
        }>(sql`select set_config('lock_timeout', ${String(LONGEST_WAIT_MS)}, true),
          pg_try_advisory_xact_lock(${ROLLUP_LOCK}::int, hashtext(${workspaceId})) as "isAlone"`);
        if (!rows[0]?.isAlone) return false;
        await db.execute(sql`insert into rolled_up_workspaces (workspace_id) values (${workspaceId}) on conflict do nothing`);
        await db.execute(sql`delete from board_rollups kept using call_fact_changes change where kept.workspace_id = ${workspaceId}
          and change.workspace_id = ${workspaceId} and change.started_at >= kept.starts_at and change.started_at < kept.ends_at`);
        await db.execute(sql`delete from call_fact_changes where workspace_id = ${workspaceId}`);
        await db.execute(sql`delete from board_rollups where workspace_id = ${workspaceId} and (used_on < current_date - ${UNUSED_DAYS}::int
          or (${by.group !== "day"}::boolean and board = ${name} and ends_at - starts_at < interval '2 days'
            and used_on < current_date - ${UNUSED_DAYS_OF_DAYS}::int)
          or board not in (select board from board_rollups where workspace_id = ${workspaceId} group by board
            order by max(used_on) desc, board limit ${MOST_BOARDS}))`);
        // Of a board by days each span is one.
        const key = by.group === "day" ? sql`null::text` : keyOf(by, board.filter.disposition);
        const cells = await cellsOf(tenancy, board, {
          times: spans,
          key,
          place: sql`width_bucket(started_at, ${moments(spans.map(({ from }) => from))})`,
        });
        const made = spans.map((span, at) => ({ ...span, cells: writeCells([...(cells.get(at + 1)?.values() ?? [])]) }));
        await db.execute(sql`
          insert into board_rollups (workspace_id, board, starts_at, ends_at, cells)
          select ${workspaceId}::uuid, ${name}, "from", "to", cells
          from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as one ("from" timestamptz, "to" timestamptz, cells text)
          where "to" < now() - make_interval(hours => ${ROLLED_UP_AFTER_HOURS}::int)
          on conflict (workspace_id, board, starts_at, ends_at) do nothing`);
        return true;
      }),
  };
}

interface KeptRow extends Record<string, unknown> {
  from: string;
  to: string;
  isOld: boolean;
}

function keptRows({ workspaceId, name }: Board, spans: readonly Span[], further = sql``): SQL {
  return sql`
    select ${inUtc("starts_at")} as from, ${inUtc("ends_at")} as to, used_on < current_date as "isOld"${further}
    from board_rollups kept
    where workspace_id = ${workspaceId} and board = ${name} and ${areAmong(spans)} and not exists (
      select from call_fact_changes change where change.workspace_id = ${workspaceId}
        and change.started_at >= kept.starts_at and change.started_at < kept.ends_at)`;
}

const spanOf = ({ from, to }: KeptRow): Span => ({ from: new Date(from), to: new Date(to) });
const moments = (of: readonly Date[]): SQL => sql`${sql.param(of.map((at) => at.toISOString()))}::timestamptz[]`;
/** A week and its first day begin at the same moment. */
const areAmong = (spans: readonly Span[]): SQL => sql`(starts_at, ends_at) in (
  select * from unnest(${moments(spans.map(({ from }) => from))}, ${moments(spans.map(({ to }) => to))}))`;
const inUtc = (column: string): SQL => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

function timeZoneRows(tenancy: Pick<Tenancy, "of" | "everywhere">): Pick<RollupStore, "addTimeZone" | "timeZones"> {
  return {
    async addTimeZone(workspaceId, timeZone) {
      const db = tenancy.of(workspaceId);
      const { rows } = await db.execute<{ isNew: boolean }>(sql`
        insert into board_time_zones as zone (workspace_id, time_zone) values (${workspaceId}, ${timeZone})
        on conflict (workspace_id, time_zone) do update set used_on = current_date where zone.used_on < current_date
        returning xmax = 0 as "isNew"`);
      if (!rows[0]?.isNew) return false;
      await db.execute(sql`delete from board_time_zones where workspace_id = ${workspaceId} and time_zone not in (
        select time_zone from board_time_zones where workspace_id = ${workspaceId}
        order by used_on desc, time_zone = ${timeZone} desc, time_zone limit ${MOST_TIME_ZONES})`);
      return true;
    },
    async timeZones(fewestCalls) {
      const { rows } = await tenancy.everywhere.execute<{ workspaceId: string; timeZone: string }>(sql`
        select workspace_id as "workspaceId", time_zone as "timeZone" from board_time_zones zone
        where used_on >= current_date - ${UNUSED_DAYS}::int and ${fewestCalls}::int <= (
          select sum(ended) from call_days where call_days.workspace_id = zone.workspace_id
            and day >= current_date - ${LOOKED_BACK_DAYS}::int)
        order by used_on desc, workspace_id, time_zone`);
      return rows;
    },
  };
}

interface Placed {
  times: readonly Span[];
  key: SQL;
  place: SQL;
}

const counts = (column: string): SQL => sql.raw(`${toStepSql(column)} as delay`);

async function cellsOf(
  tenancy: Pick<Tenancy, "of">,
  { workspaceId, filter }: Board,
  { times, key, place }: Placed,
): Promise<Map<number, Map<string | null, Cell>>> {
  const within = or(
    ...times.map(({ from, to }) => factsWithin(workspaceId, { ...filter, from: from.toISOString(), to: to.toISOString() })),
  );
  const facts = sql`(select *, ${place}::int as place, (${key})::text as key from call_facts where ${and(within)}) facts`;
  const ask = async (question: SQL) => (await tenancy.of(workspaceId).execute(question)).rows;
  const delays = (column: string): Promise<Record<string, unknown>[]> =>
    ask(sql`select place, key, delay, count(*)::int as calls from (select place, key, ${counts(column)} from ${facts}
      where ${sql.raw(column)} is not null) delays group by place, key, delay`);
  const [sums, p50, p95] = await Promise.all([
    ask(sql`select place, key, ${SUMS} from ${facts} group by place, facts.key`),
    delays("delay_p50_ms"),
    delays("delay_p95_ms"),
  ]);
  const places = new Map<number, Map<string | null, Cell>>();
  const add = ({ place: at, key: of }: Record<string, unknown>, cell: Partial<Cell>): void => {
    const cells = places.get(Number(at)) ?? new Map<string | null, Cell>();
    places.set(Number(at), cells);
    const none = { p50: new Map<number, number>(), p95: new Map<number, number>() };
    addCell(cells, { key: typeof of === "string" ? of : null, sums: new Map(), delays: none, ...cell });
  };
  const none = new Map<number, number>();
  for (const row of sums) add(row, { sums: sumsIn(row) });
  for (const row of p50) add(row, { delays: { p50: countIn(row), p95: none } });
  for (const row of p95) add(row, { delays: { p50: none, p95: countIn(row) } });
  return places;
}

function sumsIn({ place: _place, key: _key, ...sums }: Record<string, unknown>): Map<string, number> {
  return new Map(Object.entries(sums).map(([name, sum]) => [name, Number(sum)]));
}

const countIn = ({ delay, calls }: Record<string, unknown>): Map<number, number> => new Map([[Number(delay), Number(calls)]]);
