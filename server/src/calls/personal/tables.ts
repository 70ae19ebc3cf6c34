import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** After those of legal holds. What is due is found by an index; a file is removed after the row that named it, by the server that has it. */
export const dueCallMigrations: readonly Migration[] = [
  {
    id: "0171-due-calls",
    sql: `alter table executions add column words_deleted boolean not null default false;
    create index executions_with_sound on executions (workspace_id, ended_at) where recording is not null;
    create index executions_with_words on executions (workspace_id, ended_at) where not words_deleted;
    create index webhook_deliveries_age on webhook_deliveries (workspace_id, created_at);
    create table recordings_to_remove (
      name text primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      since timestamptz not null default now()
    );
    create index recordings_to_remove_of_workspace on recordings_to_remove (workspace_id);
    ${tenantTable("recordings_to_remove")}`,
  },
];
