/** What assistants know, from the uploaded file to the passage in a call. Part of the composition. */
import type { Audit } from "./audit/index.ts";
import type { Config } from "./config.ts";
import {
  createIngest,
  createKnowledge,
  createKnowledgeActs,
  createKnowledgeStore,
  createRetrieval,
  knowledgeRoutes,
  knowledgeWireRoutes,
  readInProcess,
  readPage,
  type Retrieval,
} from "./knowledge/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import { fetchOutside } from "./platform/fetch/outside.ts";
import type { Http } from "./platform/http/http.ts";
import type { Log } from "./platform/log/log.ts";
import type { Records } from "./records.ts";

export interface KnowingParts {
  config: Pick<Config, "KNOWLEDGE_PASSAGES" | "PRIVATE_ADDRESSES">;
  tenancy: Tenancy;
  records: Pick<Records, "activity">;
  log: Log;
  closing: Closing;
}

export interface Knowing {
  retrieval: Retrieval;
  routes(app: Http, audit: Audit): void;
}

export function openKnowing({ config, tenancy, records, log, closing }: KnowingParts): Knowing {
  const store = createKnowledgeStore(tenancy);
  const retrieval = createRetrieval({ store, log });
  closing.add("retrieval", () => retrieval.stop());
  const pages = { fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES };
  const mostChunks = config.KNOWLEDGE_PASSAGES;
  const ingest = createIngest({
    store,
    log,
    readDocument: readInProcess,
    readPage: (url, signal) => readPage(url, pages, signal),
    mostChunks,
    changed({ id, workspaceId, title }, problem) {
      retrieval.changed(workspaceId);
      const [kind, tone] =
        problem === undefined ? (["knowledge.added", "success"] as const) : (["knowledge.failed", "error"] as const);
      const subject = { kind: "document" as const, id };
      records.activity
        .tell(workspaceId, { kind, tone, details: { name: title }, subject, notify: problem !== undefined })
        .catch((error: unknown) => log.warn({ err: error }, "An event could not be written down"));
    },
  });
  closing.add("knowledge", () => ingest.stop());
  const knowledge = createKnowledge({ store, retrieval, mostChunks });
  return {
    retrieval,
    routes(app, audit) {
      const acts = createKnowledgeActs(knowledge, audit, () => ingest.wake());
      knowledgeRoutes(app, knowledge, acts);
      knowledgeWireRoutes(app, knowledge, acts);
    },
  };
}
