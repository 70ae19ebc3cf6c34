import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

/**
 * After those of calls and of messages. Questions that an agent could not answer stand here without their words: those are in the journal of
 * the call, or in the message, alone. A row goes with it, and when words of the call are redacted or deleted by age.
 */
export const knowledgeGapMigrations: readonly Migration[] = [
  {
    id: "0220-knowledge-gaps",
    sql: `create table knowledge_gaps (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null references agents (id) on delete cascade,
      key text not null,
      call_id uuid references executions (id) on delete cascade,
      position integer,
      message_id uuid references thread_messages (id) on delete cascade,
      thread_id uuid,
      at timestamptz not null,
      dismissed boolean not null default false,
      check (num_nonnulls(call_id, message_id) = 1 and (call_id is null) = (position is null))
    );
    create unique index knowledge_gaps_of_call on knowledge_gaps (call_id, position) where call_id is not null;
    create unique index knowledge_gaps_of_message on knowledge_gaps (message_id) where message_id is not null;
    create index knowledge_gaps_newest on knowledge_gaps (workspace_id, agent_id, at desc);
    ${tenantTable("knowledge_gaps")}
    ${agentsTable("knowledge_gaps")}
    create function admit_knowledge_gap() returns trigger language plpgsql as $$
      begin
        perform from agents where id = new.agent_id for key share;
        if not found then return null; end if;
        if new.call_id is not null then
          perform from executions where id = new.call_id and redacted_at is null for share;
          if not found then return null; end if;
        end if;
        return new;
      end
    $$;
    create trigger knowledge_gaps_admitted before insert on knowledge_gaps for each row execute function admit_knowledge_gap();
    create function words_of_knowledge_gap(gap knowledge_gaps) returns text language sql stable as $$
      select case when gap.call_id is null
        then (select text from thread_messages where id = gap.message_id)
        else (select entry ->> 'text' from call_entries where call_id = gap.call_id and position = gap.position) end
    $$;
    create function forget_knowledge_gaps() returns trigger language plpgsql as $$
      begin
        delete from knowledge_gaps where call_id = new.id;
        return null;
      end
    $$;
    create trigger executions_redacted_gaps after update of redacted_at on executions for each row
      when (old.redacted_at is distinct from new.redacted_at) execute function forget_knowledge_gaps();`,
  },
];
