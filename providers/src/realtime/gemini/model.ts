import { OwnVoice } from "../own-voice.ts";
import { createRealtimeModel, type RealtimeModel } from "../realtime-model.ts";
import type { RealtimeMode } from "../session.ts";
import { GeminiLiveSession, type GeminiLiveOptions } from "./session.ts";

export interface GeminiLiveModelOptions extends Omit<GeminiLiveOptions, "speaking"> {
  answerTimeoutMs?: number | undefined;
  /** Absent: half. */
  mode?: RealtimeMode | undefined;
  /** In full mode. */
  voice?: string | undefined;
}

export function createGeminiLive({
  answerTimeoutMs,
  mode = "half",
  voice = "Kore",
  ...options
}: GeminiLiveModelOptions): RealtimeModel {
  const name = `gemini ${options.model}`;
  const own = mode === "full" ? new OwnVoice(name) : undefined;
  return createRealtimeModel({
    names: { recogniser: name, languageModel: name },
    answerTimeoutMs,
    voice: own,
    readsWholeKnowledge: false,
    open: (_asked, listener, opening) =>
      new GeminiLiveSession({ ...options, speaking: own && { voice, own } }, opening, listener),
  });
}
