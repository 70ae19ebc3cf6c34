/**
 * `npm run bench -- retrieval [--set folder] [--embeddings address --model name]`: of a public question set how often the right passage is among
 * the five that an assistant is given, for each embedding choice that is there, and what retrieval adds to a turn at 10,000 passages.
 */
import { resolve } from "node:path";
import { createHostEmbedder, createOpenAiEmbedder, linkToHost, type Embedder } from "@ongea/providers";
import { findInstalled, startEmbeddingHost } from "@ongea/providers/hosts";
import type { Embedders } from "../../server/src/knowledge/embedding/embedders.ts";
import { figures, round } from "../driver/figures.ts";
import type { Results } from "../driver/table.ts";
import { chanceOf } from "../turn/chance.ts";
import { openBenchKnowledge, type Choice } from "./bench-knowledge.ts";
import { folderSet, publicSet, type QuestionSet } from "./question-set.ts";

export interface RetrievalBench {
  results: Results;
  quick: boolean;
  /** A folder of questions instead of the public set. */
  set?: string | undefined;
  /** A service that speaks OpenAI's protocol, up to and with the version, and its model. */
  embeddings?: string | undefined;
  model?: string | undefined;
}

const CACHE = resolve(".ongea/bench-sets");
const SEED = 20_261_122;
const GIVEN = 5;
const MOST_QUESTIONS = 2_000;
const PASSAGES = 10_000;
const ASKS = 500;
const WARM_UP = 20;
/** Longer than any turn waits: what a model makes of a question is judged here, not how soon. */
const PATIENCE_MS = 10_000;
/** About nothing in any of the sets; others than those from which the server learns what nothing is. */
const FOREIGN = [
  "What are your opening hours on Sunday?",
  "Can I get a loan for a tractor?",
  "How old is the president?",
  "Where can I buy fresh fish?",
  "Tell me a story about a lion.",
  "How do I plant maize?",
  "What is the price of gold today?",
  "Does the doctor see children?",
  "How many players are in a rugby team?",
  "Can you recommend a good film?",
  "What time does the sun set?",
  "Who wrote Things Fall Apart?",
  "How do I remove a wine stain?",
  "Is the swimming pool heated?",
  "How far is it from Lagos to Ibadan?",
  "What is a healthy blood pressure?",
  "Can I pay my school fees in instalments?",
  "How do I get to the stadium?",
];
const CONNECTED = { embedding: "connected", embedding_service: "bench", embedding_model: "bench" } as const;

export async function retrieval(bench: RetrievalBench): Promise<void> {
  const note = (line: string): void => bench.results.note(line);
  const set = bench.set === undefined ? await publicSet(CACHE, note) : folderSet(resolve(bench.set));
  if (!set) return;
  const passages = set.documents.reduce((sum, one) => sum + one.passages.length, 0);
  note(`retrieval: ${set.name}, ${set.questions.length} questions, ${passages} passages, each a passage of the knowledge base.`);
  const local = await localEmbedder(bench.results);
  try {
    await recall(bench, set, { embedding: "builtin" });
    if (local) await recall(bench, set, { embedding: "local" }, local.embedder);
    if (bench.embeddings === undefined) note("retrieval: no connected service was named (--embeddings, --model): left out.");
    else
      await recall(bench, set, CONNECTED, createOpenAiEmbedder({ baseUrl: bench.embeddings, model: bench.model ?? "default" }));
  } finally {
    await local?.stop();
  }
  await delay(bench, set, 0);
  await delay(bench, set, 384);
  await delay(bench, set, 1_536);
}

function embeddersOf(embedder: Embedder | undefined): Embedders {
  return {
    local: async () => embedder?.name,
    services: async () => [{ service: "bench", name: "bench", models: [] }],
    of: async () => embedder,
  };
}

