/** Files of evidence: of a call, and of all calls of a batch. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { readBatchEvidence, readCallEvidence } from "@ongea/contract";
import type { FastifyReply } from "fastify";
import type { Audit } from "../../accounts/index.ts";
import type { CallsDomain } from "../../calls/index.ts";
import type { Evidence, LeftMessage, RungCall } from "../../compliance/index.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";

export interface EvidenceRoutesParts {
  evidence: Pick<Evidence, "file">;
  calls: Pick<CallsDomain["store"], "read" | "list">;
  audit: Pick<Audit, "write">;
  /** With dashes; refuses one that is not there. */
  batchId(workspaceId: string, written: string): Promise<string>;
  /** What the gate has answered of a batch's messages. */
  decisions(batch: { id: string; workspaceId: string }, cursor: string | undefined, limit: number): Promise<PageOf<LeftMessage>>;
}

/** Calls that are in memory for a file. */
const PAGE = 500;

export function evidenceRoutes(app: Http, { evidence, calls, audit, batchId, decisions }: EvidenceRoutesParts): void {
  serve(app, readCallEvidence, async ({ params: { execution_id: id } }, { principal, reply }) => {
    const { workspaceId, name: madeBy } = principal;
    const call = await calls.read({ id, workspaceId });
    if (!call) throw refuse("call.not_found");
    await audit.write(principal, { act: "evidence.exported", subject: id });
    return download(reply, id, evidence.file({ workspaceId, madeBy, subject: { kind: "call", id }, calls: once([call]) }));
  });
  serve(app, readBatchEvidence, async ({ params }, { principal, reply }) => {
    const { workspaceId, name: madeBy } = principal;
    const id = await batchId(workspaceId, params.batch_id);
    await audit.write(principal, { act: "evidence.exported", details: { batch: id } });
    // The next page is asked for by whoever reads the file: within the reach of the request all the same.
    const here = AsyncLocalStorage.snapshot();
    const page = (cursor?: string): Promise<Page<RungCall>> =>
      here(() => calls.list(workspaceId, { batchId: id, limit: PAGE, cursor }));
    const decided = (cursor?: string): Promise<Page<LeftMessage>> => here(() => decisions({ id, workspaceId }, cursor, PAGE));
    const content = { calls: pages(page), messages: pages(decided) };
    return download(reply, id, evidence.file({ workspaceId, madeBy, subject: { kind: "batch", id }, ...content }));
  });
}

type Page<Row> = { data: readonly Row[]; next: string | null };

async function* pages<Row>(page: (cursor?: string) => Promise<Page<Row>>): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | undefined; ;) {
    const { data, next } = await page(cursor);
    yield data;
    if (next === null) return;
    cursor = next;
  }
}

async function* once(calls: readonly RungCall[]): AsyncGenerator<readonly RungCall[]> {
  yield calls;
}

function download(reply: FastifyReply, id: string, lines: AsyncIterable<string>): FastifyReply {
  void reply.headers({
    "content-type": "application/x-ndjson; charset=utf-8",
    "content-disposition": `attachment; filename="ongea-evidence-${id}.ndjson"`,
    "cache-control": "no-store",
  });
  return reply.send(Readable.from(lines, { objectMode: false, highWaterMark: 65_536 }));
}
