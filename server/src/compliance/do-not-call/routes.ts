import { addDoNotCall, listDoNotCall, removeDoNotCall, type Answer } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import { numberIn } from "../../platform/phone-number/number-cell.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { DoNotCallStore } from "./store.ts";

export interface DoNotCallRoutesParts {
  store: DoNotCallStore;
  tenancy: Pick<Tenancy, "of">;
  audit: Pick<Audit, "act">;
  /** ISO 3166 codes; a number without a country code belongs to the first. */
  countries: readonly string[];
}

const LONGEST_CELL = 64;

export function doNotCallRoutes(app: Http, { store, tenancy, audit, countries }: DoNotCallRoutesParts): void {
  serve(app, listDoNotCall, async ({ query }, { principal }) => {
    const { data, next } = await store.list(principal.workspaceId, query);
    return {
      data: data.map(({ number, source, callId, createdAt }) => ({
        number,
        source,
        execution_id: callId,
        created_at: createdAt.toISOString(),
      })),
      next,
    };
  });
  serve(app, addDoNotCall, async ({ body }, { principal }) => {
    const refused: Answer<typeof addDoNotCall>["refused"] = [];
    const numbers = new Set<string>();
    for (const [i, cell] of body.numbers.entries()) {
      const read = numberIn(cell, countries);
      if ("number" in read) numbers.add(read.number);
      else if (read.problem !== "empty")
        refused.push({ line: i + 1, cell: cell.trim().slice(0, LONGEST_CELL), problem: read.problem });
    }
    const { workspaceId } = principal;
    const added = await audit.act(principal, async (write) => {
      const preferences = [...numbers].map((number) => ({ number }));
      const count = await store.add(tenancy.of(workspaceId), workspaceId, "added", preferences);
      const about = count === 1 ? { subject: preferences[0]?.number ?? "" } : { details: { numbers: count } };
      if (count > 0) await write({ act: "do_not_call.added", ...about });
      return count;
    });
    return { added, refused };
  });
  serve(app, removeDoNotCall, async ({ params: { number } }, { principal }) => {
    await audit.act(principal, async (write) => {
      if (!(await store.remove(principal.workspaceId, number))) throw refuse("call.not_on_the_list");
      await write({ act: "do_not_call.removed", subject: number });
    });
    return { success: true as const };
  });
}
