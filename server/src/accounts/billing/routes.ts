import { exportCredits, listCredits, readBalance, readCreditTotals } from "@ongea/contract";
import { createDownloads, csvFormat } from "../../platform/http/downloads.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { LEDGER_HEAD, ledgerLine } from "./ledger-csv.ts";
import type { Credits } from "./store.ts";

/** Entries that are in memory for an export. */
const PAGE = 500;

export function creditRoutes(app: Http, credits: Credits): void {
  const download = createDownloads();
  serve(app, readBalance, async (_, { principal }) => credits.balance(principal.workspaceId));
  serve(app, listCredits, async ({ query }, { principal }) => credits.list(principal.workspaceId, query));
  serve(app, readCreditTotals, async ({ query }, { principal }) => credits.totals(principal.workspaceId, query));
  serve(app, exportCredits, async ({ query }, { principal: { workspaceId }, reply }) =>
    download(reply, {
      workspaceId,
      name: `ongea-balance-${new Date().toISOString().slice(0, 10)}`,
      format: csvFormat(LEDGER_HEAD),
      async page(cursor) {
        const { data, next } = await credits.list(workspaceId, { ...query, limit: PAGE, cursor });
        return { data: data.map(ledgerLine), next };
      },
    }),
  );
}
