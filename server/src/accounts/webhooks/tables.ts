import type { CallStatus, WEBHOOK_PROBLEMS, WebhookDelivery } from "@ongea/contract";
import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** What agents' webhooks are told: once for each status of a call. They go with the call. */
export const webhookDeliveries = pgTable("webhook_deliveries", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  event: text("event").notNull().$type<WebhookDelivery["event"]>().default("call.status"),
  /** Of `call.status`. */
  callId: uuid("call_id"),
  callStatus: text("call_status").$type<CallStatus>(),
  /** Of `message.received` and `message.status`. */
  threadId: uuid("thread_id"),
  messageId: uuid("message_id"),
  messageState: text("message_state").$type<WebhookDelivery["message_state"]>(),
  /** The same in each attempt. */
  body: text("body").notNull(),
  state: text("state").notNull().$type<"waiting" | "delivered" | "failed">().default("waiting"),
  attempts: integer("attempts").notNull().default(0),
  /** The status of the last answer, and why it is not enough. */
  answer: integer("answer"),
  problem: text("problem").$type<(typeof WEBHOOK_PROBLEMS)[number]>(),
  createdAt: time("created_at").notNull().defaultNow(),
  attemptedAt: time("attempted_at"),
});

/** What a workspace's deliveries are signed with. */
export const webhookSecrets = pgTable("webhook_secrets", {
  workspaceId: uuid("workspace_id").primaryKey(),
  sealed: text("sealed").notNull(),
  /** Its last letters. */
  ends: text("ends").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  /** The one before it, with which deliveries are signed too until then. */
  formerSealed: text("former_sealed"),
  formerUntil: time("former_until"),
});

/** Receivers that wanted to hear no more: they answered 410. Of an agent the last one, by its address. */
export const webhooksGone = pgTable("webhooks_gone", {
  agentId: uuid("agent_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  url: text("url").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});
