/**
 * Gives the passages of items their vectors, some at a time: a job, so that a service which is away or asks to be left alone is asked
 * again later, and what is there already is not asked for twice. Until then passages are found by their words.
 */
import { ProviderFailure } from "@ongea/conversation";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { ItemKey, StoredItem } from "../passages/store.ts";
import { embeddingQueue } from "./queue.ts";
import { spaceOf, type Embedders } from "./embedders.ts";
import type { VectorStore } from "./store.ts";
import { bytesOf, packed } from "./vectors.ts";

export interface EmbedParts {
  store: VectorStore;
  embedders: Embedders;
  /** What is found of this workspace has changed. */
  changed(workspaceId: string): void;
}

/** Passages in one question to the model, and the characters of them: a service on the same machine answers within its time. */
const AT_ONCE = 16;
const CHARACTERS_AT_ONCE = 48_000;
/** What no later attempt changes is not tried for ever. */
const FINAL: ReadonlySet<string> = new Set(["not-connected", "refused", "bad-answer"]);

/** Why passages have no vectors: a stable code. */
type EmbeddingProblem = "not-connected" | "refused" | "bad-answer" | "rate-limited" | "not-reached";

export function startEmbedding(jobs: Pick<Jobs, "work">, parts: EmbedParts): void {
  jobs.work(embeddingQueue, (key, { signal }) => embedItem(key, parts, signal));
}

/** Rejects when it should be tried again later. */
export async function embedItem(key: ItemKey, { store, embedders, changed }: EmbedParts, signal: AbortSignal): Promise<void> {
  const item = await store.item(key);
  if (!item || spaceOf(item) === undefined || item.status !== "ready") return;
  try {
    if (!(await embedAll(item, { store, embedders }, signal))) return;
  } catch (error) {
    signal.throwIfAborted();
    const problem = problemOf(error);
    await store.settled(item, problem);
    changed(item.workspaceId);
    if (FINAL.has(problem)) return;
    throw error;
  }
  await store.settled(item, null);
  changed(item.workspaceId);
}

/** False when the item is gone, or chosen otherwise meanwhile. */
async function embedAll(
  item: StoredItem,
  { store, embedders }: Pick<EmbedParts, "store" | "embedders">,
  signal: AbortSignal,
): Promise<boolean> {
  const embedder = await embedders.of(item.workspaceId, item);
  if (!embedder) throw new NotConnected();
  let length: number | undefined;
  for (;;) {
    const bare = fitting(await store.bare(item, AT_ONCE));
    if (bare.length === 0) return true;
    const texts = bare.map(({ heading, text }) => (text.startsWith(heading) ? text : `${heading}\n\n${text}`));
    let tokens = 0;
    const vectors = await embedder.embed(texts, "passage", signal, ({ tokensIn = 0 }) => (tokens += tokensIn));
    signal.throwIfAborted();
    length ??= vectors[0]?.length;
    if (vectors.length !== bare.length || vectors.some((one) => one.length !== length))
      throw new ProviderFailure("bad-answer", "a model changed its dimensions on the way");
    const rows = vectors.flatMap((vector, at) => {
      const position = bare[at]?.position;
      return position === undefined ? [] : [{ position, vector: bytesOf(packed(vector)) }];
    });
    if (!(await store.keep(item, rows, tokens))) return false;
  }
}

class NotConnected extends Error {}

function problemOf(error: unknown): EmbeddingProblem {
  if (error instanceof NotConnected) return "not-connected";
  // A model on this machine that cannot be started, too.
  if (!(error instanceof ProviderFailure)) return "not-reached";
  const { code } = error;
  return code === "refused" || code === "bad-answer" || code === "rate-limited" ? code : "not-reached";
}

/** The first is taken however long it is. */
function fitting<T extends { text: string }>(passages: readonly T[]): T[] {
  let characters = 0;
  return passages.filter(({ text }, at) => (characters += text.length) <= CHARACTERS_AT_ONCE || at === 0);
}
