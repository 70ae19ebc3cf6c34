import type { SmsProvider } from "@ongea/contract";
import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

export const messageSenders = pgTable("message_senders", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  provider: text("provider").notNull().$type<SmsProvider>(),
  sender: text("sender").notNull(),
  /** As people know it, where the provider names it otherwise; empty: the same. */
  label: text("label").notNull().default(""),
  /** Its business account there, as the provider's deliveries name it; empty: none has yet. */
  account: text("account").notNull().default(""),
  /** The agent answers calls there, too. */
  answersCalls: boolean("answers_calls").notNull().default(false),
  /** In the address that the provider posts to: nobody guesses it. */
  hook: text("hook").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const senderMigrations: readonly Migration[] = [
  {
    id: "0160-message-senders",
    sql: `create table message_senders (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null,
      provider text not null,
      sender text not null,
      hook text not null,
      created_at timestamptz not null default now(),
      unique (workspace_id, provider, sender)
    );
    ${tenantTable("message_senders")}
    ${agentsTable("message_senders")}`,
  },
  { id: "0200-sender-labels", sql: "alter table message_senders add column label text not null default ''" },
  { id: "0212-sender-accounts", sql: "alter table message_senders add column account text not null default ''" },
  { id: "0275-sender-calls", sql: "alter table message_senders add column answers_calls boolean not null default false" },
];
