import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** What people write about a call. They go with it. */
export const callNotes = pgTable("call_notes", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  callId: uuid("call_id").notNull(),
  /** Of the call. */
  agentId: uuid("agent_id"),
  text: text("text").notNull(),
  author: text("author").notNull(),
  /** As principals are known by. */
  authorId: text("author_id").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  changedAt: time("changed_at"),
});

/** After those of calls, of keys that are held to some agents, and of legal holds. The call's row counts its notes, so that lists need not. */
export const callLabelMigrations: readonly Migration[] = [
  {
    id: "0182-call-labels",
    sql: `alter table executions add column tags text[] not null default '{}', add column notes integer not null default 0;
    create index executions_tagged on executions (workspace_id, created_at desc, id desc) where tags <> '{}';
    create table call_notes (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      call_id uuid not null references executions (id) on delete cascade,
      agent_id uuid,
      text text not null,
      author text not null,
      author_id text not null,
      created_at timestamptz not null default now(),
      changed_at timestamptz
    );
    create index call_notes_of_call on call_notes (call_id, created_at desc, id);
    create index call_notes_of_workspace on call_notes (workspace_id);
    create function refuse_note_on_hold() returns trigger language plpgsql as $$
      begin
        if exists (select from workspaces where id = old.workspace_id)
          and is_call_held((select one from executions one where one.id = old.call_id))
        then raise exception 'This is on legal hold.' using errcode = 'OH001'; end if;
        return case tg_op when 'DELETE' then old else new end;
      end
    $$;
    create trigger call_notes_on_hold before update or delete on call_notes for each row execute function refuse_note_on_hold();
    ${tenantTable("call_notes")}
    ${agentsTable("call_notes")}`,
  },
  {
    id: "0273-calls-of-tags",
    // Figures are a later domain's: they know this name and not the table.
    sql: `create function calls_of_tag(workspace uuid, label text) returns setof uuid language sql stable as $$
      select id from executions where workspace_id = workspace and tags <> '{}' and label = any (tags)
    $$`,
  },
];
