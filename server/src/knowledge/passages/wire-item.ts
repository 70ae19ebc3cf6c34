/** An item of the knowledge as the screen and the API have it. */
import type { KnowledgeItem } from "@ongea/contract";
import { costOfUsage, type Prices } from "@ongea/providers";
import type { StoredItem } from "./store.ts";

/** What the vectors of an item cost, in US dollars; null: nobody knows. */
function costOf(item: StoredItem, prices: Pick<Prices, "priceFor">): number | null {
  const { embedding, embeddingService, embeddingModel, embeddingTokens } = item;
  if (embedding !== "connected") return 0;
  const price = prices.priceFor("embed", `${embeddingService ?? ""} ${embeddingModel ?? ""}`);
  return price ? costOfUsage(price, { tokensIn: embeddingTokens }) : null;
}

export function wireItem(item: StoredItem, prices: Pick<Prices, "priceFor">): KnowledgeItem {
  const { id, title, type, source, size, status, progress, problem, chunks, ...more } = item;
  const { chunkSize: chunk_size, overlap, mode, embedding, embedded, createdAt, updatedAt } = more;
  const { embeddingService: embedding_service, embeddingModel: embedding_model, embeddingProblem: embedding_problem } = more;
  const site = { pages: more.pages, pages_read: more.pagesRead };
  const vectors = { embedding, embedding_service, embedding_model, embedded, embedding_problem };
  const used = { embedding_tokens: more.embeddingTokens, embedding_usd: costOf(item, prices) };
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
