/** Rows as a CSV file, sent as they are read: however many there are, a page of them is in memory. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { MOST_EXPORTED } from "@ongea/contract";
import type { FastifyReply } from "fastify";
import type { PageOf } from "../database/keyset.ts";
import { whenOver } from "./gone.ts";
import { refuse } from "./refuse.ts";

/** Of one workspace at a time. */
const MOST_DOWNLOADS = 2;

export interface Download {
  workspaceId: string;
  /** Of the file, without its ending. */
  name: string;
  head: string;
  /** Lines of the file; undefined: the first page. */
  page(cursor: string | undefined): Promise<PageOf<string>>;
}

/** Refuses with "request.too_many". */
export function createCsvDownloads(): (reply: FastifyReply, download: Download) => Promise<FastifyReply> {
  const runningOf = new Map<string, number>();
  return async (reply, { workspaceId, name, head, page: read }) => {
    const running = runningOf.get(workspaceId) ?? 0;
    if (running >= MOST_DOWNLOADS) throw refuse("request.too_many");
    const done = (): void => {
      const left = (runningOf.get(workspaceId) ?? 1) - 1;
      if (left > 0) runningOf.set(workspaceId, left);
      else runningOf.delete(workspaceId);
    };
    runningOf.set(workspaceId, running + 1);
    whenOver(reply, done);
    // Whoever reads the file asks for the next page from wherever they are: within the reach of the request all the same.
    const here = AsyncLocalStorage.snapshot();
    const page = (cursor: string | undefined) => here(() => read(cursor));
    // Whatever is wrong with the question is told before the file begins.
    const first = await page(undefined);
    void reply.headers({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    });
    return reply.send(Readable.from(lines(head, first, page), { objectMode: false, highWaterMark: 65_536 }));
  };
}

async function* lines(
  head: string,
  first: PageOf<string>,
  page: (cursor: string) => Promise<PageOf<string>>,
): AsyncGenerator<string> {
  yield head;
  let left = MOST_EXPORTED;
  for (let { data, next } = first; ; { data, next } = await page(next)) {
    const rows = data.slice(0, left);
    if (rows.length > 0) yield rows.join("");
    left -= rows.length;
    if (next === null || left <= 0) return;
  }
}
