import { join } from "node:path";
import { ProviderFailure, type Speech } from "@ongea/conversation";
import { lettersFor, spokenText } from "../../builtin/spoken-text/index.ts";
import type { Speaker } from "../../host/tts-engine.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { clausesOf } from "./clauses.ts";
import { preparePiper } from "./piper-files.ts";
import { samplesOfFloats, type OfflineTts, type Sherpa } from "./sherpa.ts";

interface LoadedVoice {
  description: ModelDescription & { kind: "voice" };
  tts: OfflineTts;
}

/** Piper and Kokoro voices through sherpa-onnx. */
export async function createNeuralSpeaker(
  sherpa: Sherpa,
  models: readonly InstalledModel[],
  workFolder: string,
): Promise<Speaker> {
  const voices: LoadedVoice[] = [];
  for (const { description, folder } of models) {
    if (description.kind !== "voice") continue;
    const config =
      description.engine === "piper" ? await piperConfig(description, folder, workFolder) : kokoroConfig(description, folder);
    voices.push({ description, tts: await sherpa.OfflineTts.createAsync(config) });
  }
  return {
    prepare({ text, language, voice: wanted, pace }) {
      const said = lettersFor(spokenText(text, language), language);
      if (!said) return undefined;
      const voice = chooseVoice(voices, language, wanted);
      if (!voice) throw new ProviderFailure("refused", `no local voice speaks ${language}`);
      return { key: JSON.stringify([voice.description.id, pace, said]), speak: (signal) => speak(voice, said, pace, signal) };
    },
    describe: () => ({
      voices: voices.map(({ description: { id, languages }, tts }) => ({ id, languages, sampleRateHz: tts.sampleRate })),
    }),
    close: async () => {},
  };
}

function chooseVoice(voices: readonly LoadedVoice[], language: string, wanted: string | undefined): LoadedVoice | undefined {
  const primary = language.toLowerCase().split("-")[0] ?? "";
  const speaking = voices.filter(({ description }) =>
    description.languages.some((tag) => tag.toLowerCase().split("-")[0] === primary),
  );
  return speaking.find(({ description }) => description.id === wanted) ?? speaking[0];
}

/** Clause by clause, so that the first one is heard while the next is made. */
async function* speak(
  { tts, description }: LoadedVoice,
  text: string,
  pace: number,
  signal: AbortSignal,
): AsyncGenerator<Speech, void, undefined> {
  for (const clause of clausesOf(text)) {
    if (signal.aborted) return;
    const { samples, sampleRate } = await tts.generateAsync({
      text: clause,
      sid: description.speaker,
      speed: pace,
      enableExternalBuffer: false,
    });
    if (samples.length === 0) throw new ProviderFailure("bad-answer", "the voice made no sound");
    yield { samples: samplesOfFloats(samples), sampleRateHz: sampleRate };
  }
}

/** Two threads of one voice are slower than one. */
const THREADS = 1;

async function piperConfig(
  description: ModelDescription & { engine: "piper" },
  folder: string,
  workFolder: string,
): Promise<object> {
  const { model, tokens, dataDir, config } = await preparePiper(
    join(folder, description.parts.model),
    join(folder, description.parts.config),
    workFolder,
  );
  const { noise_scale: noiseScale = 0.667, length_scale: lengthScale = 1, noise_w: noiseScaleW = 0.8 } = config.inference;
  return {
    model: { vits: { model, tokens, dataDir, noiseScale, lengthScale, noiseScaleW }, numThreads: THREADS },
    maxNumSentences: 1,
  };
}

function kokoroConfig(description: ModelDescription & { engine: "kokoro" }, folder: string): object {
  const { model, voices, tokens } = description.parts;
  const kokoro = {
    model: join(folder, model),
    voices: join(folder, voices),
    tokens: join(folder, tokens),
    dataDir: join(folder, "espeak-ng-data"),
  };
  return { model: { kokoro, numThreads: THREADS }, maxNumSentences: 1 };
}
