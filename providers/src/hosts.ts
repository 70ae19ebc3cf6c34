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

export interface BuiltinHostSettings {
  /** Clauses that are spoken at the same time. */
  voicesAtOnce?: number;
  /** PocketSphinx decoders, started when needed: 95 MB each, one utterance at a time. */
  decodersAtMost?: number;
}
