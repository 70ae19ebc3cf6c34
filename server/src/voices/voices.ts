/** The voices that a workspace knows and the samples that were spoken with them. */
import { readVoiceFigures, type VoiceFigures } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Migration } from "../platform/database/migrate.ts";
import { tenantTable, type Tenancy } from "../platform/database/tenancy.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";

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

interface FigureRow extends Record<string, unknown> {
  samples: string;
  duration_ms: string;
  models: string;
  micros: string;
  voices: string;
  premium: string;
}

const MICROS_A_CREDIT = 10_000;

export async function voiceFigures(tenancy: Tenancy, workspaceId: string): Promise<VoiceFigures> {
  const { rows } = await tenancy.of(workspaceId).execute<FigureRow>(sql`
    select samples, duration_ms, models, micros, voices, premium from
      (select count(*) as samples, coalesce(sum(duration_ms), 0) as duration_ms from voice_samples where workspace_id = ${workspaceId}) a,
      (select count(*) as voices, count(added_at) as models, count(*) filter (where premium) as premium
       from voices where workspace_id = ${workspaceId}) b,
      (select coalesce(-sum(amount_micros), 0) as micros from credit_entries
       where workspace_id = ${workspaceId} and kind = 'voice') c`);
  const [row] = rows;
  return {
    samples: Number(row?.samples),
    duration_seconds: Number(row?.duration_ms) / 1_000,
    voice_models: Number(row?.models),
    credits_used: Number(row?.micros) / MICROS_A_CREDIT,
    voices: Number(row?.voices),
    premium_voices: Number(row?.premium),
  };
}

export function voiceRoutes(app: Http, tenancy: Tenancy): void {
  serve(app, readVoiceFigures, async (_, { asker }) => voiceFigures(tenancy, asker.workspaceId));
}
