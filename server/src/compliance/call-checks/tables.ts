import type { CheckRuleDraft, NotJudged } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const checkRules = pgTable("check_rules", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  draft: jsonb("draft").notNull().$type<CheckRuleDraft>(),
  createdAt: time("created_at").notNull().defaultNow(),
  changedAt: time("changed_at").notNull().defaultNow(),
  /** When people were last told of its failures. */
  alertedAt: time("alerted_at"),
});

/** How calls and threads went by the rules that concern them, without what was said: that stands in the journal and the messages alone. */
export const callChecks = pgTable("call_checks", {
  workspaceId: uuid("workspace_id").notNull(),
  id: uuid("id").primaryKey().defaultRandom(),
  /** Null: of a thread. */
  callId: uuid("call_id"),
  threadId: uuid("thread_id"),
  /** The last message of the part that was checked: a result goes with it. */
  lastMessageId: uuid("last_message_id"),
  /** The message that decided it. */
  messageId: uuid("message_id"),
  ruleId: uuid("rule_id").notNull(),
  agentId: uuid("agent_id"),
  passed: boolean("passed").notNull(),
  atMs: integer("at_ms"),
  checkedAt: time("checked_at").notNull().defaultNow(),
  /** Nothing was decided; `passed` is false then and counts nowhere. */
  notJudged: text("not_judged").$type<NotJudged>(),
  /** A person's word stands in `passed`; this is what was found before. */
  found: boolean("found"),
  reviewedBy: text("reviewed_by"),
  reviewedAt: time("reviewed_at"),
});
