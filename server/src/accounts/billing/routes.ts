import { listCredits, readBalance } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Credits } from "./store.ts";

export function creditRoutes(app: Http, credits: Credits): void {
  serve(app, readBalance, async (_, { asker }) => credits.balance(asker.workspaceId));
  serve(app, listCredits, async ({ query }, { asker }) => credits.list(asker.workspaceId, query));
}
