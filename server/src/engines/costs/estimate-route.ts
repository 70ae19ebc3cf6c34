import { estimateAgent, type Entry } from "@ongea/contract";
import type { Prices } from "@ongea/providers";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { minorToUnits } from "../../platform/money/money.ts";
import type { ProviderResolver } from "../connections/provider-resolver.ts";
import { ownPartsOf, type Choices } from "../speech-hosts/choices.ts";
import type { Cost } from "./cost.ts";
import { estimateFor } from "./estimate.ts";

export interface EstimateParts {
  connections: Pick<ProviderResolver, "lend">;
  choices: Choices;
  /** Who may use the installation's own services. */
  admissions: { has(workspaceId: string): Promise<boolean> };
  /** What this installation asks for that long. */
  costOf(seconds: number, entries: readonly Entry[]): Cost;
  prices: Pick<Prices, "priceFor">;
}

const MINUTE_SECONDS = 60;

export function estimateRoute(app: Http, { connections, choices, admissions, costOf, prices }: EstimateParts): void {
  serve(app, estimateAgent, async ({ body: { document } }, { principal }) => {
    const lent = await connections.lend(principal.workspaceId, document);
    const allowed = (await admissions.has(principal.workspaceId)) ? choices : ownPartsOf(choices);
    const [stt, llm, tts] = estimateFor(document, lent, { choices: allowed, prices });
    const platform = minorToUnits(costOf(MINUTE_SECONDS, []).platform);
    const parts = [
      { part: "transcriber" as const, ...stt },
      { part: "llm" as const, ...llm },
      { part: "voice" as const, ...tts },
      { part: "platform" as const, by: null, model: null, usd: platform, source: null, as_of: null },
    ];
    return { parts, total_usd: parts.reduce((sum, { usd }) => sum + (usd ?? 0), 0) };
  });
}
