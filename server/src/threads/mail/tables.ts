import type { BareMailSettings, MailProblem, MessageSender } from "@ongea/contract";
import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";
import type { MailPlace } from "./imap.ts";

export const mailboxes = pgTable("mailboxes", {
  /** Of its sender. */
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  address: text("address").notNull(),
  settings: jsonb("settings").notNull().$type<BareMailSettings>(),
  /** Both passwords, for this row alone. */
  sealed: text("sealed").notNull(),
  place: jsonb("place").notNull().$type<MailPlace>(),
  state: text("state").notNull().$type<NonNullable<MessageSender["mailbox"]>["state"]>().default("new"),
  problem: text("problem").$type<MailProblem>(),
  /** Visits that have failed since the last one that did not. */
  failures: integer("failures").notNull().default(0),
  checkedAt: timestamp("checked_at", { withTimezone: true }),
  nextAt: timestamp("next_at", { withTimezone: true }).notNull().defaultNow(),
  /** One server is in it, until then at most. */
  leasedUntil: timestamp("leased_until", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

/** After those of senders. */
export const mailboxMigrations: readonly Migration[] = [
  {
    id: "0261-mailboxes",
    sql: `create table mailboxes (
      id uuid primary key references message_senders (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      address text not null,
      settings jsonb not null,
      sealed text not null,
      place jsonb not null,
      state text not null default 'new' check (state in ('new', 'working', 'failed')),
      problem text,
      failures integer not null default 0,
      checked_at timestamptz,
      next_at timestamptz not null default now(),
      leased_until timestamptz,
      created_at timestamptz not null default now(),
      unique (workspace_id, address)
    );
    create index mailboxes_due on mailboxes (next_at);
    ${tenantTable("mailboxes")}`,
  },
];
