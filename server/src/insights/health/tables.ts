import type { Migration } from "../../platform/database/migrate.ts";

/** Of the installation, not of a workspace. */
export const uptimeMigrations: readonly Migration[] = [
  {
    id: "0025-uptime",
    sql: `create table server_runs (
      id bigint generated always as identity primary key,
      started_at timestamptz not null default clock_timestamp(),
      beat_at timestamptz not null default clock_timestamp(),
      stopped_at timestamptz
    );
    create index server_runs_beat on server_runs (beat_at)`,
  },
];
