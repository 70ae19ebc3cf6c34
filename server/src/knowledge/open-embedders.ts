/** Who makes vectors of texts: the model on this machine, and services that workspaces have connected. */
import type { Embedder, Prices } from "@ongea/providers";
import type { EmbeddingService, Embedders } from "./embedding/embedders.ts";

/** What the engines give to the knowledge. */
export interface EnginesOfKnowledge {
  localEmbedder: {
    /** Its name; undefined: none has been pulled. */
    model(): Promise<string | undefined>;
    embedder(): Promise<Embedder | undefined>;
  };
  connections: {
    embedders: {
      services(workspaceId: string): Promise<EmbeddingService[]>;
      of(workspaceId: string, service: string, model: string): Promise<Embedder | undefined>;
    };
  };
  prices: Pick<Prices, "priceFor">;
}

type Making = Pick<EnginesOfKnowledge, "localEmbedder" | "connections">;

export function createEmbedders({ localEmbedder: local, connections: { embedders: connected } }: Making): Embedders {
  return {
    local: () => local.model(),
    services: (workspaceId) => connected.services(workspaceId),
    async of(workspaceId, { embedding, embeddingService, embeddingModel }) {
      if (embedding === "local") return local.embedder();
      if (embeddingService === null || embeddingModel === null) return undefined;
      return connected.of(workspaceId, embeddingService, embeddingModel);
    },
  };
}
