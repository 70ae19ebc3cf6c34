import type { Consent, ConsentPolicy } from "@ongea/contract";
import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const consents = pgTable("consents", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  /** E.164. */
  number: text("number").notNull(),
  purpose: text("purpose").notNull().$type<Consent["purpose"]>(),
  channel: text("channel").notNull().$type<Consent["channel"]>(),
  wording: text("wording").notNull(),
  language: text("language").notNull().$type<Consent["language"]>(),
  means: text("means").notNull().$type<Consent["means"]>(),
  proof: text("proof").notNull(),
  callId: uuid("call_id"),
  atMs: integer("at_ms"),
  givenAt: time("given_at").notNull(),
  withdrawnAt: time("withdrawn_at"),
  withdrawnBy: text("withdrawn_by").$type<NonNullable<Consent["withdrawn_by"]>>(),
  expiresAt: time("expires_at"),
  recordedBy: text("recorded_by").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const consentPolicies = pgTable("consent_policies", {
  workspaceId: uuid("workspace_id").primaryKey(),
  required: text("required").notNull().$type<ConsentPolicy["required"]>(),
  agentIds: uuid("agent_ids").array().notNull(),
  transfers: boolean("transfers").notNull(),
});
