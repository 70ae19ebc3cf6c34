import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { exportCalls, MOST_EXPORTED, type Execution } from "@ongea/contract";
import type { PageOf } from "../../platform/database/keyset.ts";
import { whenOver } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Archive } from "../archive.ts";
import { CSV_HEAD, csvLine } from "../csv.ts";

/** Calls that are in memory for an export. */
const PAGE = 500;
/** Of one workspace at a time. */
const MOST_EXPORTS = 2;

/** Calls as a file, sent as it is read: however many there are, a page of them is in memory. */
export function exportRoute(app: Http, archive: Pick<Archive, "list">, now: () => Date = () => new Date()): void {
  const exportsOf = new Map<string, number>();
  serve(app, exportCalls, async ({ query: { agent_id: agentId, ...filter } }, { asker: { workspaceId }, reply }) => {
    const running = exportsOf.get(workspaceId) ?? 0;
    if (running >= MOST_EXPORTS) throw refuse("request.too_many");
    const done = (): void => {
      const left = (exportsOf.get(workspaceId) ?? 1) - 1;
      if (left > 0) exportsOf.set(workspaceId, left);
      else exportsOf.delete(workspaceId);
    };
    exportsOf.set(workspaceId, running + 1);
    whenOver(reply, done);
    // Whoever reads the file asks for the next page from wherever they are: within the reach of the request all the same.
    const here = AsyncLocalStorage.snapshot();
    const page = (cursor: string | undefined) =>
      here(() => archive.list(workspaceId, { agentId, ...filter, limit: PAGE, cursor }));
    // Whatever is wrong with the question is told before the file begins.
    const first = await page(undefined);
    const name = `ongea-calls-${now().toISOString().slice(0, 10)}.csv`;
    void reply.headers({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    });
    return reply.send(Readable.from(lines(first, page), { objectMode: false, highWaterMark: 65_536 }));
  });
}

async function* lines(first: PageOf<Execution>, page: (cursor: string) => Promise<PageOf<Execution>>): AsyncGenerator<string> {
  yield CSV_HEAD;
  let left = MOST_EXPORTED;
  for (let { data, next } = first; ; { data, next } = await page(next)) {
    const rows = data.slice(0, left);
    if (rows.length > 0) yield rows.map(csvLine).join("");
    left -= rows.length;
    if (next === null || left <= 0) return;
  }
}
