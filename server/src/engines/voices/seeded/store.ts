/** The SQL of voices of a demo workspace. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";

/** A voice that was added to a demo workspace. */
export interface SeededVoice {
  id: string;
  provider: string;
  name: string;
  model: string;
  voice_id: string;
  accent: string;
  language: string;
  gender: "female" | "male";
  added_at: string;
}

export interface SeededSample {
  id: string;
  voice_id: string;
  voice_name: string;
  provider: string;
  voice_key: string;
  text: string;
  duration_ms: number;
  created_at: string;
}

/** Many at a time. */
export async function addSeededVoices(
  db: Db,
  workspaceId: string,
  voices: readonly SeededVoice[],
  samples: readonly SeededSample[],
): Promise<void> {
  await db.execute(sql`
    insert into voices (id, workspace_id, provider, name, model, voice_id, accent, language, gender, premium, added_at)
    select id, ${workspaceId}, provider, name, model, voice_id, accent, language, gender, false, added_at
    from jsonb_to_recordset(${JSON.stringify(voices)}::jsonb) as row (id uuid, provider text, name text, model text, voice_id text,
      accent text, language text, gender text, added_at timestamptz)`);
  await db.execute(sql`
    insert into voice_samples (id, workspace_id, voice_id, voice_name, provider, voice_key, text, duration_ms, created_at)
    select id, ${workspaceId}, voice_id, voice_name, provider, voice_key, text, duration_ms, created_at
    from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as row (id uuid, voice_id uuid, voice_name text,
      provider text, voice_key text, text text, duration_ms integer, created_at timestamptz)`);
}
