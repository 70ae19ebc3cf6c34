import type { RanTool, Message } from "@ongea/conversation";
import type { Thread, ThreadFile, ThreadMessage } from "@ongea/contract";
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytes } from "../../platform/database/bytes.ts";
import type { MailFacts, TemplateUse } from "../../contacts/index.ts";

/** What an answer of the agent was made of, for the conversation that goes on after it. */
export interface Trace {
  messages: readonly Message[];
  ran: readonly RanTool[];
}

export const threads = pgTable("threads", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  contactId: uuid("contact_id").notNull(),
  channel: text("channel").notNull().$type<Thread["channel"]>(),
  /** Of the person, on this channel. */
  address: text("address").notNull(),
  /** Whose number or name the person writes to, on a channel that has senders. */
  senderId: uuid("sender_id"),
  page: text("page").notNull().default(""),
  state: text("state").notNull().$type<Thread["state"]>().default("open"),
  person: text("person"),
  /** What is spoken; empty: the agent's. */
  language: text("language").notNull().default(""),
  /** All up to this position needs no answer. */
  answeredUpTo: bigint("answered_up_to", { mode: "number" }).notNull().default(0),
  /** An answer is underway, at one server, until then at most. */
  answeringUntil: timestamp("answering_until", { withTimezone: true }),
  /** All up to this position was checked against rules. */
  checkedUpTo: bigint("checked_up_to", { mode: "number" }).notNull().default(0),
  /** `lastAt` as it was then: where it is another, there is something to check. */
  checkedLastAt: timestamp("checked_last_at", { withTimezone: true }),
  /** A check is underway, until then at most. */
  checkClaimedUntil: timestamp("check_claimed_until", { withTimezone: true }),
  lastAt: timestamp("last_at", { withTimezone: true }).notNull().defaultNow(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const threadMessages = pgTable("thread_messages", {
  id: uuid("id").primaryKey().defaultRandom(),
  position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity(),
  workspaceId: uuid("workspace_id").notNull(),
  threadId: uuid("thread_id").notNull(),
  direction: text("direction").notNull().$type<ThreadMessage["direction"]>(),
  author: text("author").notNull().$type<ThreadMessage["author"]>(),
  authorName: text("author_name").notNull().default(""),
  text: text("text").notNull(),
  /** It was masked: what was written, sealed. */
  whole: text("whole"),
  /** What was written is kept for the conversation alone: for the agent, and to be sent. */
  wholePasses: boolean("whole_passes").notNull().default(false),
  state: text("state").notNull().$type<ThreadMessage["state"]>(),
  reason: text("reason").$type<ThreadMessage["reason"]>(),
  /** Given by whoever sent it: the same is the same message. */
  clientId: uuid("client_id"),
  /** As its provider names it. */
  providerRef: text("provider_ref"),
  segments: integer("segments"),
  /** The organisation begins with it: quiet hours hold. */
  begins: boolean("begins").notNull().default(false),
  /** The call in which its agent has sent it. */
  callId: uuid("call_id"),
  /** The batch that it belongs to. */
  batchId: uuid("batch_id"),
  /** The provider was asked to send it then; what became of that is in its state. */
  askedAt: timestamp("asked_at", { withTimezone: true }),
  /** It is sent as this template. */
  template: jsonb("template").$type<TemplateUse>(),
  /** It asks the person to allow calls. */
  asksToCall: boolean("asks_to_call").notNull().default(false),
  /** Of one that came as e-mail. */
  mail: jsonb("mail").$type<MailFacts>(),
  trace: jsonb("trace").$type<Trace>(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const threadFiles = pgTable("thread_files", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  messageId: uuid("message_id").notNull(),
  kind: text("kind").notNull().$type<ThreadFile["kind"]>(),
  /** As its sender calls it; empty: not at all. */
  name: text("name").notNull().default(""),
  /** By its bytes; empty: it is not here. */
  type: text("type").notNull().default(""),
  size: integer("size"),
  state: text("state").notNull().$type<ThreadFile["state"]>(),
  reason: text("reason").$type<ThreadFile["reason"]>(),
  /** Of a voice note; its words are its message's. */
  transcription: text("transcription").$type<ThreadFile["transcription"]>(),
  /** As its provider names it. */
  providerRef: text("provider_ref"),
  bytes: bytes("bytes"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
