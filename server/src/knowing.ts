/** What assistants know, from the uploaded file to the passage in a call. Part of the composition. */
import type { Agents } from "./agents/documents/index.ts";
import type { Audit } from "./accounts/audit/index.ts";
import { namedKnowledge } from "./calls/index.ts";
import type { Config } from "./config.ts";
import {
  createIngest,
  createKnowledge,
  createKnowledgeActs,
  createKnowledgeStore,
  createQuestions,
  createRetrieval,
  createVectorStore,
  embeddingQueue,
  knowledgeRoutes,
  knowledgeWireRoutes,
  readInProcess,
  readPage,
  readSite,
  startEmbedding,
  type Embedders,
  type ItemKey,
  type KnowledgeParts,
  type Retrieval,
  type RoomFor,
} from "./agents/knowledge/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import { fetchOutside } from "./platform/fetch/outside.ts";
import type { Http } from "./platform/http/http.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log/log.ts";
import type { Records } from "./records.ts";
import type { Workspaces } from "./accounts/workspaces/index.ts";

export interface KnowingParts {
  config: Pick<Config, "KNOWLEDGE_PASSAGES" | "PRIVATE_ADDRESSES">;
  tenancy: Tenancy;
  jobs: Pick<Jobs, "send" | "work">;
  embedders: Embedders;
  workspaces: Pick<Workspaces, "read">;
  agents: Pick<Agents, "present">;
  records: Pick<Records, "activity" | "providerPrices">;
  log: Log;
  closing: Closing;
}

export interface Knowing {
  retrieval: Retrieval;
  routes(app: Http, audit: Audit): void;
}

/** A visitor may try it, not fill the disk. */
const DEMO_PASSAGES = 300;
const DEMO_ITEMS = 20;
const MOST_ITEMS = 5_000;

export function openKnowing({
  config,
  tenancy,
  jobs,
  embedders,
  workspaces,
  agents,
  records,
  log,
  closing,
}: KnowingParts): Knowing {
  const store = { ...createKnowledgeStore(tenancy), ...createVectorStore(tenancy) };
  const retrieval = createRetrieval({ store, questions: createQuestions(embedders), log });
  const wanting = ({ id, workspaceId }: ItemKey): Promise<void> => jobs.send(embeddingQueue, { id, workspaceId });
  startEmbedding(jobs, { store, embedders, changed: retrieval.changed });
  closing.add("retrieval", () => retrieval.stop());
  const pages = { fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES };
  const roomFor: RoomFor = async (workspaceId) => {
    const isDemo = (await workspaces.read(workspaceId)).kind === "demo";
    const chunks = config.KNOWLEDGE_PASSAGES;
    return isDemo ? { chunks: Math.min(chunks, DEMO_PASSAGES), items: DEMO_ITEMS } : { chunks, items: MOST_ITEMS };
  };
  const ingest = createIngest({
    store,
    log,
    readDocument: readInProcess,
    readPage: (url, signal) => readPage(url, pages, signal),
    readSite: (asked, signal) => readSite(asked, { ...pages, readDocument: readInProcess }, signal),
    roomFor,
    together: tenancy.together,
    wanting,
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
  const knowledgeOf: KnowledgeParts["knowledgeOf"] = async (workspaceId, id) => {
    const agent = await agents.present(workspaceId, id);
    return agent && { id, named: namedKnowledge(agent).named };
  };
  const prices = records.providerPrices;
  const knowledge = createKnowledge({ store, retrieval, embedders, roomFor, wanting, prices, knowledgeOf });
  return {
    retrieval,
    routes(app, audit) {
      const acts = createKnowledgeActs(knowledge, audit, () => ingest.wake());
      knowledgeRoutes(app, knowledge, acts);
      knowledgeWireRoutes(app, knowledge, acts);
    },
  };
}
