import { join } from "node:path";
import { ProviderFailure, type Words } from "@ongea/conversation";
import type { Segment } from "../../segments/segment-recogniser.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { cleanWords } from "./clean-words.ts";
import { loadWhisperRecogniser } from "../whisper/whisper-recogniser.ts";
import { matchExpected } from "./expected-match.ts";
import { floatsOf, type OfflineRecognizer, type Sherpa } from "./sherpa.ts";

/** Something that hears whole segments, one at a time. */
export interface SegmentRecogniser {
  readonly description: ModelDescription;
  /** An abort ends it between two steps. */
  hear(segment: Segment, signal: AbortSignal): Promise<Words>;
}

/** Shorter sound holds no word. */
const MIN_SAMPLES = 1_600;

type SegmentModel = ModelDescription & { engine: "whisper" | "moonshine" | "parakeet" | "omnilingual" };
type SherpaModel = SegmentModel & { engine: Exclude<SegmentModel["engine"], "whisper"> };

/** Whether a model hears whole segments. */
export function hearsSegments(description: ModelDescription): description is SegmentModel {
  return ["whisper", "moonshine", "parakeet", "omnilingual"].includes(description.engine);
}

export async function loadSegmentRecogniser(
  sherpa: () => Sherpa,
  { folder }: InstalledModel,
  description: SegmentModel,
  threads: number,
): Promise<SegmentRecogniser> {
  const hear =
    description.engine === "whisper"
      ? await loadWhisperRecogniser(pathsOf(description.parts, folder), threads)
      : await bySherpa(sherpa(), description as SherpaModel, folder, threads);
  return {
    description,
    async hear(segment, signal) {
      if (segment.sound.length < MIN_SAMPLES) return { text: "" };
      const language = languageOf(description, segment.language);
      const { text, words, ...heard } = await hear({ ...segment, language }, signal);
      const read = matchExpected(cleanWords(text), segment.expected, segment.keywords);
      // Where it reads otherwise, its words are not those that were judged.
      return { ...heard, text: read, language, ...(words && read === text ? { words } : {}) };
    },
  };
}

type Hear = (segment: Segment, signal: AbortSignal) => Promise<Words>;

async function bySherpa(sherpa: Sherpa, description: SherpaModel, folder: string, threads: number): Promise<Hear> {
  const recogniser = await sherpa.OfflineRecognizer.createAsync(configOf(description, folder, threads));
  return async ({ sound }) => ({ text: await decode(recogniser, sound) });
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

function pathsOf<Role extends string>(parts: Record<Role, string>, folder: string): Record<Role, string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names
  return Object.fromEntries(Object.entries<string>(parts).map(([role, path]) => [role, join(folder, path)])) as Record<
    Role,
    string
  >;
}

function configOf({ engine, parts }: SherpaModel, folder: string, numThreads: number): object {
  const { tokens, ...others } = pathsOf<string>(parts, folder);
  const model =
    engine === "moonshine"
      ? { moonshine: others }
      : engine === "omnilingual"
        ? { omnilingual: others }
        : { transducer: others, modelType: "nemo_transducer" };
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...model, tokens, numThreads, debug: 0, provider: "cpu" },
  };
}
