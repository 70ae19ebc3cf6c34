/** The door for the main thread: starts the processes that speak and listen for all media threads. */
import { startSpeechHost, type HostStart, type SpeechHost } from "./host/supervise.ts";

export { startSentenceHost } from "./builtin/sentence-model/start-sentence-host.ts";
export { startEmbeddingHost } from "./local/embedding/start-embedding-host.ts";
export { startLocalHost, type LocalHostSettings } from "./local/start-local-host.ts";
export { startSpeechHost, type HostEvent, type HostStart, type SpeechHost, type SpeechHostOptions } from "./host/supervise.ts";

/** flite, espeak-ng and PocketSphinx. */
export function startBuiltinHost(options: HostStart, settings: BuiltinHostSettings = {}): Promise<SpeechHost> {
  return startSpeechHost({ entry: new URL("./builtin/host.ts", import.meta.url), ...options, settings });
}

export interface BuiltinHostSettings {
  /** Clauses that are spoken at the same time. */
  voicesAtOnce?: number;
  /** PocketSphinx decoders, started when needed: 95 MB each, one utterance at a time. */
  decodersAtMost?: number;
}

export { USAGE as MODELS_USAGE, runModelsCommand, type ModelsCommand } from "./local/models-command.ts";
export { knownModels, publicModels } from "./local/manifest/index.ts";
export { findInstalled, type InstalledModel } from "./local/models/installed.ts";
export { runLlmCommand } from "./own-llm/command.ts";
export { withSettings } from "./own-llm/env-file.ts";
export { chosenSet, setFor, type ModelSet } from "./local/model-set.ts";
export { hearingFactor } from "./local/measure.ts";
export { roomFor, sizeOf, type ModelDescription } from "./local/models/description.ts";
export { pullModel, type PullOptions } from "./local/models/pull.ts";
