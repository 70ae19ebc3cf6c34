/** Rows as a file, sent as they are read: however many there are, a page of them is in memory. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { MOST_EXPORTED } from "@ongea/contract";
import type { FastifyReply } from "fastify";
import type { PageOf } from "../database/keyset.ts";
import { whenOver } from "./gone.ts";
import { refuse } from "./refuse.ts";

/** Of one workspace at a time. */
const MOST_DOWNLOADS = 2;

export interface FileFormat<Row> {
  type: string;
  /** Of the file's name. */
  ending: string;
  write(pages: AsyncIterable<readonly Row[]>): AsyncIterable<string | Uint8Array>;
}

export interface Download<Row> {
  workspaceId: string;
  /** Of the file, without its ending. */
  name: string;
  format: FileFormat<Row>;
  /** Undefined: the first page. */
  page(cursor: string | undefined): Promise<PageOf<Row>>;
}

/** Of lines that are written already. */
export function csvFormat(head: string): FileFormat<string> {
  return {
    type: "text/csv; charset=utf-8",
    ending: "csv",
    async *write(pages) {
      yield head;
      for await (const lines of pages) if (lines.length > 0) yield lines.join("");
    },
  };
}

/** Refuses with "request.too_many". */
export function createDownloads(): <Row>(reply: FastifyReply, download: Download<Row>) => Promise<FastifyReply> {
  const runningOf = new Map<string, number>();
  return async (reply, { workspaceId, name, format, page: read }) => {
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
    void reply.headers(fileHeaders(name, format));
    return reply.send(Readable.from(format.write(pagesFrom(first, page)), { objectMode: false, highWaterMark: 65_536 }));
  };
}

/** Of an answer that is this file. */
export function fileHeaders(name: string, { type, ending }: Pick<FileFormat<never>, "type" | "ending">): Record<string, string> {
  return {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}.${ending}"`,
    "cache-control": "no-store",
  };
}

async function* pagesFrom<Row>(
  first: PageOf<Row>,
  page: (cursor: string) => Promise<PageOf<Row>>,
): AsyncGenerator<readonly Row[]> {
  let left = MOST_EXPORTED;
  for (let { data, next } = first; ;) {
    const rows = data.slice(0, left);
    left -= rows.length;
    // It is read while this one is written.
    const following = next === null || left <= 0 ? undefined : page(next);
    // Of a file that nobody reads any more nobody needs to know.
    following?.catch(() => undefined);
    yield rows;
    if (following === undefined) return;
    ({ data, next } = await following);
  }
}
