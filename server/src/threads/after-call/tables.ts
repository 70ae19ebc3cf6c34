import type { CallMessage } from "@ongea/contract";
import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

export const callMessages = pgTable("call_messages", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  senderId: uuid("sender_id").notNull(),
  when: text("occasion").notNull().$type<CallMessage["when"]>(),
  goal: jsonb("goal").$type<CallMessage["goal"]>(),
  text: text("text").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

/** After those of senders. */
export const callMessageMigrations: readonly Migration[] = [
  {
    id: "0180-call-messages",
    sql: `create table call_messages (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null,
      sender_id uuid not null references message_senders (id) on delete cascade,
      occasion text not null check (occasion in ('answered', 'reached', 'not_reached', 'unanswered')),
      goal jsonb,
      text text not null,
      created_at timestamptz not null default now()
    );
    create index call_messages_of_agent on call_messages (workspace_id, agent_id);
    ${tenantTable("call_messages")}
    ${agentsTable("call_messages")}`,
  },
];
