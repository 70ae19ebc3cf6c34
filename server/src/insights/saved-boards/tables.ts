import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const savedBoards = pgTable("saved_boards", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  /** Whose it is; empty: the whole workspace's. */
  person: text("person").notNull(),
  name: text("name").notNull(),
  /** As the version that saved it knows it. */
  view: jsonb("view").notNull(),
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
});

export const savedBoardMigrations: readonly Migration[] = [
  {
    id: "0250-saved-boards",
    sql: `create table saved_boards (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      person text not null,
      name text not null,
      view jsonb not null,
      deleted_at timestamptz
    );
    create unique index saved_boards_names on saved_boards (workspace_id, person, lower(name)) where deleted_at is null;
    create index saved_boards_of on saved_boards (workspace_id, person);
    ${tenantTable("saved_boards")}`,
  },
];
