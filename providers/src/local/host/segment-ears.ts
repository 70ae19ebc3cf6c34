import { join } from "node:path";
import { ProviderFailure, type Words } from "@ongea/conversation";
import type { Segment } from "../../segments/segment-recogniser.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { cleanWords } from "./clean-words.ts";
import { matchExpected } from "./expected-match.ts";
import { floatsOf, type OfflineRecognizer, type Sherpa } from "./sherpa.ts";

/** Something that hears whole segments, one at a time. */
export interface SegmentEars {
  readonly description: ModelDescription;
  hear(segment: Segment): Promise<Words>;
}

/** Shorter sound holds no word. */
const MIN_SAMPLES = 1_600;

type SegmentModel = ModelDescription & { engine: "whisper" | "moonshine" | "parakeet" | "omnilingual" };

/** Whether a model hears whole segments. */
export function hearsSegments(description: ModelDescription): description is SegmentModel {
  return ["whisper", "moonshine", "parakeet", "omnilingual"].includes(description.engine);
}

export async function loadSegmentEars(
  sherpa: Sherpa,
  { folder }: InstalledModel,
  description: SegmentModel,
  threads: number,
): Promise<SegmentEars> {
  let language = description.languages[0] ?? "en";
  const recogniser = await sherpa.OfflineRecognizer.createAsync(configOf(description, folder, threads, language));
  return {
    description,
    async hear(segment) {
      if (segment.sound.length < MIN_SAMPLES) return { text: "" };
      const wanted = languageOf(description, segment.language);
      if (wanted !== language && description.engine === "whisper") {
        recogniser.setConfig(configOf(description, folder, threads, wanted));
        language = wanted;
      }
      return {
        text: matchExpected(cleanWords(await decode(recogniser, segment.sound)), segment.expected, segment.keywords),
        language: wanted,
      };
    },
  };
}

async function decode(recogniser: OfflineRecognizer, sound: Int16Array): Promise<string> {
  const stream = recogniser.createStream();
  stream.acceptWaveform({ sampleRate: 16_000, samples: floatsOf(sound) });
  const { text } = await recogniser.decodeAsync(stream);
  return text;
}

/** Never left to the model: it guesses badly on telephone sound. */
function languageOf(description: ModelDescription, asked: string): string {
  const primary = asked.toLowerCase().split("-")[0] ?? "";
  if (description.languages.includes(primary) || description.languages.includes("*")) return primary;
  throw new ProviderFailure("refused", `${description.name} does not hear ${asked}`);
}

/** Below 300 it costs words (measured: 50 loses 22–53 %). */
const WHISPER_TAIL_PADDINGS = 400;

function configOf({ engine, parts }: SegmentModel, folder: string, ...rest: [threads: number, language: string]): object {
  const [numThreads, language] = rest;
  const paths = Object.fromEntries(Object.entries(parts).map(([role, path]) => [role, join(folder, path)]));
  const { tokens, ...others } = paths;
  const model =
    engine === "whisper"
      ? { whisper: { ...others, language, task: "transcribe", tailPaddings: WHISPER_TAIL_PADDINGS } }
      : engine === "moonshine"
        ? { moonshine: others }
        : engine === "omnilingual"
          ? { omnilingual: others }
          : { transducer: others, modelType: "nemo_transducer" };
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...model, tokens, numThreads, debug: 0, provider: "cpu" },
  };
}
