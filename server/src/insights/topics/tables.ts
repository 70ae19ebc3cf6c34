import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

/**
 * After those of calls and of messages. Words of callers are not copied: an example that a call gave is its place in the journal, and goes
 * with the call, its redaction or the age of its words. A suggestion holds words that several calls share; it goes with any of them.
 */
export const topicMigrations: readonly Migration[] = [
  {
    id: "0271-topics",
    sql: `create table topics (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index topics_by_name on topics (workspace_id, lower(name));
    create table topic_examples (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      topic_id uuid not null references topics (id) on delete cascade,
      agent_id uuid,
      text text,
      call_id uuid references executions (id) on delete cascade,
      position integer,
      created_at timestamptz not null default clock_timestamp(),
      check (num_nonnulls(text, call_id) = 1 and (call_id is null) = (position is null))
    );
    create index topic_examples_of_topic on topic_examples (topic_id);
    create unique index topic_examples_of_call on topic_examples (call_id) where call_id is not null;
    create table topic_suggestions (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null
    );
    create index topic_suggestions_of_workspace on topic_suggestions (workspace_id);
    create table call_topics (
      call_id uuid primary key references executions (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid,
      topic_id uuid references topics (id) on delete set null,
      suggestion_id uuid references topic_suggestions (id) on delete set null,
      position integer,
      chosen boolean not null default false,
      dismissed boolean not null default false,
      at timestamptz not null
    );
    create index call_topics_newest on call_topics (workspace_id, at desc, call_id desc);
    create index call_topics_of_topic on call_topics (topic_id) where topic_id is not null;
    create index call_topics_of_suggestion on call_topics (suggestion_id) where suggestion_id is not null;
    create table thread_topics (
      thread_id uuid primary key references threads (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null,
      topic_id uuid references topics (id) on delete set null,
      at timestamptz not null
    );
    create index thread_topics_newest on thread_topics (workspace_id, at desc);
    create index thread_topics_of_topic on thread_topics (topic_id) where topic_id is not null;
    ${["topics", "topic_examples", "topic_suggestions", "call_topics", "thread_topics"].map((table) => tenantTable(table)).join("")}
    ${agentsTable("topic_examples", "agent_id", true)}
    ${agentsTable("call_topics")}
    ${agentsTable("thread_topics")}
    create function words_in_call(call uuid, at integer) returns text language sql stable as $$
      select left(entry ->> 'text', 300) from call_entries where call_id = call and position = at and entry ->> 'kind' = 'turn'
    $$;
    create function admit_call_topic() returns trigger language plpgsql as $$
      begin
        perform from executions where id = new.call_id and redacted_at is null for share;
        if not found then return null; end if;
        return new;
      end
    $$;
    create trigger call_topics_admitted before insert on call_topics for each row execute function admit_call_topic();
    create trigger topic_examples_admitted before insert on topic_examples
      for each row when (new.call_id is not null) execute function admit_call_topic();
    create function forget_topic_of_call() returns trigger language plpgsql as $$
      begin
        delete from topic_examples where call_id = new.id;
        delete from call_topics where call_id = new.id;
        return null;
      end
    $$;
    create trigger executions_redacted_topics after update of redacted_at on executions for each row
      when (old.redacted_at is distinct from new.redacted_at) execute function forget_topic_of_call();
    create function forget_topic_suggestion() returns trigger language plpgsql as $$
      begin
        delete from topic_suggestions where id = old.suggestion_id;
        return null;
      end
    $$;
    create trigger call_topics_gone after delete on call_topics for each row
      when (old.suggestion_id is not null) execute function forget_topic_suggestion();`,
  },
  {
    id: "0273-calls-of-topics",
    // The list of calls is an earlier domain's: it knows this name and not the table.
    sql: `create function calls_of_topic(topic uuid) returns setof uuid language sql stable as $$
      select call_id from call_topics where topic_id = topic
    $$`,
  },
  {
    id: "0273-topics-of-threads-chosen",
    sql: "alter table thread_topics add column chosen boolean not null default false",
  },
  {
    id: "0277-topics-by-vectors",
    // A vector stands beside the words' place and goes with it. Whose message it is, insights need not know.
    sql: `alter table call_topics add column space text, add column vector bytea;
    alter table topic_examples add column space text, add column vector bytea;
    create table topic_embeddings (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      space text not null,
      tokens bigint not null,
      primary key (workspace_id, space)
    );
    ${tenantTable("topic_embeddings")}
    create function words_of_message(message uuid) returns text language sql stable as $$
      select left(text, 300) from thread_messages where id = message
    $$;`,
  },
  {
    id: "0279-topics-counted",
    // They are counted in the index alone.
    sql: `drop index call_topics_newest;
    create index call_topics_newest on call_topics (workspace_id, at desc, call_id desc) include (topic_id, agent_id)`,
  },
];
