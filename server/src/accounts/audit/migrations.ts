import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const auditMigrations: readonly Migration[] = [
  {
    id: "0010-audit",
    sql: `create table audit_log (
      workspace_id uuid not null references workspaces (id),
      position bigint not null,
      at timestamptz(3) not null,
      actor_kind text not null,
      actor_id text not null,
      actor text not null,
      act text not null,
      subject text,
      details jsonb not null,
      previous_hash text not null,
      hash text not null,
      primary key (workspace_id, position)
    );
    create table audit_heads (
      workspace_id uuid primary key references workspaces (id),
      position bigint not null,
      hash text not null
    );
    create function audit_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'The audit log is only added to.'; end
    $$;
    create trigger audit_log_append_only before update or delete or truncate on audit_log
      for each statement execute function audit_is_append_only();
    ${tenantTable("audit_log")}
    ${tenantTable("audit_heads")}`,
  },
  {
    // The log of a workspace outlives it.
    id: "0012-audit-outlives",
    sql: `alter table audit_log drop constraint audit_log_workspace_id_fkey;
    alter table audit_heads drop constraint audit_heads_workspace_id_fkey`,
  },
];
