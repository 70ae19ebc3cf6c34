/** An item of the knowledge as the screen and the API have it. */
import type { KnowledgeItem } from "@ongea/contract";
import type { Prices } from "@ongea/providers";
import { embeddingCost } from "./embedding-cost.ts";
import type { StoredItem } from "./store.ts";

export function wireItem(item: StoredItem, prices: Pick<Prices, "priceFor">): KnowledgeItem {
  const { id, title, type, source, size, status, progress, problem, chunks, ...more } = item;
  const { chunkSize: chunk_size, overlap, mode, embedding, embedded, createdAt, updatedAt } = more;
  const { embeddingService: embedding_service, embeddingModel: embedding_model, embeddingProblem: embedding_problem } = more;
  const site = { pages: more.pages, pages_read: more.pagesRead };
  const vectors = { embedding, embedding_service, embedding_model, embedded, embedding_problem };
  const used = { embedding_tokens: more.embeddingTokens, embedding_usd: embeddingCost(item, more.embeddingTokens, prices) };
  const usedBy = { used_by: more.usedBy };
  const ofWire = { similarity_top_k: more.topK, language_support: more.languageSupport };
  const times = { created_at: createdAt.toISOString(), last_modified: updatedAt.toISOString() };
  return {
    id,
    title,
    type,
    source,
    size,
    status,
    progress,
    problem,
    chunks,
    chunk_size,
    overlap,
    mode,
    ...site,
    ...vectors,
    ...used,
    ...usedBy,
    ...ofWire,
    ...times,
  };
}
