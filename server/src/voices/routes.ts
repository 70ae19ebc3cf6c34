import { readVoiceFigures } from "@ongea/contract";
import type { Tenancy } from "../platform/database/tenancy.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import { voiceFigures } from "./store.ts";

export function voiceRoutes(app: Http, tenancy: Tenancy): void {
  serve(app, readVoiceFigures, async (_, { asker }) => voiceFigures(tenancy, asker.workspaceId));
}
