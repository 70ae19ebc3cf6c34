import { join } from "node:path";
import { ProviderFailure, type Speech } from "@ongea/conversation";
import { lettersFor, spokenText } from "../../builtin/spoken-text/index.ts";
import type { Speaker } from "../../host/tts-engine.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { clausesOf } from "./clauses.ts";
import { piperFiles } from "./piper-files.ts";
import { samplesOfFloats, type OfflineTts, type Sherpa } from "./sherpa.ts";

interface LoadedVoice {
  description: ModelDescription & { kind: "voice" };
  tts: OfflineTts;
}

/** Piper, Kokoro and Supertonic voices through sherpa-onnx. */
export async function createNeuralSpeaker(
  sherpa: Sherpa,
  models: readonly InstalledModel[],
  workFolder: string,
): Promise<Speaker> {
  const voices: LoadedVoice[] = [];
  for (const { description, folder } of models) {
    if (description.kind !== "voice") continue;
    voices.push({ description, tts: await sherpa.OfflineTts.createAsync(await configOf(description, folder, workFolder)) });
  }
  return {
    prepare({ text, language, voice: wanted, pace }) {
      const said = lettersFor(spokenText(text, language), language);
      if (!said) return undefined;
      const voice = chooseVoice(voices, language, wanted);
      if (!voice) throw new ProviderFailure("refused", `no local voice speaks ${language}`);
      const saying = { text: said, pace, language: primaryOf(language) };
      return { key: JSON.stringify([voice.description.id, saying]), speak: (signal) => speak(voice, saying, signal) };
    },
    describe: () => ({
      voices: voices.map(({ description: { id, languages }, tts }) => ({ id, languages, sampleRateHz: tts.sampleRate })),
    }),
    close: async () => {},
  };
}

function chooseVoice(voices: readonly LoadedVoice[], language: string, wanted: string | undefined): LoadedVoice | undefined {
  const primary = primaryOf(language);
  const speaking = voices.filter(({ description }) => description.languages.some((tag) => primaryOf(tag) === primary));
  return speaking.find(({ description }) => description.id === wanted) ?? speaking[0];
}

interface Saying {
  text: string;
  pace: number;
  /** Primary tag. */
  language: string;
}

function primaryOf(language: string): string {
  return language.toLowerCase().split("-")[0] ?? "";
}

/** Clause by clause, so that the first one is heard while the next is made. */
async function* speak(
  { tts, description }: LoadedVoice,
  { text, pace, language }: Saying,
  signal: AbortSignal,
): AsyncGenerator<Speech, void, undefined> {
  for (const clause of clausesOf(text)) {
    if (signal.aborted) return;
    const { samples, sampleRate } = await tts.generateAsync({
      text: clause,
      sid: description.speaker,
      speed: pace,
      enableExternalBuffer: false,
      ...generationOf(description, pace, language),
    });
    if (samples.length === 0) throw new ProviderFailure("bad-answer", "the voice made no sound");
    yield { samples: samplesOfFloats(samples), sampleRateHz: sampleRate };
  }
}

/** Fewer steps sound rough, more take longer than speech. */
const SUPERTONIC_STEPS = 5;
/** As Kokoro's pronunciation data calls them, where that is not the primary tag. */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = { en: "en-us", pt: "pt-br" };

/** What voices of several languages are told besides the text. */
function generationOf({ engine, speaker }: LoadedVoice["description"], speed: number, language: string): object {
  if (engine === "piper") return {};
  const isKokoro = engine === "kokoro";
  const lang = isKokoro ? (KOKORO_LANGUAGES[language] ?? language) : language;
  return { generationConfig: { sid: speaker, speed, extra: { lang }, ...(isKokoro ? {} : { numSteps: SUPERTONIC_STEPS }) } };
}

function configOf(description: LoadedVoice["description"], folder: string, workFolder: string): Promise<object> | object {
  if (description.engine === "piper") return piperConfig(description, folder, workFolder);
  return description.engine === "kokoro" ? kokoroConfig(description, folder) : supertonicConfig(description, folder);
}

/** Two threads of one voice are slower than one. */
const THREADS = 1;

async function piperConfig(
  description: ModelDescription & { engine: "piper" },
  folder: string,
  workFolder: string,
): Promise<object> {
  const { model, tokens, dataDir, config } = await piperFiles(description, folder, workFolder);
  const { noise_scale: noiseScale = 0.667, length_scale: lengthScale = 1, noise_w: noiseScaleW = 0.8 } = config.inference;
  return {
    model: { vits: { model, tokens, dataDir, noiseScale, lengthScale, noiseScaleW }, numThreads: THREADS },
    maxNumSentences: 1,
  };
}

function kokoroConfig(description: ModelDescription & { engine: "kokoro" }, folder: string): object {
  const { model, voices, tokens, lexicon } = description.parts;
  const kokoro = {
    model: join(folder, model),
    voices: join(folder, voices),
    tokens: join(folder, tokens),
    dataDir: join(folder, "espeak-ng-data"),
    ...(lexicon ? { lexicon: join(folder, lexicon) } : {}),
  };
  return { model: { kokoro, numThreads: THREADS }, maxNumSentences: 1 };
}

function supertonicConfig({ parts }: ModelDescription & { engine: "supertonic" }, folder: string): object {
  const supertonic = Object.fromEntries(Object.entries(parts).map(([role, path]) => [role, join(folder, path)]));
  return { model: { supertonic, numThreads: THREADS }, maxNumSentences: 1 };
}
