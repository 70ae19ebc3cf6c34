/** Who says what texts mean: services that workspaces have connected. Part of the composition. */
import type { ConnectedEmbedders } from "./connections/index.ts";
import type { Embedders } from "./knowledge/index.ts";

export function openEmbedders(connected: ConnectedEmbedders): Embedders {
  return {
    local: async () => undefined,
    services: (workspaceId) => connected.services(workspaceId),
    async of(workspaceId, { embedding, embeddingService, embeddingModel }) {
      if (embedding !== "connected" || embeddingService === null || embeddingModel === null) return undefined;
      return connected.of(workspaceId, embeddingService, embeddingModel);
    },
  };
}
