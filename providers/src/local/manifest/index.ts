import { parseDescription, type ModelDescription } from "../models/description.ts";
import kokoro82m from "./kokoro-82m.json" with { type: "json" };
import krokoEn from "./kroko-en.json" with { type: "json" };
import krokoFr from "./kroko-fr.json" with { type: "json" };
import lfm2512b from "./lfm2.5-1.2b.json" with { type: "json" };
import lfm25350m from "./lfm2.5-350m.json" with { type: "json" };
import moonshineBaseEn from "./moonshine-base-en.json" with { type: "json" };
import multilingualE5Small from "./multilingual-e5-small.json" with { type: "json" };
import nemotronStreaming from "./nemotron-streaming.json" with { type: "json" };
import omnilingual1b from "./omnilingual-1b.json" with { type: "json" };
import omnilingual300m from "./omnilingual-300m.json" with { type: "json" };
import parakeetTdtV3 from "./parakeet-tdt-v3.json" with { type: "json" };
import piperEnUSJoeMedium from "./piper-en_US-joe-medium.json" with { type: "json" };
import piperEnUSKristinMediumInt8 from "./piper-en_US-kristin-medium-int8.json" with { type: "json" };
import piperEnUSLjspeechMediumInt8 from "./piper-en_US-ljspeech-medium-int8.json" with { type: "json" };
import piperEnUSNormanMediumInt8 from "./piper-en_US-norman-medium-int8.json" with { type: "json" };
import piperFrFRSiwisMediumInt8 from "./piper-fr_FR-siwis-medium-int8.json" with { type: "json" };
import piperPtBRFaberMediumInt8 from "./piper-pt_BR-faber-medium-int8.json" with { type: "json" };
import piperSwCDLanfricaMediumInt8 from "./piper-sw_CD-lanfrica-medium-int8.json" with { type: "json" };
import qwen306b from "./qwen3-0.6b.json" with { type: "json" };
import qwen34b2507 from "./qwen3-4b-2507.json" with { type: "json" };
import qwen352b from "./qwen3.5-2b.json" with { type: "json" };
import smartTurnV32Cpu from "./smart-turn-v3.2-cpu.json" with { type: "json" };
import smollm2135mInstructQ41 from "./smollm2-135m-instruct-q4_1.json" with { type: "json" };
import supertonic3 from "./supertonic-3.json" with { type: "json" };
import whisperBase from "./whisper-base.json" with { type: "json" };
import whisperBaseInt8 from "./whisper-base-int8.json" with { type: "json" };
import whisperSmall from "./whisper-small.json" with { type: "json" };
import whisperTurbo from "./whisper-turbo.json" with { type: "json" };
import zipformerEn2023 from "./zipformer-en-2023.json" with { type: "json" };
import wellKnown from "./well-known.json" with { type: "json" };

const ALL = [
  whisperBase,
  whisperSmall,
  whisperTurbo,
  zipformerEn2023,
  krokoEn,
  krokoFr,
  nemotronStreaming,
  parakeetTdtV3,
  moonshineBaseEn,
  omnilingual300m,
  omnilingual1b,
  piperEnUSLjspeechMediumInt8,
  piperEnUSNormanMediumInt8,
  piperEnUSKristinMediumInt8,
  piperFrFRSiwisMediumInt8,
  piperPtBRFaberMediumInt8,
  piperSwCDLanfricaMediumInt8,
  piperEnUSJoeMedium,
  supertonic3,
  kokoro82m,
  smartTurnV32Cpu,
  multilingualE5Small,
  lfm25350m,
  lfm2512b,
  qwen306b,
  qwen352b,
  qwen34b2507,
  smollm2135mInstructQ41,
  whisperBaseInt8,
];

/** The models that can be pulled by name, checksums and all, the one to begin with first. Some of them only from a mirror. */
export function knownModels(): ModelDescription[] {
  return ALL.map(parseDescription);
}

/** The models that anybody can pull: each file, or the archive that holds them, has an address of its publisher's, or packages that carry it. */
export function publicModels(): ModelDescription[] {
  return knownModels().filter(({ files }) => files.every(({ url, packages }) => url !== undefined || packages !== undefined));
}

/** Models with free licences that are worth a look; they are fetched and described by hand, for nobody gives them as they are wanted here. */
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
