/** Who says what texts mean: the model on this machine, and services that workspaces have connected. Part of the composition. */
import { resolve } from "node:path";
import type { Config } from "./config.ts";
import type { ConnectedEmbedders } from "./engines/connections/index.ts";
import type { Embedders } from "./agents/knowledge/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Log } from "./platform/log/log.ts";
import { createLocalEmbedder } from "./engines/speech-hosts/index.ts";

export interface EmbeddingParts {
  config: Pick<Config, "MODELS_DIR">;
  dataDir: string;
  log: Log;
  closing: Closing;
  connected: ConnectedEmbedders;
}

export function openEmbedders({ config, dataDir, log, closing, connected }: EmbeddingParts): Embedders {
  const local = createLocalEmbedder({ dataDir, modelsFolder: resolve(config.MODELS_DIR), log });
  closing.add("embedding model", () => local.stop());
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
