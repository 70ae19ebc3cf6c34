/** All the SQL of boards: sums over the facts of calls. */
import type { CallGroup, CountedCalls } from "@ongea/contract";
import { and, sql, type SQL } from "drizzle-orm";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../../platform/database/keyset.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";

export interface FactFilter {
  from: string;
  to: string;
  agent_id?: string | undefined;
  version?: number | undefined;
  batch_id?: string | undefined;
  direction?: string | undefined;
  channel?: string | undefined;
  carrier?: string | undefined;
  number?: string | undefined;
  country?: string | undefined;
  language?: string | undefined;
  end_reason?: string | undefined;
  topic_id?: string | undefined;
  /** A question, as `category/name`: calls for which a value of it was chosen. */
  disposition?: string | undefined;
  disposition_value?: string | undefined;
}

/** Of one group, in the period that was asked for (`is_now`) or in the one before. Counts come as text: they may be large. */
export interface SumsRow extends Record<string, unknown> {
  is_now: boolean;
  key: string | null;
}

export interface Sums {
  /** Those with the most calls first. */
  groups: SumsRow[];
  /** Percentiles of all calls, which those of groups do not add up to. */
  delays: SumsRow[];
}

export interface GroupOrder {
  group: CallGroup;
  timeZone: string;
  /** Where the days of the period begin; their keys are their places in it, from 1. */
  midnights: readonly Date[];
}

export interface BoardStore {
  /** The sums of a period and of the one before, by group. */
  sums(workspaceId: string, filter: FactFilter, by: GroupOrder): Promise<Sums>;
  /** Ids of calls, newest first. */
  calls(
    workspaceId: string,
    filter: FactFilter & { counted?: CountedCalls | undefined },
    page: { cursor?: string | undefined; limit: number },
  ): Promise<PageOf<{ id: string }>>;
}

const EXACT = [
  "agent_id",
  "version",
  "batch_id",
  "direction",
  "channel",
  "carrier",
  "number",
  "country",
  "language",
  "end_reason",
  "topic_id",
] as const;
const COUNTED: Readonly<Record<CountedCalls, string>> = {
  attempted: "attempted",
  answered: "answered",
  contained: "contained",
  transferred: "answered and transferred",
  abandoned: "abandoned",
  goal: "answered and goal_reached is not null",
  reached: "answered and goal_reached",
};

const COSTS = ["stt", "llm", "tts", "telephony", "platform"] as const;
const costs = COSTS.map((part) => `${part}_micros`).join(" + ");

/** The names are those that `figures-of.ts` reads. */
export const SUMS = sql.raw(`
  count(*) as calls,
  ${Object.entries(COUNTED)
    .map(([name, is]) => `count(*) filter (where ${is}) as ${name}`)
    .join(", ")},
  count(*) filter (where answered and agent_ms is not null) as spoken,
  coalesce(sum(duration_ms), 0) as duration_ms,
  coalesce(sum(agent_ms), 0) as agent_ms,
  coalesce(sum(caller_ms), 0) as caller_ms,
  coalesce(sum(dead_air_ms) filter (where answered), 0) as dead_air_ms,
  coalesce(sum(interruptions) filter (where answered), 0) as interruptions,
  ${COSTS.map((part) => `coalesce(sum(${part}_micros), 0) as ${part}_micros`).join(", ")},
  coalesce(sum(${costs}) filter (where goal_reached is not null), 0) as goal_micros`);

/** Apart from the sums: they are sorted, and sums need not be. */
const DELAYS = sql.raw(`
  percentile_disc(0.5) within group (order by delay_p50_ms) as delay_p50_ms,
  percentile_disc(0.95) within group (order by delay_p95_ms) as delay_p95_ms`);

