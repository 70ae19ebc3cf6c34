import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { LeadAnswer } from "@ongea/contract";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const leads = pgTable("leads", {
  id: uuid("id").primaryKey(),
  kind: text("kind").$type<"demo-request" | "landing" | "contact">().notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  company: text("company"),
  position: text("position"),
  message: text("message"),
  source: text("source").notNull(),
  /** By the visitor's own clock. */
  sentAt: moment("sent_at").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  verifiedAt: moment("verified_at"),
  forwardAttempts: integer("forward_attempts").notNull().default(0),
  /** It waits until there is somebody to forward it to. */
  forwardNextAt: moment("forward_next_at"),
  forwardedAt: moment("forwarded_at"),
  forwardProblem: text("forward_problem"),
  handledAt: moment("handled_at"),
  /** A user. */
  assignedTo: text("assigned_to"),
  answers: jsonb("answers").$type<LeadAnswer[]>().notNull().default([]),
});

export const codes = pgTable("invitation_codes", {
  id: uuid("id").primaryKey(),
  /** The first letters, by which a code is found and named; they open nothing. */
  prefix: text("prefix").notNull().unique(),
  salt: text("salt").notNull(),
  hash: text("hash").notNull(),
  uses: integer("uses").notNull().default(0),
  lastUsedAt: moment("last_used_at"),
  createdAt: moment("created_at").notNull().defaultNow(),
  revokedAt: moment("revoked_at"),
});

/** A browser that has sent a demo request, and later a code. Only the hash of its cookie is kept. */
export const visits = pgTable("visits", {
  tokenHash: text("token_hash").primaryKey(),
  leadId: uuid("lead_id"),
  codeId: uuid("code_id"),
  /** The demo workspace that the code opened. */
  workspaceId: uuid("workspace_id"),
  language: text("language"),
  currency: text("currency"),
  sidebarCollapsed: boolean("sidebar_collapsed").notNull().default(false),
  createdAt: moment("created_at").notNull().defaultNow(),
  expiresAt: moment("expires_at").notNull(),
});
