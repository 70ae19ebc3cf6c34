import type { EventKind, ActivityEvent } from "@ongea/contract";
import { boolean, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What happened; those that people should know of are their notifications, too. */
export const activityEvents = pgTable("happenings", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  at: moment("at").notNull(),
  kind: text("kind").notNull().$type<EventKind>(),
  tone: text("tone").notNull().$type<ActivityEvent["tone"]>(),
  details: jsonb("details").notNull().$type<ActivityEvent["details"]>(),
  subject: jsonb("subject").$type<NonNullable<ActivityEvent["subject"]>>(),
  notify: boolean("notify").notNull(),
  /** Whom alone it concerns, as notifications know their readers; null: everybody. */
  readers: text("readers").array(),
});

/** Up to where a reader has read everything. The mark of `*` holds for those who have none of their own. */
export const notificationMarks = pgTable(
  "notification_marks",
  {
    workspaceId: uuid("workspace_id").notNull(),
    reader: text("reader").notNull(),
    until: moment("until").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.reader] })],
);

/** Read one by one, beyond the mark. */
export const notificationReads = pgTable(
  "notification_reads",
  {
    workspaceId: uuid("workspace_id").notNull(),
    reader: text("reader").notNull(),
    notificationId: uuid("notification_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.reader, table.notificationId] })],
);
