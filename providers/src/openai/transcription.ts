import { ProviderFailure, wavOf, type Recogniser, type Words } from "@ongea/conversation";
import { z } from "zod";
import { createSegmentRecogniser, type Segment } from "../segments/segment-recogniser.ts";
import { askForText, type OpenAiAccess } from "./http.ts";

const MAX_ANSWER_BYTES = 256 * 1024;
/** Shorter sound is refused by the services and holds no word. */
const MIN_SAMPLES = 1_600;

export interface OpenAiRecogniserOptions extends OpenAiAccess {
  /** `whisper-1`, `gpt-4o-mini-transcribe`, `Systran/faster-whisper-small` … */
  model: string;
  name?: string;
}

/** STT: a recogniser behind `/audio/transcriptions`, asked for each segment of speech. */
export function createOpenAiRecogniser(options: OpenAiRecogniserOptions): Recogniser {
  return createSegmentRecogniser(options.name ?? options.model, (segment, signal) => transcribe(options, segment, signal));
}

const answerShape = z.object({ text: z.string(), language: z.string().optional() });

async function transcribe(options: OpenAiRecogniserOptions, segment: Segment, signal: AbortSignal): Promise<Words> {
  if (segment.sound.length < MIN_SAMPLES) return { text: "" };
  const form = new FormData();
  form.set("file", new Blob([wavOf(segment.sound, 16_000)], { type: "audio/wav" }), "speech.wav");
  form.set("model", options.model);
  form.set("language", segment.language.split("-")[0] ?? segment.language);
  form.set("response_format", "json");
  form.set("temperature", "0");
  if (segment.keywords.length > 0) form.set("prompt", segment.keywords.slice(0, 100).join(", ").slice(0, 800));
  const text = await askForText(options, { path: "audio/transcriptions", body: form, maxBytes: MAX_ANSWER_BYTES }, signal);
  if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
  try {
    const { text: words, language } = answerShape.parse(JSON.parse(text));
    return { text: words.trim(), ...(language ? { language } : {}) };
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's transcription is not understood", { cause });
  }
}
