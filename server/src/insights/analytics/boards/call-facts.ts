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

/** Each column's type, and what it is of a call, as the table was made. Costs are US dollars. */
const FIRST_COLUMNS: Readonly<Record<string, readonly [type: string, of: string]>> = {
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
/** Those that came later: the values that were chosen for the call, by `category/name` of their question; null: none. */
const WITH_DISPOSITIONS: typeof FIRST_COLUMNS = { ...FIRST_COLUMNS, dispositions: ["jsonb", "dispositions_of(call.id)"] };
const WITH_TOPICS: typeof FIRST_COLUMNS = {
  ...WITH_DISPOSITIONS,
  // Most calls end before anything is made of them: asking first is cheaper than the function.
  dispositions: [
    "jsonb",
    "case when exists (select from call_analyses where call_analyses.call_id = call.id) then dispositions_of(call.id) end",
  ],
  topic_id: ["uuid", "(select topic_id from call_topics where call_topics.call_id = call.id)"],
};
const COLUMNS: typeof FIRST_COLUMNS = {
  ...WITH_TOPICS,
  channel: [
    "text not null",
    `case call.provider when 'whatsapp' then 'whatsapp'
      when 'webrtc' then case when call.from_number = '${WIDGET_NUMBER}' then 'widget' else 'web' end
      else 'phone' end`,
  ],
};

const namesIn = (columns: typeof COLUMNS): string => Object.keys(columns).join(", ");
const valuesIn = (columns: typeof COLUMNS): string =>
  Object.values(columns)
    .map(([, of]) => of)
    .join(", ");

/** A goal that a call has or has not reached stays known when its batch is deleted. */
const keepBy = (columns: typeof COLUMNS): string => `
  create or replace function keep_call_facts() returns trigger language plpgsql as $$
  declare
    call executions := new;
    known boolean;
  begin
    if tg_op = 'INSERT' or old.ended_at is null then
      insert into call_facts (${namesIn(columns)}) values (${valuesIn(columns)}) on conflict do nothing;
    else
      select goal_reached into known from call_facts where call_id = new.id;
      update call_facts set (${namesIn(columns)}) = row (${valuesIn(columns)}) where call_id = new.id;
      if known is not null then
        update call_facts set goal_reached = known where call_id = new.id and goal_reached is null;
      end if;
    end if;
    return null;
  end $$;`;

const TRIGGERS = `
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
export const FACTS_AFRESH = afresh(COLUMNS);

/** Answers in words are personal and stay with the analysis; values that are chosen are the workspace's own. */
const DISPOSITIONS = `
  create function dispositions_of(call uuid) returns jsonb language sql stable as $$
    select jsonb_object_agg(left(category.key || '/' || question.key, 301), left(question.value ->> 'objective', 200))
    from call_analyses analysis
    cross join lateral jsonb_each(case jsonb_typeof(analysis.extracted) when 'object' then analysis.extracted else '{}' end) category
    cross join lateral jsonb_each(case jsonb_typeof(category.value) when 'object' then category.value else '{}' end) question
    where analysis.call_id = call and jsonb_typeof(question.value -> 'objective') = 'string' and question.value ->> 'objective' <> ''
  $$;
  create function keep_dispositions_of_call() returns trigger language plpgsql as $$
  declare
    analysed uuid := case when tg_op = 'DELETE' then old.call_id else new.call_id end;
  begin
    update call_facts set dispositions = dispositions_of(analysed) where call_id = analysed;
    return null;
  end $$;
  create trigger dispositions_counted after insert or delete or update of extracted on call_analyses
    for each row execute function keep_dispositions_of_call();
  update call_facts set dispositions = dispositions_of(analysis.call_id) from call_analyses analysis
    where analysis.call_id = call_facts.call_id and analysis.extracted is not null;`;

function afresh(columns: typeof COLUMNS): string {
  const values = Object.entries(columns).map(([name, [, of]]) => `${of} as ${name}`);
  return `select ${values.join(", ")} from executions call where call.ended_at is not null`;
}

/** After those of batches and of call measures. */
export const callFactMigrations: readonly Migration[] = [
  {
    id: "0143-call-facts",
    sql: `create table call_facts (${Object.entries(FIRST_COLUMNS)
      .map(([name, [type]]) => `${name} ${type}`)
      .join(", ")});
    insert into call_facts (${namesIn(FIRST_COLUMNS)}) ${afresh(FIRST_COLUMNS)};
    create index call_facts_newest on call_facts (workspace_id, started_at desc, call_id desc);
    ${tenantTable("call_facts")}
    ${agentsTable("call_facts")}
    ${keepBy(FIRST_COLUMNS)}${TRIGGERS}`,
  },
  {
    id: "0151-call-facts-lost",
    sql: `create index call_facts_lost on call_facts (workspace_id)
      where status = 'completed' and (abandoned or goal_reached is false or end_reason = 'inactivity_timeout')`,
  },
  {
    id: "0270-call-facts-dispositions",
    sql: `alter table call_facts add column dispositions jsonb;
      ${DISPOSITIONS}
      ${keepBy(WITH_DISPOSITIONS)}`,
  },
  {
    id: "0272-call-facts-topics",
    sql: `alter table call_facts add column topic_id uuid;
      ${keepBy(WITH_TOPICS)}
      create function keep_topic_of_call() returns trigger language plpgsql as $$
      declare
        of_call uuid := case when tg_op = 'DELETE' then old.call_id else new.call_id end;
      begin
        update call_facts set topic_id = (select topic_id from call_topics where call_id = of_call) where call_id = of_call;
        return null;
      end $$;
      create trigger topics_counted after insert or delete or update of topic_id on call_topics
        for each row execute function keep_topic_of_call();`,
  },
  { id: "0276-call-facts-whatsapp", sql: keepBy(COLUMNS) },
  {
    id: "0279-call-facts-found",
    // Lost calls are counted in their index alone. What few calls of many have leads to them, newest first.
    sql: `drop index call_facts_lost;
      create index call_facts_lost on call_facts (workspace_id, started_at)
        include (call_id, agent_id, abandoned, goal_reached, end_reason, delay_p50_ms)
        where status = 'completed' and (abandoned or goal_reached is false or end_reason = 'inactivity_timeout');
      create index call_facts_of_agent on call_facts (agent_id, started_at desc, call_id desc);
      create index call_facts_of_batch on call_facts (batch_id, started_at desc, call_id desc) where batch_id is not null;
      create index call_facts_of_topic on call_facts (topic_id, started_at desc, call_id desc) where topic_id is not null;
      create index call_facts_of_number on call_facts (workspace_id, number, started_at desc, call_id desc)
        where number is not null`,
  },
];
