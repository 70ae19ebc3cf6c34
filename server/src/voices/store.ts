/** All the SQL of the voices that a workspace knows and the samples that were spoken with them. */
import type { VoiceFigures } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Tenancy } from "../platform/database/tenancy.ts";

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
