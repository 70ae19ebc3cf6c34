import { createRealtimeModel, type RealtimeModel } from "../realtime-model.ts";
import { OpenAiRealtimeSession, type OpenAiRealtimeOptions } from "./session.ts";

export interface OpenAiRealtimeModelOptions extends Omit<OpenAiRealtimeOptions, "transcriptionModel"> {
  transcriptionModel?: string | undefined;
  answerTimeoutMs?: number | undefined;
}

export function createOpenAiRealtime({
  transcriptionModel = "gpt-4o-mini-transcribe",
  answerTimeoutMs,
  ...options
}: OpenAiRealtimeModelOptions): RealtimeModel {
  return createRealtimeModel({
    names: { recogniser: `openai ${transcriptionModel}`, languageModel: `openai ${options.model}` },
    answerTimeoutMs,
    open: (asked, listener) => new OpenAiRealtimeSession({ ...options, transcriptionModel }, asked, listener),
  });
}
