import type { Masking } from "@ongea/contract";
import { jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** What a workspace masks; without a row, nothing. */
export const masking = pgTable("masking", {
  workspaceId: uuid("workspace_id").primaryKey(),
  rules: jsonb("rules").notNull().$type<Masking>(),
});

export const maskingMigrations: readonly Migration[] = [
  {
    id: "0240-masking",
    sql: `create table masking (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      rules jsonb not null
    );
    ${tenantTable("masking")}`,
  },
];
