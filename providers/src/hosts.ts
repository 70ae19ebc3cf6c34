/** The door for the main thread: starts the processes that speak and listen for all media threads. */
import { startSpeechHost, type SpeechHost, type SpeechHostOptions } from "./host/supervise.ts";

export { startSpeechHost, type HostEvent, type SpeechHost, type SpeechHostOptions } from "./host/supervise.ts";

export type HostStart = Omit<SpeechHostOptions, "entry" | "settings"> & {
  /** The host's program where it is not run from its source (a bundle). */
  entry?: string | URL;
};

/** flite, espeak-ng and PocketSphinx. */
export function startBuiltinHost(options: HostStart, settings: BuiltinHostSettings = {}): Promise<SpeechHost> {
  return startSpeechHost({ entry: new URL("./builtin/host.ts", import.meta.url), ...options, settings });
}

/** Neural models: recognition, voices, end of turn. Rejects when a model is missing, changed or can't be loaded. */
export function startLocalHost(options: HostStart, settings: LocalHostSettings): Promise<SpeechHost> {
  return startSpeechHost({ entry: new URL("./local/host/main.ts", import.meta.url), ...options, settings });
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

export interface BuiltinHostSettings {
  /** Clauses that are spoken at the same time. */
  voicesAtOnce?: number;
  /** PocketSphinx decoders, started when needed: 95 MB each, one utterance at a time. */
  decodersAtMost?: number;
}

export { USAGE as MODELS_USAGE, runModelsCommand, type ModelsCommand } from "./local/models-command.ts";
export { knownModels } from "./local/manifest/index.ts";
export { findInstalled, type InstalledModel } from "./local/models/installed.ts";
export { sizeOf, type ModelDescription } from "./local/models/description.ts";
export { pullModel, type PullOptions } from "./local/models/pull.ts";
