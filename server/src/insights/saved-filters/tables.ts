import type { CallFilter } from "@ongea/contract";
import type { z } from "zod";
import { jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const callFilters = pgTable("call_filters", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  /** Whose it is; empty: the whole workspace's. */
  person: text("person").notNull(),
  name: text("name").notNull(),
  filter: jsonb("filter").notNull().$type<z.output<typeof CallFilter>>(),
});

export const savedFilterMigrations: readonly Migration[] = [
  {
    id: "0181-call-filters",
    sql: `create table call_filters (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      person text not null,
      name text not null,
      filter jsonb not null,
      unique (workspace_id, person, name)
    );
    ${tenantTable("call_filters")}`,
  },
];
