import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

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
