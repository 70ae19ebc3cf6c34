import type { Migration } from "../platform/database/migrate.ts";
import { tenantTable } from "../platform/database/tenancy.ts";

export const voiceMigrations: readonly Migration[] = [
  {
    id: "0023-voices",
    sql: `create table voices (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      provider text not null,
      name text not null,
      model text not null,
      voice_id text not null,
      accent text not null,
      language text not null,
      gender text not null check (gender in ('female', 'male', 'neutral')),
      premium boolean not null,
      added_at timestamptz,
      unique (workspace_id, provider, voice_id)
    );
    create table voice_samples (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      voice_id uuid references voices (id) on delete set null,
      voice_name text not null,
      text text not null check (char_length(text) <= 500),
      duration_ms integer not null check (duration_ms >= 0),
      created_at timestamptz not null default now()
    );
    create index voice_samples_newest on voice_samples (workspace_id, created_at desc, id desc);
    create index voice_samples_of_voice on voice_samples (voice_id);
    ${tenantTable("voices")}
    ${tenantTable("voice_samples")}`,
  },
];
