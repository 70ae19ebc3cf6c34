import type { CreditEntry, Currency } from "@ongea/contract";
import { bigint, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Millionths of the currency's unit, so that a second of a call can be counted exactly. */
const micros = (name: string) => bigint(name, { mode: "bigint" }).notNull();

export const creditEntries = pgTable("credit_entries", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  at: timestamp("at", { withTimezone: true }).notNull(),
  kind: text("kind").notNull().$type<CreditEntry["kind"]>(),
  amountMicros: micros("amount_micros"),
  currency: text("currency").notNull().$type<Currency>(),
  note: text("note").notNull(),
  /** What it was spent on: with the kind once only, however often it is told. */
  subject: text("subject"),
});
