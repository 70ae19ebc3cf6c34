import { ProviderFailure, wavOf, type Recogniser, type Synthesiser, type Words } from "@ongea/conversation";
import { z } from "zod";
import { askForText, type ServiceAccess } from "../http/ask.ts";
import { formOf } from "../http/multipart.ts";
import { createSegmentRecogniser, type Segment } from "../segments/segment-recogniser.ts";
import { within } from "../socket/speaker.ts";
import { createHttpVoice } from "../sound/spoken-answer.ts";

export interface SarvamOptions extends Omit<ServiceAccess, "baseUrl"> {
  apiKey: string;
  model: string;
  baseUrl?: string;
  name?: string;
}

const RATE_HZ = 16_000;
const MOST_CHARACTERS = 2_500;
const MAX_ANSWER_BYTES = 256 * 1024;
const MIN_SAMPLES = 1_600;

function access(options: SarvamOptions): ServiceAccess {
  return { ...options, baseUrl: options.baseUrl ?? "https://api.sarvam.ai", keyHeader: "api-subscription-key" };
}

/** It names languages as they are spoken in India, and Odia in its own way. */
export function sarvamLanguage(language: string): string {
  const primary = (language.split("-")[0] ?? language).toLowerCase();
  return `${primary === "or" ? "od" : primary}-IN`;
}

/** TTS: Sarvam's Bulbul over HTTP, streamed. `pace` 0.5…2; what is beyond is brought within. */
export function createSarvamSynthesiser(options: SarvamOptions & { voice: string; pace?: number }): Synthesiser {
  const { model, voice, pace } = options;
  return createHttpVoice({
    access: access(options),
    name: options.name ?? `sarvam ${model}`,
    path: "text-to-speech/stream",
    mostCharacters: MOST_CHARACTERS,
    sampleRateHz: RATE_HZ,
    body: ({ text, language }) => ({
      text,
      target_language_code: sarvamLanguage(language),
      speaker: voice,
      model,
      speech_sample_rate: RATE_HZ,
      output_audio_codec: "linear16",
      ...(pace === undefined ? {} : { pace: within(pace, 0.5, 2) }),
    }),
  });
}

/** STT: Sarvam's Saaras and Saarika, asked for each segment of speech. */
export function createSarvamRecogniser(options: SarvamOptions): Recogniser {
  return createSegmentRecogniser(options.name ?? `sarvam ${options.model}`, (segment, signal) =>
    transcribe(options, segment, signal),
  );
}

const answerShape = z.object({ transcript: z.string(), language_code: z.string().nullish() });

async function transcribe(options: SarvamOptions, segment: Segment, signal: AbortSignal): Promise<Words> {
  if (segment.sound.length < MIN_SAMPLES) return { text: "" };
  const fields = { model: options.model, language_code: sarvamLanguage(segment.language) };
  const mode: Record<string, string> = options.model.startsWith("saaras") ? { mode: "transcribe" } : {};
  const file = { field: "file", name: "speech.wav", type: "audio/wav", bytes: wavOf(segment.sound, RATE_HZ) };
  const asked = { path: "speech-to-text", body: formOf({ ...fields, ...mode }, file), maxBytes: MAX_ANSWER_BYTES };
  const text = await askForText(access(options), asked, signal);
  if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
  try {
    const { transcript, language_code: language } = answerShape.parse(JSON.parse(text));
    return { text: transcript.trim(), ...(language ? { language } : {}) };
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's transcription is not understood", { cause });
  }
}
