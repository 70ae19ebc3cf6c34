import type { Deletion, Retention } from "@ongea/contract";
import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Actor } from "../../accounts/index.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const legalHolds = pgTable("legal_holds", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  callId: uuid("call_id"),
  contactId: uuid("contact_id"),
  /** Of the contact, when the hold was placed: one that they lose later stays held. */
  numbers: text("numbers").array().notNull().default([]),
  reason: text("reason").notNull(),
  placedBy: text("placed_by").notNull(),
  placedAt: moment("placed_at").notNull().defaultNow(),
});

export const retention = pgTable("retention", {
  workspaceId: uuid("workspace_id").primaryKey(),
  days: jsonb("days").notNull().$type<Retention>(),
});

/** What was deleted, of which kind how many. */
export const deletions = pgTable("deletions", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  reason: text("reason").notNull().$type<Deletion["reason"]>(),
  at: moment("at").notNull().defaultNow(),
  counts: jsonb("counts").notNull().$type<Record<string, number>>(),
});

/** Who was erased, as nobody but this installation can know them again. */
export const erasures = pgTable("erasures", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  hashes: text("hashes").array().notNull(),
  actor: jsonb("actor").notNull().$type<Actor>(),
  askedAt: moment("asked_at").notNull().defaultNow(),
  doneAt: moment("done_at"),
});
