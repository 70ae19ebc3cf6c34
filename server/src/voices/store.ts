/** All the SQL of the voices that a workspace knows and the samples that were spoken with them. */
import { sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";

interface FigureRow extends Record<string, unknown> {
  samples: string;
  duration_ms: string;
  models: string;
  voices: string;
  premium: string;
}

export interface SpokenFigures {
  samples: number;
  duration_seconds: number;
  voice_models: number;
  voices: number;
  premium_voices: number;
}

export async function spokenFigures(tenancy: Tenancy, workspaceId: string): Promise<SpokenFigures> {
  const { rows } = await tenancy.of(workspaceId).execute<FigureRow>(sql`
    select samples, duration_ms, models, voices, premium from
      (select count(*) as samples, coalesce(sum(duration_ms), 0) as duration_ms from voice_samples where workspace_id = ${workspaceId}) a,
      (select count(*) as voices, count(added_at) as models, count(*) filter (where premium) as premium
       from voices where workspace_id = ${workspaceId}) b`);
  const [row] = rows;
  return {
    samples: Number(row?.samples),
    duration_seconds: Number(row?.duration_ms) / 1_000,
    voice_models: Number(row?.models),
    voices: Number(row?.voices),
    premium_voices: Number(row?.premium),
  };
}

/** A voice as it is stored; of one in the Voice Lab, when it was added. */
export interface MadeVoice {
  id: string;
  provider: string;
  name: string;
  model: string;
  voice_id: string;
  accent: string;
  language: string;
  gender: "female" | "male";
  premium: boolean;
  added_at: string | null;
}

export interface MadeSample {
  id: string;
  voice_id: string;
  voice_name: string;
  text: string;
  duration_ms: number;
  created_at: string;
}

/** Many at a time. */
export async function addMadeVoices(
  db: Db,
  workspaceId: string,
  voices: readonly MadeVoice[],
  samples: readonly MadeSample[],
): Promise<void> {
  await db.execute(sql`
    insert into voices (id, workspace_id, provider, name, model, voice_id, accent, language, gender, premium, added_at)
    select id, ${workspaceId}, provider, name, model, voice_id, accent, language, gender, premium, added_at
    from jsonb_to_recordset(${JSON.stringify(voices)}::jsonb) as row (id uuid, provider text, name text, model text, voice_id text,
      accent text, language text, gender text, premium boolean, added_at timestamptz)`);
  await db.execute(sql`
    insert into voice_samples (id, workspace_id, voice_id, voice_name, text, duration_ms, created_at)
    select id, ${workspaceId}, voice_id, voice_name, text, duration_ms, created_at
    from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as row (id uuid, voice_id uuid, voice_name text, text text,
      duration_ms integer, created_at timestamptz)`);
}
