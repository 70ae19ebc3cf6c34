/**
 * A narrow row a call that has ended: what boards count. PostgreSQL writes it with the statement that ends the call, whichever way that is, and
 * changes it with everything that changes the call later. `docs/guides/analytics.md` says what each figure means.
 */
import { WIDGET_NUMBER } from "@ongea/contract";
import type { Migration } from "../../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../../platform/database/tenancy.ts";

const ANSWERED = `(call.answered_at is not null and call.hangup_reason is distinct from 'voicemail_detected')`;
/** The person hung up before the agent had said anything in answer to them. */
const ABANDONED = `(${ANSWERED} and call.transfer is null and coalesce((call.measures ->> 'answers')::int, 0) = 0
  and call.hangup_by is not distinct from case call.direction when 'inbound' then 'Caller' else 'Callee' end)`;
const micros = (part: string): string => `coalesce(round((call.cost ->> '${part}')::numeric * 10000), 0)::bigint`;
const measured = (name: string, type: string): string => `(call.measures ->> '${name}')::${type}`;

/** Each column's type, and what it is of a call. Costs are US dollars. */
const COLUMNS: Readonly<Record<string, readonly [type: string, of: string]>> = {
  call_id: ["uuid primary key references executions (id) on delete cascade", "call.id"],
  workspace_id: ["uuid not null references workspaces (id) on delete cascade", "call.workspace_id"],
  started_at: ["timestamptz not null", "call.created_at"],
  agent_id: ["uuid", "call.agent_id"],
  batch_id: ["uuid", "call.batch_id"],
  version: ["int", "(call.traits ->> 'version')::int"],
  attempted: [
    "boolean not null",
    `call.answered_at is not null or (call.initiated_at is not null
      and not (call.status in ('canceled', 'stopped') and call.hangup_by is not distinct from 'API Request'))`,
  ],
  answered: ["boolean not null", ANSWERED],
  transferred: ["boolean not null", "call.transfer is not null"],
  abandoned: ["boolean not null", ABANDONED],
  contained: ["boolean not null", `${ANSWERED} and call.status = 'completed' and call.transfer is null and not ${ABANDONED}`],
  goal_reached: [
    "boolean",
    "(select call_reaches(call.id, goal) from batches where batches.id = call.batch_id and goal is not null and goal <> 'null')",
  ],
  duration_ms: [
    "int not null",
    "case when call.answered_at is null then 0 else round(call.duration_seconds::numeric * 1000)::int end",
  ],
  agent_ms: ["int", measured("agentMs", "int")],
  caller_ms: ["int", measured("callerMs", "int")],
  dead_air_ms: ["int", measured("deadAirMs", "int")],
  interruptions: ["int", measured("interruptions", "int")],
  delay_p50_ms: ["int", measured("delayP50Ms", "int")],
  delay_p95_ms: ["int", measured("delayP95Ms", "int")],
  stt_micros: ["bigint not null", micros("transcriber")],
  llm_micros: ["bigint not null", micros("llm")],
  tts_micros: ["bigint not null", micros("synthesizer")],
  telephony_micros: ["bigint not null", micros("network")],
  platform_micros: ["bigint not null", micros("platform")],
  direction: ["text not null", "call.direction"],
  channel: [
    "text not null",
    `case when call.provider <> 'webrtc' then 'phone' when call.from_number = '${WIDGET_NUMBER}' then 'widget' else 'web' end`,
  ],
  carrier: ["text not null", "call.provider"],
  number: [
    "text",
    "case when call.provider <> 'webrtc' then case call.direction when 'inbound' then call.to_number else call.from_number end end",
  ],
  country: ["text", "call.traits ->> 'country'"],
  language: ["text", `coalesce(${measured("language", "text")}, split_part(call.traits ->> 'language', '-', 1))`],
  status: ["text not null", "call.status"],
  end_reason: ["text", "call.hangup_reason"],
  stt: ["text", measured("stt", "text")],
  llm: ["text", measured("llm", "text")],
  tts: ["text", measured("tts", "text")],
};
const NAMES = Object.keys(COLUMNS).join(", ");
const VALUES = Object.values(COLUMNS)
  .map(([, of]) => of)
  .join(", ");

/** A goal that a call has or has not reached stays known when its batch is deleted. */
const KEEP = `
  create function keep_call_facts() returns trigger language plpgsql as $$
  declare
    call executions := new;
    known boolean;
  begin
    if tg_op = 'INSERT' or old.ended_at is null then
      insert into call_facts (${NAMES}) values (${VALUES}) on conflict do nothing;
    else
      select goal_reached into known from call_facts where call_id = new.id;
      update call_facts set (${NAMES}) = row (${VALUES}) where call_id = new.id;
      if known is not null then
        update call_facts set goal_reached = known where call_id = new.id and goal_reached is null;
      end if;
    end if;
    return null;
  end $$;
  create trigger calls_facts_added after insert on executions for each row
    when (new.ended_at is not null) execute function keep_call_facts();
  create trigger calls_facts_changed after update on executions for each row
    when (new.ended_at is not null) execute function keep_call_facts();
  create function keep_goal_of_call() returns trigger language plpgsql as $$
  begin
    update call_facts set goal_reached = call_reaches(call_id, goal)
    from batches where call_id = new.call_id and batches.id = call_facts.batch_id and goal is not null and goal <> 'null';
    return null;
  end $$;
  create trigger analyses_counted after insert or update on call_analyses for each row execute function keep_goal_of_call()`;

/** What the calls themselves say: what the kept facts must equal. */
export const FACTS_AFRESH = `select ${Object.entries(COLUMNS)
  .map(([name, [, of]]) => `${of} as ${name}`)
  .join(", ")} from executions call where call.ended_at is not null`;

/** After those of batches and of call measures. */
export const callFactMigrations: readonly Migration[] = [
  {
    id: "0143-call-facts",
    sql: `create table call_facts (${Object.entries(COLUMNS)
      .map(([name, [type]]) => `${name} ${type}`)
      .join(", ")});
    insert into call_facts (${NAMES}) ${FACTS_AFRESH};
    create index call_facts_newest on call_facts (workspace_id, started_at desc, call_id desc);
    ${tenantTable("call_facts")}
    ${agentsTable("call_facts")}
    ${KEEP}`,
  },
  {
    id: "0151-call-facts-lost",
    sql: `create index call_facts_lost on call_facts (workspace_id)
      where status = 'completed' and (abandoned or goal_reached is false or end_reason = 'inactivity_timeout')`,
  },
];
