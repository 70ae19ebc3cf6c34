import type { EventKind, ActivityEvent } from "@ongea/contract";
import { boolean, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

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

export const activityMigrations: readonly Migration[] = [
  {
    id: "0021-happenings",
    sql: `create table happenings (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      at timestamptz not null default clock_timestamp(),
      kind text not null,
      tone text not null check (tone in ('success', 'info', 'error')),
      details jsonb not null,
      subject jsonb,
      notify boolean not null
    );
    create index happenings_newest on happenings (workspace_id, at desc, id desc);
    create index happenings_by_tone on happenings (workspace_id, tone, at desc, id desc);
    create index notifications_newest on happenings (workspace_id, at desc, id desc) where notify;
    create table notification_marks (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      reader text not null,
      until timestamptz not null,
      primary key (workspace_id, reader)
    );
    create table notification_reads (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      reader text not null,
      notification_id uuid not null references happenings (id) on delete cascade,
      primary key (workspace_id, reader, notification_id)
    );
    create index notification_reads_of on notification_reads (notification_id);
    ${tenantTable("happenings")}
    ${tenantTable("notification_marks")}
    ${tenantTable("notification_reads")}`,
  },
  { id: "0102-happenings-for-some", sql: "alter table happenings add column readers text[]" },
];
