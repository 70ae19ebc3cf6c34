import { parseDescription, type ModelDescription } from "../models/description.ts";
import piperJoe from "./piper-en_US-joe-medium.json" with { type: "json" };
import smartTurn from "./smart-turn-v3.2-cpu.json" with { type: "json" };
import smolLm from "./smollm2-135m-instruct-q4_1.json" with { type: "json" };
import whisperBase from "./whisper-base-int8.json" with { type: "json" };
import wellKnown from "./well-known.json" with { type: "json" };

/** The models that can be pulled by name, checksums and all. */
export function knownModels(): ModelDescription[] {
  return [whisperBase, piperJoe, smartTurn, smolLm].map(parseDescription);
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
