import type { DialLimits } from "@ongea/contract";
import { jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** How much a workspace may call; without a row, as much as it likes. */
export const dialLimits = pgTable("dial_limits", {
  workspaceId: uuid("workspace_id").primaryKey(),
  limits: jsonb("limits").notNull().$type<DialLimits>(),
});

/** After those of workspaces. */
export const dialLimitMigrations: readonly Migration[] = [
  {
    id: "0085-dial-limits",
    sql: `create table dial_limits (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      limits jsonb not null
    );
    create index executions_placed on executions (workspace_id, initiated_at) where direction = 'outbound' and batch_id is null;
    ${tenantTable("dial_limits")}`,
  },
];

/** After those of owners and of limits. A slot goes with the server that took it. */
export const dialSlotMigrations: readonly Migration[] = [
  {
    id: "0120-dial-slots",
    sql: `create table dial_slots (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      owner_id uuid not null references call_owners (id) on delete cascade,
      taken_at timestamptz not null default clock_timestamp(),
      is_over boolean not null default false
    );
    create index dial_slots_of_workspace on dial_slots (workspace_id);
    create index dial_slots_of_owner on dial_slots (owner_id);
    drop index executions_placed;
    create index executions_placed on executions (workspace_id, initiated_at) where direction = 'outbound';
    ${tenantTable("dial_slots")}`,
  },
];
