import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Contact, IdentityKind } from "@ongea/contract";

export const contacts = pgTable("contacts", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull().default(""),
  language: text("language").notNull().$type<Contact["language"]>().default(""),
  /** ISO 3166, of the number that made them; null: not known. */
  country: text("country"),
  tags: text("tags").array().notNull().default([]),
  fields: jsonb("fields").notNull().$type<Record<string, string>>().default({}),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

export const contactIdentities = pgTable(
  "contact_identities",
  {
    workspaceId: uuid("workspace_id").notNull(),
    kind: text("kind").notNull().$type<IdentityKind>(),
    value: text("value").notNull(),
    contactId: uuid("contact_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.kind, table.value] })],
);

export const contactNotes = pgTable("contact_notes", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  contactId: uuid("contact_id").notNull(),
  text: text("text").notNull(),
  author: text("author").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
