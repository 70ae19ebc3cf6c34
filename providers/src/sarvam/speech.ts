import type { Recogniser, Synthesiser } from "@ongea/conversation";
import { z } from "zod";
import type { ServiceAccess } from "../http/ask.ts";
import { createFileRecogniser } from "../segments/file-recogniser.ts";
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

const Answer = z.object({ transcript: z.string(), language_code: z.string().nullish() });

/** STT: Sarvam's Saaras and Saarika, asked for each segment of speech. */
export function createSarvamRecogniser(options: SarvamOptions): Recogniser {
  const { model } = options;
  return createFileRecogniser({
    name: options.name ?? `sarvam ${model}`,
    access: access(options),
    path: "speech-to-text",
    file: "file",
    fields: ({ language }) => ({
      model,
      language_code: sarvamLanguage(language),
      ...(model.startsWith("saaras") ? { mode: "transcribe" } : {}),
    }),
    words(answer) {
      const { transcript: text, language_code: language } = Answer.parse(answer);
      return { text, ...(language ? { language } : {}) };
    },
  });
}
