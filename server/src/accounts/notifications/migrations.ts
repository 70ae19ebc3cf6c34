import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

const OF_MEMBER = `workspace_id uuid not null,
      user_id uuid not null,
      foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade`;

const STATE = "state text not null check (state in ('waiting', 'sending', 'sent', 'ended'))";

/** After those of members and of what happened. */
export const notificationMigrations: readonly Migration[] = [
  {
    id: "0184-notification-emails",
    sql: `create table notification_settings (
      ${OF_MEMBER},
      kinds text[] not null,
      digest_hour integer check (digest_hour between 0 and 23),
      time_zone text not null,
      primary key (workspace_id, user_id)
    );
    create index notification_settings_digests on notification_settings (digest_hour) where digest_hour is not null;
    create table notification_emails (
      id uuid primary key default gen_random_uuid(),
      ${OF_MEMBER},
      event_id uuid not null references happenings (id) on delete cascade,
      kind text not null,
      ${STATE} default 'waiting',
      attempts integer not null default 0,
      mail_id uuid,
      created_at timestamptz not null default now(),
      tried_at timestamptz,
      retry_at timestamptz not null default now(),
      unique (event_id, user_id)
    );
    create index notification_emails_waiting on notification_emails (retry_at) where state = 'waiting';
    create index notification_emails_of_member on notification_emails (workspace_id, user_id, created_at);
    create index notification_emails_tried on notification_emails (user_id, tried_at) where tried_at is not null;
    create index notification_emails_age on notification_emails (created_at);
    -- One summary for one member and day, which is the local day on which it is sent.
    create table notification_digests (
      ${OF_MEMBER},
      day date not null,
      ${STATE},
      attempts integer not null default 0,
      retry_at timestamptz not null default now(),
      primary key (workspace_id, user_id, day)
    );
    create index notification_digests_age on notification_digests (day);
    ${["notification_settings", "notification_emails", "notification_digests"].map((table) => tenantTable(table)).join("")}`,
  },
];
