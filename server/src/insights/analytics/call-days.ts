/**
 * What a workspace's calls add up to, a row a day, kept by the database itself with every statement that touches a call: the home
 * page sums a few hundred rows however many calls there are. Whole numbers only, so that what is taken away is exactly what was added.
 */
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

const COUNTS = [
  "calls",
  "ended",
  "completed",
  "unanswered",
  "failed",
  "answered",
  "duration_ms",
  "cost_micros",
  "answers",
  "delay_ms",
] as const;

/** Parts of a call's cost. What the installation's own accounts were asked for is in the others already; it counted twice at first. */
const [PARTS, PARTS_AT_FIRST] = ["cost - 'installation'", "cost"];

/** What each call adds to its day. Cost parts are US cents; a delay is from the end of speech to the first sound. */
const countedBy = (parts: string): string => `
  workspace_id,
  (created_at at time zone 'UTC')::date as day,
  1 as calls,
  (status in ('completed', 'balance-low', 'busy', 'no-answer', 'canceled', 'failed', 'stopped', 'error'))::int as ended,
  (status = 'completed')::int as completed,
  (status in ('busy', 'no-answer'))::int as unanswered,
  (status in ('failed', 'error', 'balance-low'))::int as failed,
  (answered_at is not null and ended_at is not null)::int as answered,
  case when answered_at is not null and ended_at is not null then round(duration_seconds::numeric * 1000)::bigint else 0 end
    as duration_ms,
  (select coalesce(round(sum(part.value::numeric) * 10000), 0)::bigint from jsonb_each_text(${parts}) part) as cost_micros,
  coalesce(delays.answers, 0) as answers,
  coalesce(delays.delay_ms, 0) as delay_ms`;

const DELAYS = `
  left join lateral (
    select count(*)::int as answers, sum(round((turn ->> 'speech_end_to_first_sound_ms')::numeric))::bigint as delay_ms
    from jsonb_array_elements(case when jsonb_typeof(latency -> 'turns') = 'array' then latency -> 'turns' else '[]' end) turn
    where turn ->> 'speech_end_to_first_sound_ms' is not null
  ) delays on true`;

const counted = (rows: string, parts = PARTS): string => `select ${countedBy(parts)} from ${rows} ${DELAYS}`;
const each = (make: (name: string) => string, between = ", "): string => COUNTS.map(make).join(between);
const summed = (rows: string): string => `
  select workspace_id, day, ${each((name) => `sum(${name}) as ${name}`)} from (${rows}) rows
  group by workspace_id, day having ${each((name) => `sum(${name}) <> 0`, " or ")} order by workspace_id, day`;
const negative = (rows: string): string =>
  `select workspace_id, day, ${each((name) => `-${name} as ${name}`)} from (${rows}) gone`;
const added = (rows: string): string => `
  insert into call_days as kept (workspace_id, day, ${COUNTS.join(", ")}) ${rows}
  on conflict (workspace_id, day) do update set ${each((name) => `${name} = kept.${name} + excluded.${name}`)}`;

/** Days are locked in their order. A deleted call's day is there already: a workspace that goes as a whole must get no new row. */
const keepBy = (parts: string): string => `
  create or replace function keep_call_days() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      ${added(summed(counted("fresh", parts)))};
    elsif tg_op = 'UPDATE' then
      ${added(summed(`${counted("fresh", parts)} union all ${negative(counted("gone_rows", parts))}`))};
    else
      update call_days kept set ${each((name) => `${name} = kept.${name} - gone.${name}`)}
      from (${summed(counted("gone_rows", parts))}) gone where kept.workspace_id = gone.workspace_id and kept.day = gone.day;
    end if;
    return null;
  end $$;`;

const TRIGGERS = `
  create trigger calls_added after insert on executions referencing new table as fresh
    for each statement execute function keep_call_days();
  create trigger calls_changed after update on executions referencing new table as fresh old table as gone_rows
    for each statement execute function keep_call_days();
  create trigger calls_deleted after delete on executions referencing old table as gone_rows
    for each statement execute function keep_call_days()`;

export const callDayMigrations: readonly Migration[] = [
  {
    id: "0020-call-days",
    sql: `create table call_days (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      day date not null,
      ${COUNTS.map((name) => `${name} bigint not null`).join(", ")},
      primary key (workspace_id, day)
    ) with (fillfactor = 60);
    insert into call_days (workspace_id, day, ${COUNTS.join(", ")}) ${summed(counted("executions", PARTS_AT_FIRST))};
    ${tenantTable("call_days")}
    ${keepBy(PARTS_AT_FIRST)}
    ${TRIGGERS}`,
  },
  {
    id: "0147-call-days-cost-once",
    sql: `lock table executions in share row exclusive mode;
      ${keepBy(PARTS)}
      delete from call_days;
      insert into call_days (workspace_id, day, ${COUNTS.join(", ")}) ${summed(counted("executions"))}`,
  },
];

/** The same sums from the calls themselves: what the kept ones must equal. */
export const COUNTED_AFRESH = summed(counted("executions"));
