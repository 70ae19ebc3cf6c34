import { ProviderFailure, type Recogniser, type Synthesiser } from "@ongea/conversation";
import { z } from "zod";
import type { ServiceAccess } from "../http/ask.ts";
import { createFileRecogniser } from "../segments/file-recogniser.ts";
import { createHttpVoice } from "../sound/spoken-answer.ts";

export interface SpitchOptions extends Omit<ServiceAccess, "baseUrl"> {
  apiKey: string;
  model?: string;
  baseUrl?: string;
}

const RATE_HZ = 16_000;
const MOST_CHARACTERS = 1_000;
const MOST_KEYWORDS = 100;

/** Who speaks a language where nobody was chosen; every voice speaks every language. */
const USUAL_VOICES: Readonly<Record<string, string>> = {
  yo: "sade",
  ha: "amina",
  ig: "ngozi",
  am: "hana",
  en: "lina",
  pcm: "justice",
};

/** As its documents list them; one that stayed from another provider is not asked of it. */
export const SPITCH_VOICES: readonly string[] =
  "sade funmi segun femi amina hasan zainab aliyu ngozi obinna amara ebuka hana selam tena tesfaye lina john lucy jude henry kani justice".split(
    " ",
  );

function access(options: SpitchOptions): ServiceAccess {
  return { ...options, baseUrl: options.baseUrl ?? "https://api.spi-tch.com" };
}

function languageOf(tag: string): string {
  const primary = (tag.split("-")[0] ?? tag).toLowerCase();
  if (!(primary in USUAL_VOICES)) throw new ProviderFailure("refused", `Spitch has no ${tag}`);
  return primary;
}

/** TTS: Spitch over HTTP, `/v1/speech`: Yoruba, Hausa, Igbo, Amharic, Nigerian Pidgin, English. */
export function createSpitchSynthesiser(options: SpitchOptions & { voice?: string }): Synthesiser {
  return createHttpVoice({
    access: access(options),
    name: "spitch speech",
    path: "v1/speech",
    mostCharacters: MOST_CHARACTERS,
    sampleRateHz: RATE_HZ,
    body: ({ text, language }) => {
      const spoken = languageOf(language);
      // A WAV says its own rate, which raw sound of theirs does not.
      return { language: spoken, text, voice: options.voice ?? USUAL_VOICES[spoken], format: "wav" };
    },
  });
}

const Answer = z.object({ text: z.string() });

/** STT: Spitch over HTTP, `/v1/transcriptions`, asked for each segment of speech. */
export function createSpitchRecogniser(options: SpitchOptions): Recogniser {
  const model = options.model ?? "mansa_v1";
  return createFileRecogniser({
    name: `spitch ${model}`,
    access: access(options),
    path: "v1/transcriptions",
    file: "content",
    fields: ({ language, keywords }) => ({
      language: languageOf(language),
      model,
      timestamp: "none",
      ...(keywords.length > 0 ? { special_words: keywords.slice(0, MOST_KEYWORDS).join(", ") } : {}),
    }),
    words: (answer) => Answer.parse(answer),
  });
}
