import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { NewTrunk, TrunkState } from "@ongea/contract";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What is no secret and nobody searches for. */
export type TrunkSettings = Partial<Pick<NewTrunk, "media_encryption" | "lines" | "calls_per_second" | "transfer">> & {
  /** `hook`: in the address that it asks. Its key lies with the password. */
  africastalking?: { username: string; hook: string } | null;
} & Pick<
    NewTrunk,
    | "gateways"
    | "ip_identifiers"
    | "allow"
    | "transport"
    | "qualify_frequency"
    | "inbound_enabled"
    | "outbound_leading_plus_enabled"
  >;

export const sipTrunks = pgTable("sip_trunks", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  provider: text("provider").notNull(),
  description: text("description").notNull(),
  authType: text("auth_type").$type<NewTrunk["auth_type"]>().notNull(),
  username: text("username").notNull(),
  /** The password: for this workspace and this id alone. */
  sealed: text("sealed").notNull(),
  keyVersion: integer("key_version").notNull(),
  settings: jsonb("settings").$type<TrunkSettings>().notNull(),
  isActive: boolean("is_active").notNull().default(true),
  /** The name that we register under: who calls it has it from the trunk. */
  contact: text("contact").notNull(),
  state: jsonb("state").$type<TrunkState>(),
  /** The server that keeps it now, and until when, unless it says so again. */
  keptBy: text("kept_by"),
  keptUntil: moment("kept_until"),
  /** Counts changes: whoever changes a row says which it has read. */
  revision: integer("revision").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const trunkMigrations: readonly Migration[] = [
  {
    id: "0086-sip-trunks",
    sql: `create table sip_trunks (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      provider text not null,
      description text not null,
      auth_type text not null,
      username text not null,
      sealed text not null,
      key_version integer not null,
      settings jsonb not null,
      is_active boolean not null default true,
      contact text not null unique,
      state jsonb,
      kept_by text,
      kept_until timestamptz,
      revision integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index sip_trunks_of_workspace on sip_trunks (workspace_id, created_at, id);
    create index sip_trunks_by_key on sip_trunks (key_version, id);
    ${tenantTable("sip_trunks")}`,
  },
];
