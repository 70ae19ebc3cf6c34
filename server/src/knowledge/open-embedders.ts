/** Who makes vectors of texts: the model on this machine, and services that workspaces have connected. */
import type { Engines } from "../engines/index.ts";
import type { Embedders } from "./embedding/embedders.ts";

export function createEmbedders({ localEmbedder: local, connections: { embedders: connected } }: Engines): Embedders {
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
