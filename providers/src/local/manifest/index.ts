import { parseDescription, type ModelDescription } from "../models/description.ts";
import multilingualE5 from "./multilingual-e5-small.json" with { type: "json" };
import piperJoe from "./piper-en_US-joe-medium.json" with { type: "json" };
import smartTurn from "./smart-turn-v3.2-cpu.json" with { type: "json" };
import smolLm from "./smollm2-135m-instruct-q4_1.json" with { type: "json" };
import whisperBase from "./whisper-base.json" with { type: "json" };
import whisperBaseSmaller from "./whisper-base-int8.json" with { type: "json" };
import whisperSmall from "./whisper-small.json" with { type: "json" };
import zipformer from "./zipformer-en-2023.json" with { type: "json" };
import wellKnown from "./well-known.json" with { type: "json" };

/** The models that can be pulled by name, checksums and all, the one to begin with first. Some of them only from a mirror. */
export function knownModels(): ModelDescription[] {
  return [whisperBase, whisperSmall, zipformer, piperJoe, smartTurn, multilingualE5, smolLm, whisperBaseSmaller].map(
    parseDescription,
  );
}

/** The models that anybody can pull: each file has an address of its publisher's, or packages that carry it. */
export function publicModels(): ModelDescription[] {
  return knownModels().filter(({ files }) => files.every(({ url, packages }) => url !== undefined || packages !== undefined));
}

/** Models with free licences that are worth a look; they are fetched and described by hand, for we hold no checksums of them. */
export function wellKnownModels(): readonly WellKnownModel[] {
  return wellKnown;
}

export interface WellKnownModel {
  id: string;
  kind: string;
  engine: string;
  languages: readonly string[];
  licence: string;
  publisher: string;
}
