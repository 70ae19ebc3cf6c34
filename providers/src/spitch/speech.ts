import { ProviderFailure, wavOf, type Recogniser, type Synthesiser, type Words } from "@ongea/conversation";
import { z } from "zod";
import { askForText, type ServiceAccess } from "../http/ask.ts";
import { formOf } from "../http/multipart.ts";
import { createSegmentRecogniser, type Segment } from "../segments/segment-recogniser.ts";
import { createHttpVoice } from "../sound/spoken-answer.ts";

export interface SpitchOptions extends Omit<ServiceAccess, "baseUrl"> {
  apiKey: string;
  model?: string;
  baseUrl?: string;
}

const RATE_HZ = 16_000;
const MOST_CHARACTERS = 1_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const MIN_SAMPLES = 1_600;
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

/** STT: Spitch over HTTP, `/v1/transcriptions`, asked for each segment of speech. */
export function createSpitchRecogniser(options: SpitchOptions): Recogniser {
  const name = `spitch ${options.model ?? "mansa_v1"}`;
  return createSegmentRecogniser(name, (segment, signal) => transcribe(options, segment, signal));
}

const answerShape = z.object({ text: z.string() });

async function transcribe(options: SpitchOptions, segment: Segment, signal: AbortSignal): Promise<Words> {
  if (segment.sound.length < MIN_SAMPLES) return { text: "" };
  const fields = {
    language: languageOf(segment.language),
    model: options.model ?? "mansa_v1",
    timestamp: "none",
    ...(segment.keywords.length > 0 ? { special_words: segment.keywords.slice(0, MOST_KEYWORDS).join(", ") } : {}),
  };
  const file = { field: "content", name: "speech.wav", type: "audio/wav", bytes: wavOf(segment.sound, RATE_HZ) };
  const asked = { path: "v1/transcriptions", body: formOf(fields, file), maxBytes: MAX_ANSWER_BYTES };
  const text = await askForText(access(options), asked, signal);
  if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
  try {
    return { text: answerShape.parse(JSON.parse(text)).text.trim() };
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's transcription is not understood", { cause });
  }
}
