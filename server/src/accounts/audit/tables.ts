import { bigint, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const auditLog = pgTable(
  "audit_log",
  {
    workspaceId: uuid("workspace_id").notNull(),
    position: bigint("position", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true, precision: 3 }).notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    actor: text("actor").notNull(),
    act: text("act").notNull(),
    subject: text("subject"),
    details: jsonb("details").notNull().$type<Record<string, unknown>>(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.position] })],
);

/** Where each chain ends, so that a chain that was cut short is noticed too. */
export const auditHeads = pgTable("audit_heads", {
  workspaceId: uuid("workspace_id").primaryKey(),
  position: bigint("position", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});
