import { and, eq } from "drizzle-orm";
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";

const messages = pgTable("messages", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  callId: uuid("call_id"),
  name: text("name").notNull(),
  phone: text("phone").notNull(),
  orderNumber: text("order_number"),
  text: text("text").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const messageMigrations: readonly Migration[] = [
  {
    id: "0005-messages",
    sql: `create table messages (
      id uuid primary key,
      agent_id uuid not null references agents (id) on delete cascade,
      call_id uuid references executions (id) on delete set null,
      name text not null,
      phone text not null,
      order_number text,
      text text not null,
      created_at timestamptz not null default now()
    )`,
  },
  { id: "0028-messages-of-call", sql: "create index messages_of_call on messages (call_id) where call_id is not null" },
];

export type Message = Omit<typeof messages.$inferSelect, "createdAt">;

export interface MessageStore {
  add(message: Message): Promise<void>;
  /** What was taken in a call, with every text rewritten. */
  rewriteOfCall(call: { id: string; workspaceId: string }, rewrite: (text: string) => string): Promise<void>;
}

export function createMessageStore(tenancy: Tenancy): MessageStore {
  return {
    async add(message) {
      await tenancy.of(message.workspaceId).insert(messages).values(message);
    },
    async rewriteOfCall({ id: callId, workspaceId }, rewrite) {
      const db = tenancy.of(workspaceId);
      const ofCall = and(eq(messages.workspaceId, workspaceId), eq(messages.callId, callId));
      for (const { id, name, phone, orderNumber, text: said } of await db.select().from(messages).where(ofCall)) {
        const order = orderNumber === null ? null : rewrite(orderNumber);
        const set = { name: rewrite(name), phone: rewrite(phone), orderNumber: order, text: rewrite(said) };
        await db
          .update(messages)
          .set(set)
          .where(and(ofCall, eq(messages.id, id)));
      }
    },
  };
}
