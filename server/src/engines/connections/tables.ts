import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Connection, CredentialPart } from "@ongea/contract";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** One credential as somebody gave it: its own id and name on the wire, and as much of it as may be shown. */
export interface StoredCredential {
  id: string;
  part: CredentialPart;
  name: string;
  lastFour: string;
  at: string;
}

export const connections = pgTable("connections", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  /** An id of the catalogue, or the name that documents call a service of one's own by. */
  provider: text("provider").notNull(),
  /** For people. */
  name: text("name").notNull(),
  own: boolean("own").notNull(),
  lends: jsonb("lends").$type<readonly string[]>().notNull(),
  given: jsonb("given").$type<readonly StoredCredential[]>().notNull(),
  /** What is no secret: addresses and names. */
  settings: jsonb("settings").$type<Partial<Record<CredentialPart, string>>>().notNull(),
  /** What is: for this workspace and this id alone. */
  sealed: text("sealed").notNull(),
  keyVersion: integer("key_version").notNull(),
  state: text("state").$type<Connection["state"]>().notNull(),
  problem: text("problem").$type<"unreachable" | "limited">(),
  account: jsonb("account").$type<Connection["account"]>().notNull(),
  models: jsonb("models").$type<readonly string[]>().notNull(),
  checkedAt: moment("checked_at"),
  /** The last time that it failed in a call. */
  failed: jsonb("failed").$type<NonNullable<Connection["failed"]>>(),
  /** Counts changes: whoever changes a row says which it has read. */
  revision: integer("revision").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const connectionMigrations: readonly Migration[] = [
  {
    id: "0043-connections",
    sql: `create table connections (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      provider text not null,
      name text not null,
      own boolean not null,
      lends jsonb not null,
      given jsonb not null,
      settings jsonb not null,
      sealed text not null,
      key_version integer not null,
      state text not null,
      problem text,
      account jsonb not null,
      models jsonb not null,
      checked_at timestamptz,
      revision integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (workspace_id, provider)
    );
    create index connections_by_key on connections (key_version, id);
    ${tenantTable("connections")}`,
  },
  { id: "0274-failures-of-connections", sql: "alter table connections add column failed jsonb" },
];