export function createBoardStore(tenancy: Pick<Tenancy, "of">): BoardStore {
  return {
    async sums(workspaceId, filter, by) {
      const lengthMs = Date.parse(filter.to) - Date.parse(filter.from);
      const earlier = new Date(Date.parse(filter.from) - lengthMs).toISOString();
      const facts = sql`(
        select *, started_at >= ${filter.from}::timestamptz as is_now, ${keyOf(by, filter.disposition)} as key
        from call_facts where ${factsWithin(workspaceId, { ...filter, from: earlier })}
      ) facts`;
      const ask = async (question: SQL): Promise<SumsRow[]> => (await tenancy.of(workspaceId).execute<SumsRow>(question)).rows;
      const isTimed = sql`delay_p50_ms is not null`;
      const [groups, delaysOfGroups, delays] = await Promise.all([
        ask(
          sql`select is_now, key::text as key, ${SUMS} from ${facts} group by is_now, facts.key order by calls desc, facts.key::text collate "C"`,
        ),
        ask(sql`select is_now, key::text as key, ${DELAYS} from ${facts} where ${isTimed} group by is_now, facts.key`),
        ask(sql`select is_now, null as key, ${DELAYS} from ${facts} where ${isTimed} group by is_now`),
      ]);
      const delaysOf = new Map(delaysOfGroups.map((row) => [`${row.is_now} ${row.key}`, row]));
      return { groups: groups.map((row) => ({ ...row, ...delaysOf.get(`${row.is_now} ${row.key}`) })), delays };
    },
    async calls(workspaceId, { counted, ...filter }, { cursor, limit }) {
      const [at, id] = [sql`started_at`, sql`call_id`];
      const isCounted = counted && sql.raw(COUNTED[counted]);
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string; place: string }>(sql`
        select call_id as id, ${cursorOf(at, id)} as place from call_facts
        where ${and(factsWithin(workspaceId, filter), isCounted, afterCursor(cursor, at, id))}
        order by started_at desc, call_id desc limit ${limit + 1}`);
      return pageFrom(rows, limit);
    },
  };
}

export interface DaySums {
  calls: number;
  answered: number;
  failed: number;
  goalsReached: number;
  /** Hundredths of the US dollar. */
  costCents: number;
}

/** Of all calls that began from a moment on and before another, and are over. */
export async function sumsBetween(
  tenancy: Pick<Tenancy, "of">,
  workspaceId: string,
  { from, until }: { from: Date; until: Date },
): Promise<DaySums> {
  const { rows } = await tenancy.of(workspaceId).execute<DaySums & Record<string, unknown>>(sql`
    select count(*)::int as calls, count(*) filter (where answered)::int as answered,
      count(*) filter (where status in ('failed', 'error', 'balance-low'))::int as failed,
      count(*) filter (where ${sql.raw(COUNTED.reached)})::int as "goalsReached",
      (coalesce(sum(${sql.raw(costs)}), 0) / 10000)::float8 as "costCents"
    from call_facts where ${factsWithin(workspaceId, { from: from.toISOString(), to: until.toISOString() })}`);
  return rows[0] ?? { calls: 0, answered: 0, failed: 0, goalsReached: 0, costCents: 0 };
}

export function factsWithin(workspaceId: string, filter: FactFilter): SQL | undefined {
  return and(
    sql`workspace_id = ${workspaceId}`,
    sql`started_at >= ${filter.from}::timestamptz`,
    sql`started_at < ${filter.to}::timestamptz`,
    ...EXACT.map((name) => (filter[name] === undefined ? undefined : sql`${sql.identifier(name)} = ${filter[name]}`)),
    isChosen(filter),
  );
}

function isChosen({ disposition, disposition_value: value }: FactFilter): SQL | undefined {
  if (disposition === undefined) return undefined;
  const chosen = chosenFor(disposition);
  return value === undefined ? sql`${chosen} is not null` : sql`${chosen} = ${value}`;
}

const chosenFor = (disposition: string): SQL => sql`dispositions ->> ${disposition}::text`;

export function keyOf({ group, timeZone, midnights }: GroupOrder, disposition: string | undefined): SQL {
  switch (group) {
    case "disposition":
      return disposition === undefined ? sql`null::text` : chosenFor(disposition);
    case "day":
      // Cheaper than the calendar of each call.
      return sql`width_bucket(started_at, ${sql.param(midnights.map((at) => at.toISOString()))}::timestamptz[])`;
    case "hour":
      return sql`lpad(extract(hour from started_at at time zone ${timeZone})::text, 2, '0')`;
    case "agent":
      return sql`agent_id`;
    case "batch":
      return sql`batch_id`;
    case "topic":
      return sql`topic_id`;
    default:
      return sql`${sql.identifier(group)}`;
  }
}
