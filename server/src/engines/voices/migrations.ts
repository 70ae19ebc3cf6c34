import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const voiceCloneMigrations: readonly Migration[] = [
  {
    id: "0095-voice-clones",
    sql: `create table voice_clones (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      language text not null,
      provider text not null,
      state text not null check (state in ('draft', 'making', 'ready', 'failed', 'removing')),
      problem text,
      voice_id text,
      speaker text not null,
      sentence text not null,
      consent_at timestamptz,
      consent_by text,
      consent_ms integer,
      sample_ms integer,
      actor jsonb,
      asked_at timestamptz,
      created_at timestamptz not null default now(),
      check (state <> 'ready' or (voice_id is not null and consent_at is not null))
    );
    create index voice_clones_of_workspace on voice_clones (workspace_id, created_at desc);
    create table voice_clone_sounds (
      clone_id uuid not null references voice_clones (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      recording text not null check (recording in ('consent', 'sample')),
      wav bytea not null,
      primary key (clone_id, recording)
    );
    ${tenantTable("voice_clones")}
    ${tenantTable("voice_clone_sounds")}`,
  },
];

export const consentStatusMigrations: readonly Migration[] = [
  {
    id: "0119-consent-status",
    sql: `alter table voice_clones add column consent_status text check (consent_status in ('checked', 'unchecked'));
    update voice_clones set consent_status = 'unchecked' where consent_at is not null`,
  },
];

export const pronunciationMigrations: readonly Migration[] = [
  {
    id: "0080-pronunciations",
    sql: `create table pronunciations (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      word text not null,
      word_key text not null,
      said text not null,
      language text not null default '',
      updated_at timestamptz not null default now(),
      unique (workspace_id, word_key, language)
    );
    ${tenantTable("pronunciations")}`,
  },
];

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

/** Later than the demo workspaces' first voices, which were invented: what they added becomes voices that this machine has. */
export const voiceLibraryMigrations: readonly Migration[] = [
  {
    id: "0050-voice-library",
    sql: `alter table voice_samples add column provider text not null default 'builtin', add column voice_key text not null default 'slt',
      add column bytes integer not null default 0 check (bytes >= 0),
      add column effect text check (effect in ('telephone', 'room', 'noise', 'compression'));
    update voices set voice_id = real.voice_id, provider = 'builtin', model = real.model, language = real.language, premium = false
      from (values ('cmu_us_slt-slt', 'slt', 'flite', 'en-US'), ('cmu_us_rms-rms', 'rms', 'flite', 'en-US'),
        ('espeak-sw-zuri', 'espeak:sw+f3', 'espeak-ng', 'sw'), ('espeak-sw-baraka', 'espeak:sw', 'espeak-ng', 'sw'),
        ('espeak-fr-awa', 'espeak:fr-fr+f3', 'espeak-ng', 'fr-FR'), ('espeak-pt-graça', 'espeak:pt+f3', 'espeak-ng', 'pt'),
        ('espeak-am-selam', 'espeak:am+f3', 'espeak-ng', 'am'), ('neural-kajal', 'awb', 'flite', 'en-GB')
      ) as real (was, voice_id, model, language)
      where voices.voice_id = real.was and added_at is not null;
    delete from voices where added_at is null;
    update voice_samples set voice_key = voices.voice_id from voices where voices.id = voice_samples.voice_id`,
  },
];
