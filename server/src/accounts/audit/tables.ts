import { bigint, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const auditLog = pgTable(
  "audit_log",
  {
    workspaceId: uuid("workspace_id").notNull(),
    position: bigint("position", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true, precision: 3 }).notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    actor: text("actor").notNull(),
    act: text("act").notNull(),
    subject: text("subject"),
    details: jsonb("details").notNull().$type<Record<string, unknown>>(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.position] })],
);

/** Where each chain ends, so that a chain that was cut short is noticed too. */
export const auditHeads = pgTable("audit_heads", {
  workspaceId: uuid("workspace_id").primaryKey(),
  position: bigint("position", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});

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
