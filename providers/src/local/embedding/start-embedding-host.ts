import { startSpeechHost, type HostStart, type SpeechHost } from "../../host/supervise.ts";

export interface EmbeddingHostSettings {
  modelsFolder: string;
  /** Its id. */
  model: string;
}

/** Rejects when the model is missing, changed or can't be loaded. */
export function startEmbeddingHost(options: HostStart, settings: EmbeddingHostSettings): Promise<SpeechHost> {
  return startSpeechHost({ entry: new URL("./main.ts", import.meta.url), ...options, settings });
}
