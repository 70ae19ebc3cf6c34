import type { MailKind } from "@ongea/contract";
import { integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a member has chosen. It ends with the membership. */
export const notificationSettings = pgTable(
  "notification_settings",
  {
    workspaceId: uuid("workspace_id").notNull(),
    userId: uuid("user_id").notNull(),
    kinds: text("kinds").array().notNull().$type<MailKind[]>(),
    digestHour: integer("digest_hour"),
    timeZone: text("time_zone").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);

/**
 * `waiting`: to be sent. `sending`: handed to the SMTP server; it is not known whether it was taken, and it is never sent again. `sent`.
 * `ended`: nobody wants it any more, or it is too old, or the SMTP server refuses it for good.
 */
export type MailState = "waiting" | "sending" | "sent" | "ended";

/** One event for one member: an outbox, written with the event. */
export const notificationEmails = pgTable("notification_emails", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  userId: uuid("user_id").notNull(),
  eventId: uuid("event_id").notNull(),
  kind: text("kind").notNull().$type<MailKind>(),
  state: text("state").notNull().$type<MailState>().default("waiting"),
  attempts: integer("attempts").notNull().default(0),
  /** The e-mail that it went with; several go with one. */
  mailId: uuid("mail_id"),
  createdAt: moment("created_at").notNull().defaultNow(),
  /** Of the last attempt. */
  triedAt: moment("tried_at"),
  retryAt: moment("retry_at").notNull().defaultNow(),
});
