/** Who makes vectors of texts, as the knowledge asks for them. */
import type { Usage } from "@ongea/conversation";
import type { Embedder } from "@ongea/providers";
import type { StoredItem } from "../passages/store.ts";

/** What an item's passages are compared by, besides their words. */
export type Choice = Pick<StoredItem, "embedding" | "embeddingService" | "embeddingModel">;

/** Told what a provider counts for vectors, by the name that prices know it by. */
export type Used = (by: string, usage: Usage) => void;

export interface EmbeddingService {
  service: string;
  name: string;
  /** Worth suggesting; any other may be written. */
  models: string[];
}

export interface Embedders {
  /** The model on this machine; undefined: none has been pulled. */
  local(): Promise<string | undefined>;
  services(workspaceId: string): Promise<EmbeddingService[]>;
  /** Undefined: it is not connected, not pulled, or its key cannot be used. */
  of(workspaceId: string, choice: Choice): Promise<Embedder | undefined>;
}

/** Only vectors of one space can be compared; undefined: it has none. */
export function spaceOf({ embedding, embeddingService, embeddingModel }: Choice): string | undefined {
  if (embedding === "builtin") return undefined;
  return embedding === "local" ? "local" : `${embeddingService ?? ""}/${embeddingModel ?? ""}`;
}