async function recall({ results, quick }: RetrievalBench, set: QuestionSet, choice: Choice, embedder?: Embedder): Promise<void> {
  const knowledge = await openBenchKnowledge(embeddersOf(embedder));
  try {
    const { workspaceId, documentOf } = await knowledge.learn(set.documents, choice);
    const questions = someOf(set.questions, quick ? 200 : MOST_QUESTIONS);
    const tookMs: number[] = [];
    let [hits, firsts] = [0, 0];
    for (const { text, document, passage } of questions) {
      const startedMs = performance.now();
      const found = await knowledge.retrieval.find({ workspaceId, question: text, most: GIVEN, patienceMs: PATIENCE_MS });
      tookMs.push(performance.now() - startedMs);
      const place = found.findIndex((one) => documentOf.get(one.itemId) === document && one.position === passage);
      if (place >= 0) hits++;
      if (place === 0) firsts++;
    }
    let foreign = 0;
    for (const question of FOREIGN)
      if ((await knowledge.retrieval.find({ workspaceId, question, most: GIVEN, patienceMs: PATIENCE_MS })).length > 0) foreign++;
    const took = figures(tookMs.slice(Math.min(WARM_UP, tookMs.length - 1)));
    results.add("retrieval quality", embedder ? `${choice.embedding}: ${embedder.name}` : choice.embedding, {
      set: set.name,
      questions: questions.length,
      "recall@5 %": round((100 * hits) / questions.length),
      "first %": round((100 * firsts) / questions.length),
      "foreign found %": round((100 * foreign) / FOREIGN.length),
      "p50 ms": took.p50,
      "p95 ms": took.p95,
    });
  } finally {
    await knowledge.stop();
  }
}

/** `dimensions`: of a model that answers at once, with directions that are made up: what is measured is ours alone. 0: words. */
async function delay({ results, quick }: RetrievalBench, set: QuestionSet, dimensions: number): Promise<void> {
  const next = chanceOf(SEED);
  const embedder: Embedder = {
    name: "at once",
    warm: () => undefined,
    embed: async (texts) => texts.map(() => Float32Array.from({ length: dimensions }, () => next() - 0.5)),
  };
  const knowledge = await openBenchKnowledge(embeddersOf(embedder));
  try {
    const { workspaceId } = await knowledge.learn(grown(set), dimensions === 0 ? { embedding: "builtin" } : CONNECTED);
    const questions = someOf(set.questions, quick ? 100 : ASKS + WARM_UP);
    const tookMs: number[] = [];
    for (const { text } of questions) {
      const startedMs = performance.now();
      await knowledge.retrieval.find({ workspaceId, question: text, most: GIVEN });
      tookMs.push(performance.now() - startedMs);
    }
    const took = figures(tookMs.slice(Math.min(WARM_UP, tookMs.length - 1)));
    const { p50, p95, p99 } = took;
    const subject = dimensions === 0 ? "words" : `words and vectors of ${dimensions}`;
    results.add("retrieval delay", subject, { passages: PASSAGES, asks: took.n, "p50 ms": p50, "p95 ms": p95, "p99 ms": p99 });
  } finally {
    await knowledge.stop();
  }
}

/** So many passages as are wanted: the set's own, then sentences of it in another order. */
function grown({ documents }: QuestionSet): QuestionSet["documents"] {
  const own = documents.flatMap(({ passages }) => passages);
  const sentences = own.flatMap((text) => text.split(/(?<=[.!?])\s+/)).filter((one) => one.length > 20);
  const next = chanceOf(SEED);
  const made = Array.from({ length: Math.max(0, PASSAGES - own.length) }, () =>
    Array.from({ length: 5 }, () => sentences[Math.floor(next() * sentences.length)] ?? "").join(" "),
  );
  const all = [...own, ...made].slice(0, PASSAGES);
  return Array.from({ length: Math.ceil(all.length / 200) }, (_, at) => ({
    title: `Part ${at + 1}`,
    passages: all.slice(at * 200, (at + 1) * 200),
  }));
}

function someOf<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!);
}

/** The model that `npm run models` has pulled. */
async function localEmbedder(results: Results): Promise<{ embedder: Embedder; stop(): Promise<void> } | undefined> {
  const modelsFolder = resolve(process.env["MODELS_DIR"] ?? "models");
  const { models } = await findInstalled(modelsFolder);
  const found = models.find(({ description }) => description.kind === "embedding");
  if (!found) {
    results.note("retrieval: no local embedding model has been pulled (npm run models): left out.");
    return undefined;
  }
  const host = await startEmbeddingHost(
    { socketPath: resolve(CACHE, "..", "bench-e.sock") },
    { modelsFolder, model: found.description.id },
  );
  const link = linkToHost(host.socketPath);
  const stop = async (): Promise<void> => {
    link.close();
    await host.stop();
  };
  return { embedder: createHostEmbedder(link, found.description.name), stop };
}
