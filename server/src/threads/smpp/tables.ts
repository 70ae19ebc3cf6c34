import type { BareSmppSettings, MessageSender, SmppProblem } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const smppLinks = pgTable("smpp_links", {
  /** Of its sender. */
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  address: text("address").notNull(),
  settings: jsonb("settings").notNull().$type<BareSmppSettings>(),
  /** The password, for this row alone. Other words after each change. */
  sealed: text("sealed").notNull(),
  state: text("state").notNull().$type<NonNullable<MessageSender["smpp"]>["state"]>().default("new"),
  problem: text("problem").$type<SmppProblem>(),
  /** Binds that have failed since the last one that did not. */
  failures: integer("failures").notNull().default(0),
  checkedAt: timestamp("checked_at", { withTimezone: true }),
  nextAt: timestamp("next_at", { withTimezone: true }).notNull().defaultNow(),
  /** The server that holds the bind, until then at most. */
  holder: uuid("holder"),
  leasedUntil: timestamp("leased_until", { withTimezone: true }),
});

/** Parts of long messages, by the SMSC's names: their receipts come one by one. */
export const smppParts = pgTable(
  "smpp_parts",
  {
    senderId: uuid("sender_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    ref: text("ref").notNull(),
    /** Of the first part: what the message is known by. */
    messageRef: text("message_ref").notNull(),
    isDelivered: boolean("is_delivered").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.senderId, table.ref] })],
);

/** Deliveries whose answer has not left yet: the same again is the same message. */
export const smppDeliveries = pgTable(
  "smpp_deliveries",
  {
    senderId: uuid("sender_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    hash: text("hash").notNull(),
    ref: uuid("ref").notNull().defaultRandom(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.senderId, table.hash] })],
);

/** After those of senders. */
export const smppMigrations: readonly Migration[] = [
  {
    id: "0262-smpp",
    sql: `create table smpp_links (
      id uuid primary key references message_senders (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      address text not null,
      settings jsonb not null,
      sealed text not null,
      state text not null default 'new' check (state in ('new', 'working', 'failed')),
      problem text,
      failures integer not null default 0,
      checked_at timestamptz,
      next_at timestamptz not null default now(),
      holder uuid,
      leased_until timestamptz,
      unique (workspace_id, address)
    );
    create table smpp_parts (
      sender_id uuid not null references message_senders (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      ref text not null,
      message_ref text not null,
      is_delivered boolean not null default false,
      created_at timestamptz not null default now(),
      primary key (sender_id, ref)
    );
    create index smpp_parts_of_message on smpp_parts (sender_id, message_ref);
    create index smpp_parts_age on smpp_parts (created_at);
    create table smpp_deliveries (
      sender_id uuid not null references message_senders (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      hash text not null,
      ref uuid not null default gen_random_uuid(),
      expires_at timestamptz not null,
      primary key (sender_id, hash)
    );
    create index smpp_deliveries_age on smpp_deliveries (expires_at);
    ${tenantTable("smpp_links")}
    ${tenantTable("smpp_parts")}
    ${tenantTable("smpp_deliveries")}`,
  },
];
