import { createRealtimeModel, type RealtimeModel } from "../realtime-model.ts";
import { OwnVoice } from "../own-voice.ts";
import type { RealtimeMode } from "../session.ts";
import { OpenAiRealtimeSession, type OpenAiRealtimeOptions } from "./session.ts";

export interface OpenAiRealtimeModelOptions extends Omit<OpenAiRealtimeOptions, "transcriptionModel" | "speaking"> {
  transcriptionModel?: string | undefined;
  answerTimeoutMs?: number | undefined;
  /** Absent: half. */
  mode?: RealtimeMode | undefined;
  /** In full mode. */
  voice?: string | undefined;
}

export function createOpenAiRealtime({
  transcriptionModel = "gpt-4o-mini-transcribe",
  answerTimeoutMs,
  mode = "half",
  voice = "marin",
  ...options
}: OpenAiRealtimeModelOptions): RealtimeModel {
  const name = `openai ${options.model}`;
  const own = mode === "full" ? new OwnVoice(name) : undefined;
  const speaking = own && { voice, own };
  return createRealtimeModel({
    names: { recogniser: `openai ${transcriptionModel}`, languageModel: name },
    answerTimeoutMs,
    voice: own,
    readsWholeKnowledge: true,
    open: (asked, listener) => new OpenAiRealtimeSession({ ...options, transcriptionModel, speaking }, asked, listener),
  });
}
