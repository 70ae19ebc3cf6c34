import { estimateAgent, type Entry } from "@ongea/contract";
import type { Prices } from "@ongea/providers";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { ownPartsOf } from "../../engines/speech-hosts/index.ts";
import type { MindParts } from "../agent/mind.ts";
import { estimateFor } from "../agent/estimate.ts";
import type { Cost } from "../cost.ts";

export interface EstimateParts extends MindParts {
  /** What this installation asks for that long. */
  costOf(seconds: number, entries: readonly Entry[]): Cost;
  prices: Pick<Prices, "priceFor">;
}

const PARTS = ["transcriber", "llm", "voice"] as const;
const CENTS = 100;
const MINUTE_SECONDS = 60;

export function estimateRoute(app: Http, { connections, choices, admissions, costOf, prices }: EstimateParts): void {
  serve(app, estimateAgent, async ({ body: { document } }, { asker }) => {
    const lent = await connections.lend(asker.workspaceId, document);
    const allowed = (await admissions.has(asker.workspaceId)) ? choices : ownPartsOf(choices);
    const lentParts = estimateFor(document, lent, { choices: allowed, prices }).map((one, at) => ({ part: PARTS[at]!, ...one }));
    const platform = costOf(MINUTE_SECONDS, []).platform / CENTS;
    const parts = [...lentParts, { part: "platform" as const, by: null, usd: platform, source: null, as_of: null }];
    return { parts, total_usd: parts.reduce((sum, { usd }) => sum + (usd ?? 0), 0) };
  });
}
