/** Vectors of other texts than passages, by the model that most of a workspace's knowledge is compared by. */
import type { Prices } from "@ongea/providers";
import { embeddingCost } from "../passages/embedding-cost.ts";
import { spaceOf, type Choice, type Embedders } from "./embedders.ts";
import { NOTHING } from "./nothing.ts";
import type { VectorStore } from "./store.ts";
import { packed } from "./vectors.ts";

export interface TextModel extends Choice {
  /** Only vectors of one space can be compared. */
  space: string;
  /** In order. Rejects where the model cannot be used, with a ProviderFailure where it failed. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<{ vectors: Int8Array[]; tokens: number }>;
  /** Of so many tokens, in US dollars; null: nobody knows. */
  costOf(tokens: number): number | null;
}

export interface TextModels {
  /** About anything: what texts have in common for a model is found with them. */
  readonly nothing: readonly string[];
  /** Undefined: nothing of the workspace's knowledge has an embedding model, and this machine has none. */
  of(workspaceId: string): Promise<TextModel | undefined>;
}

export interface TextModelParts {
  store: Pick<VectorStore, "usualChoice">;
  embedders: Embedders;
  prices: Pick<Prices, "priceFor">;
}

export function createTextModels({ store, embedders, prices }: TextModelParts): TextModels {
  return {
    nothing: NOTHING,
    async of(workspaceId) {
      const choice = (await store.usualChoice(workspaceId)) ?? (await ownChoice(embedders));
      const space = choice && spaceOf(choice);
      if (choice === undefined || space === undefined) return undefined;
      return {
        ...choice,
        space,
        costOf: (tokens) => embeddingCost(choice, tokens, prices),
        async embed(texts, signal) {
          const embedder = await embedders.of(workspaceId, choice);
          if (!embedder) throw new Error("The embedding model is not connected");
          let tokens = 0;
          const vectors = await embedder.embed(texts, "question", signal, ({ tokensIn = 0 }) => (tokens += tokensIn));
          return { vectors: vectors.map(packed), tokens };
        },
      };
    },
  };
}

async function ownChoice(embedders: Embedders): Promise<Choice | undefined> {
  const isThere = (await embedders.local()) !== undefined;
  return isThere ? { embedding: "local", embeddingService: null, embeddingModel: null } : undefined;
}
