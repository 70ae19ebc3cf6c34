import { ProviderFailure, wavOf, type Recogniser, type Words } from "@ongea/conversation";
import { z } from "zod";
import { createSegmentRecogniser, type Segment } from "../segments/segment-recogniser.ts";
import { askForText, type ServiceAccess } from "../http/ask.ts";
import { formOf } from "../http/multipart.ts";

const MAX_ANSWER_BYTES = 256 * 1024;
/** Shorter sound is refused by the services and holds no word. */
const MIN_SAMPLES = 1_600;

export interface OpenAiRecogniserOptions extends ServiceAccess {
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
  const fields = {
    model: options.model,
    language: segment.language.split("-")[0] ?? segment.language,
    response_format: "json",
    temperature: "0",
    ...(segment.keywords.length > 0 ? { prompt: segment.keywords.slice(0, 100).join(", ").slice(0, 800) } : {}),
  };
  const file = { field: "file", name: "speech.wav", type: "audio/wav", bytes: wavOf(segment.sound, 16_000) };
  const body = formOf(fields, file);
  const text = await askForText(options, { path: "audio/transcriptions", body, maxBytes: MAX_ANSWER_BYTES }, signal);
  if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
  try {
    const { text: words, language } = answerShape.parse(JSON.parse(text));
    return { text: words.trim(), ...(language ? { language } : {}) };
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's transcription is not understood", { cause });
  }
}
