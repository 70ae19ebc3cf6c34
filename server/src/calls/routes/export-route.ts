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
/** The wire writes the ids of batches without dashes. */
const HEX = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Calls as a file, sent as it is read: however many there are, a page of them is in memory. */
export interface ExportParts {
  archive: Pick<Archive, "list">;
  /** Of those that belong to a batch which is for something, by id: whether they have reached it. */
  reached(workspaceId: string, calls: readonly Execution[]): Promise<ReadonlyMap<string, boolean>>;
  now(): Date;
}

export function exportRoute(app: Http, { archive, reached, now }: ExportParts): void {
  const exportsOf = new Map<string, number>();
  serve(app, exportCalls, async ({ query: { agent_id: agentId, batch_id, ...filter } }, { asker: { workspaceId }, reply }) => {
    const batchId = batch_id?.replace(HEX, "$1-$2-$3-$4-$5");
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
      here(async () => {
        const { data, next } = await archive.list(workspaceId, { agentId, batchId, ...filter, limit: PAGE, cursor });
        const isReached = await reached(workspaceId, data);
        return { data: data.map((call) => csvLine(call, isReached.get(call.id))), next };
      });
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

async function* lines(first: PageOf<string>, page: (cursor: string) => Promise<PageOf<string>>): AsyncGenerator<string> {
  yield CSV_HEAD;
  let left = MOST_EXPORTED;
  for (let { data, next } = first; ; { data, next } = await page(next)) {
    const rows = data.slice(0, left);
    if (rows.length > 0) yield rows.join("");
    left -= rows.length;
    if (next === null || left <= 0) return;
  }
}
