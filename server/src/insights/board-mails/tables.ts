import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** After those of members and of saved boards. */
export const boardMailMigrations: readonly Migration[] = [
  {
    id: "0251-board-mails",
    sql: `create table board_mails (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      built_in text,
      saved_board_id uuid references saved_boards (id) on delete cascade,
      every text not null check (every in ('day', 'week', 'month')),
      hour integer not null check (hour between 0 and 23),
      weekday integer not null check (weekday between 1 and 7),
      month_day integer not null check (month_day between 1 and 31),
      time_zone text not null,
      next_at timestamptz not null,
      last_sent_at timestamptz,
      last_failed_at timestamptz,
      last_failure text,
      created_at timestamptz not null default now(),
      check (num_nonnulls(built_in, saved_board_id) = 1)
    );
    create index board_mails_next on board_mails (next_at);
    create index board_mails_of on board_mails (workspace_id, created_at);
    create table board_mail_recipients (
      mail_id uuid not null references board_mails (id) on delete cascade,
      workspace_id uuid not null,
      user_id uuid not null,
      foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade,
      primary key (mail_id, user_id)
    );
    create index board_mail_recipients_of_member on board_mail_recipients (workspace_id, user_id);
    -- One e-mail for one recipient and one moment at which the board is due. The states are those of notifications.
    create table board_mail_sends (
      mail_id uuid not null,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null,
      due_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'ended')),
      attempts integer not null default 0,
      retry_at timestamptz not null,
      foreign key (mail_id, user_id) references board_mail_recipients (mail_id, user_id) on delete cascade,
      primary key (mail_id, user_id, due_at)
    );
    create index board_mail_sends_waiting on board_mail_sends (retry_at) where state = 'waiting';
    create index board_mail_sends_age on board_mail_sends (due_at);
    ${["board_mails", "board_mail_recipients", "board_mail_sends"].map((table) => tenantTable(table)).join("")}`,
  },
];
