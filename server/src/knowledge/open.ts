/** What agents know, from the uploaded file to the passage in a call. */
import type { Accounts } from "../accounts/index.ts";
import { fetchOutside } from "../platform/fetch/outside.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { createKnowledgeActs } from "./items/acts.ts";
import { startEmbedding } from "./embedding/embed-items.ts";
import { embeddingQueue } from "./embedding/queue.ts";
import { createQuestions } from "./embedding/questions.ts";
import { createTextModels, type TextModels } from "./embedding/text-models.ts";
import { createVectorStore } from "./embedding/store.ts";
import { createIngest } from "./items/ingest.ts";
import { createKnowledge, type KnowledgeParts, type RoomFor } from "./items/knowledge.ts";
import { readInProcess } from "./reading/document.ts";
import { readPage } from "./reading/page.ts";
import { readSite } from "./reading/site.ts";
import { createRetrieval, type Retrieval } from "./retrieval/retrieval.ts";
import { knowledgeRoutes } from "./items/routes.ts";
import { createKnowledgeStore, type ItemKey, knowledgeNames } from "./passages/store.ts";
import { knowledgeWireRoutes } from "./items/wire-routes.ts";
import { createEmbedders, type EnginesOfKnowledge } from "./open-embedders.ts";

export interface KnowledgeDomain {
  retrieval: Retrieval;
  /** Of what can be found by its name: the newest first. */
  names(workspaceId: string, most: number): ReturnType<typeof knowledgeNames>;
  textModels: TextModels;
  /** `knowledgeOf`: what an agent names of it; undefined: there is no such agent. */
  routes(app: Http, knowledgeOf: KnowledgeParts["knowledgeOf"]): void;
}

/** A visitor may try it, not fill the disk. */
const DEMO_PASSAGES = 300;
const DEMO_ITEMS = 20;
const MOST_ITEMS = 5_000;

export function openKnowledge(platform: Platform, accounts: Accounts, engines: EnginesOfKnowledge): KnowledgeDomain {
  const { config, database: tenancy, jobs, log, closing } = platform;
  const { activity, audit, isDemo } = accounts;
  const embedders = createEmbedders(engines);
  const store = { ...createKnowledgeStore(tenancy), ...createVectorStore(tenancy) };
  const retrieval = createRetrieval({ store, questions: createQuestions(embedders), log });
  const wanting = ({ id, workspaceId }: ItemKey): Promise<void> => jobs.send(embeddingQueue, { id, workspaceId });
  startEmbedding(jobs, { store, embedders, changed: retrieval.changed });
  closing.add("retrieval", () => retrieval.stop());
  const pages = { fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES };
  const roomFor: RoomFor = async (workspaceId) => {
    const chunks = config.KNOWLEDGE_PASSAGES;
    return (await isDemo(workspaceId))
      ? { chunks: Math.min(chunks, DEMO_PASSAGES), items: DEMO_ITEMS }
      : { chunks, items: MOST_ITEMS };
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
      activity
        .tell(workspaceId, { kind, tone, details: { name: title }, subject, notify: problem !== undefined })
        .catch((error: unknown) => log.warn({ err: error }, "An event could not be written down"));
    },
  });
  closing.add("knowledge", () => ingest.stop());
  return {
    retrieval,
    names: (workspaceId, most) => knowledgeNames(tenancy, workspaceId, most),
    textModels: createTextModels({ store, embedders, prices: engines.prices }),
    routes(app, knowledgeOf) {
      const knowledge = createKnowledge({ store, retrieval, embedders, roomFor, wanting, prices: engines.prices, knowledgeOf });
      const acts = createKnowledgeActs(knowledge, audit, () => ingest.wake());
      knowledgeRoutes(app, knowledge, acts);
      knowledgeWireRoutes(app, knowledge, acts);
    },
  };
}
