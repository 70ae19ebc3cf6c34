import { startSpeechHost, type HostStart, type SpeechHost } from "../host/supervise.ts";

/** Neural models: recognition, voices, end of turn. Rejects when a model is missing, changed or can't be loaded. */
export function startLocalHost(options: HostStart, settings: LocalHostSettings): Promise<SpeechHost> {
  return startSpeechHost({ entry: new URL("./host/main.ts", import.meta.url), ...options, settings });
}

export interface LocalHostSettings {
  modelsFolder: string;
  /** Ids of the models to load: at most one recogniser and one end of turn, any number of voices. */
  models: readonly string[];
  /** Of one recognition; 1 is the most economical. */
  threads?: number;
  /** Compare every file with its checksum first; true when absent. */
  verify?: boolean;
}
