import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** What the journal of a demo call is made from; its words are those of the call's transcript. */
export const demoMigrations: readonly Migration[] = [
  {
    id: "0026-demo",
    sql: `create table rehearsed_calls (
      call_id uuid primary key references executions (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      seed text not null,
      language text not null,
      marks jsonb not null
    );
    create index rehearsed_calls_of_workspace on rehearsed_calls (workspace_id);
    ${tenantTable("rehearsed_calls")}`,
  },
  {
    id: "0027-unindexed-demos",
    sql: `create table unindexed_demos (workspace_id uuid primary key references workspaces (id) on delete cascade);
    ${tenantTable("unindexed_demos")}`,
  },
];
