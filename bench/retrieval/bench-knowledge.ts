/** The server's own knowledge on a database of its own, from the text that is added to the passages that are found. */
import { createPrices } from "@ongea/providers";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIngest } from "../../server/src/knowledge/items/ingest.ts";
import { createKnowledge } from "../../server/src/knowledge/items/knowledge.ts";
import { createKnowledgeStore } from "../../server/src/knowledge/passages/store.ts";
import { createQuestions } from "../../server/src/knowledge/embedding/questions.ts";
import { createRetrieval, type Retrieval } from "../../server/src/knowledge/retrieval/retrieval.ts";
import { createVectorStore } from "../../server/src/knowledge/embedding/store.ts";
import { startEmbedding } from "../../server/src/knowledge/embedding/embed-items.ts";
import { embeddingQueue } from "../../server/src/knowledge/embedding/queue.ts";
import { readInProcess } from "../../server/src/knowledge/reading/document.ts";
import type { Embedders } from "../../server/src/knowledge/embedding/embedders.ts";
import { MIGRATIONS } from "../../server/src/schema.ts";
import { openDatabase } from "../../server/src/platform/database/database.ts";
import { createJobsByHand } from "../../server/src/platform/jobs/testing/jobs-by-hand.ts";
import { createWorkspaces } from "../../server/src/accounts/workspaces/store.ts";
import type { QuestionSet } from "./question-set.ts";

export type Choice =
  | { embedding: "builtin" | "local" }
  | { embedding: "connected"; embedding_service: string; embedding_model: string };

export interface BenchKnowledge {
  retrieval: Retrieval;
  /** Adds all documents to a workspace of their own; returns it, and where each item stands among the documents. */
  learn(documents: QuestionSet["documents"], choice: Choice): Promise<{ workspaceId: string; documentOf: Map<string, number> }>;
  stop(): Promise<void>;
}

const silent = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error };
const ROOM = { chunks: 1e6, items: 1e5 };

export async function openBenchKnowledge(embedders: Embedders): Promise<BenchKnowledge> {
  const dataDir = mkdtempSync(join(tmpdir(), "ongea-bench-"));
  chmodSync(dataDir, 0o755);
  const database = await openDatabase({ dataDir, environment: { PATH: process.env["PATH"] ?? "" } }, MIGRATIONS);
  const store = { ...createKnowledgeStore(database), ...createVectorStore(database) };
  const retrieval = createRetrieval({ store, questions: createQuestions(embedders), log: silent });
  const jobs = createJobsByHand();
  startEmbedding(jobs, { store, embedders, changed: retrieval.changed });
  const roomFor = async () => ROOM;
  const wanting = ({ id, workspaceId }: { id: string; workspaceId: string }) => jobs.send(embeddingQueue, { id, workspaceId });
  const parts = { store, retrieval, embedders, roomFor, wanting, prices: createPrices() };
  const knowledge = createKnowledge({ ...parts, knowledgeOf: async () => undefined });
  const none = async () => ({ problem: "robots" as const });
  const ingest = createIngest({
    store,
    log: silent,
    readDocument: readInProcess,
    readPage: none,
    readSite: none,
    roomFor,
    together: database.together,
    wanting,
    changed: ({ workspaceId }) => retrieval.changed(workspaceId),
  });
  return {
    retrieval,
    async learn(documents, choice) {
      const { id: workspaceId } = await createWorkspaces(database).create({ name: "Bench", kind: "real", currency: "USD" });
      const documentOf = new Map<string, number>();
      for (const [at, { title, passages }] of documents.entries()) {
        const content = passages.map((one) => one.replace(/^ ?-{3,} ?$/gm, "")).join("\n---\n");
        const given = { type: "text" as const, title: title || "Document", content, chunk_size: 1_000, overlap: 100, agents: [] };
        const { id } = await knowledge.add(workspaceId, { ...given, mode: "manual", ...choice });
        documentOf.set(id, at);
      }
      ingest.wake();
      await ingest.settled();
      while (jobs.waiting > 0) await jobs.attemptAll();
      const { ready, failed } = await store.counts(workspaceId);
      if (ready !== documents.length) throw new Error(`${failed} of ${documents.length} documents could not be read`);
      return { workspaceId, documentOf };
    },
    async stop() {
      await ingest.stop();
      await retrieval.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
