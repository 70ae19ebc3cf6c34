/** The voices of this machine, told apart for people. */
import type { ModelDescription } from "@ongea/providers/hosts";
import { z } from "zod";

export interface MachineVoice {
  provider: "builtin" | "local";
  /** As its speech host names it. */
  voiceId: string;
  name: string;
  /** The engine that speaks. */
  model: string;
  /** BCP 47. */
  language: string;
  gender: "female" | "male" | "neutral";
}

/** The built-in host says which voices it found. */
const Facts = z.looseObject({
  voice: z.looseObject({ voices: z.array(z.object({ id: z.string(), language: z.string() })) }).optional(),
});

/** Made up, or no longer anybody's mother tongue. */
const NOBODYS = new Set(["eo", "ia", "io", "jbo", "lfn", "piqd", "py", "qdb", "qya", "sjn", "la", "grc", "nci"]);
/** A language, and where it is spoken: no manners of writing, no quarters of a city. */
const PLAIN_TAG = /^[a-z]{2,3}(?:-(?:[a-z]{2}|\d{3}))?$/;
const WOMEN = new Set(["slt"]);

export function machineVoices(
  builtinFacts: Readonly<Record<string, unknown>>,
  models: readonly ModelDescription[],
): MachineVoice[] {
  const found = Facts.safeParse(builtinFacts).data?.voice?.voices ?? [];
  const spoken = found.filter(({ language }) => PLAIN_TAG.test(language.toLowerCase()) && !NOBODYS.has(primaryOf(language)));
  const local = models.filter(({ kind }) => kind === "voice");
  return [...unique(spoken).map(builtinVoice), ...local.map(localVoice)];
}

function builtinVoice({ id, language }: { id: string; language: string }): MachineVoice {
  const espeak = id.startsWith("espeak:");
  const tag = tagOf(language);
  const isFemale = espeak ? /\+f\d$/.test(id) : WOMEN.has(id);
  return {
    provider: "builtin",
    voiceId: id,
    name: espeak ? (NAMES.of(tag) ?? tag) : id.toUpperCase(),
    model: espeak ? "espeak-ng" : "flite",
    language: tag,
    gender: isFemale ? "female" : "male",
  };
}

function localVoice({ id, name, engine, languages }: ModelDescription): MachineVoice {
  const [language = "en"] = languages;
  return { provider: "local", voiceId: id, name, model: engine, language: tagOf(language), gender: "neutral" };
}

const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

/** `en-gb` is written `en-GB`. */
function tagOf(language: string): string {
  return Intl.getCanonicalLocales(language)[0] ?? language;
}

function primaryOf(language: string): string {
  return language.toLowerCase().split("-")[0] ?? "";
}

function unique<One extends { id: string }>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
