import { readVoiceFigures } from "@ongea/contract";
import type { Tenancy } from "../platform/database/tenancy.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import { spokenFigures } from "./store.ts";

const MICROS_A_CREDIT = 10_000;

export interface VoiceRoutesParts {
  tenancy: Tenancy;
  /** On voices; millionths of the currency's unit. */
  spent(workspaceId: string): Promise<bigint>;
}

export function voiceRoutes(app: Http, { tenancy, spent }: VoiceRoutesParts): void {
  serve(app, readVoiceFigures, async (_, { asker: { workspaceId } }) => {
    const [spoken, micros] = await Promise.all([spokenFigures(tenancy, workspaceId), spent(workspaceId)]);
    return { ...spoken, credits_used: Number(micros) / MICROS_A_CREDIT };
  });
}
