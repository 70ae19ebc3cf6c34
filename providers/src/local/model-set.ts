/** Which local models fit a machine: by its processors, its memory and the languages of its assistants. Pure. */
import { knownModels, publicModels } from "./manifest/index.ts";
import { sizeOf, type ModelDescription } from "./models/description.ts";

export interface Machine {
  processors: number;
  memoryBytes: number;
  /** Of its assistants, primary tags. */
  languages: readonly string[];
  /** Files come from there first: some are to be had nowhere else. */
  hasMirror: boolean;
}

export interface ModelSet {
  models: readonly ModelDescription[];
  bytes: number;
}

const GIB = 2 ** 30;
/** Less carries a call with the built-in parts and nothing besides. */
const LEAST = { processors: 2, memoryBytes: 1.8 * GIB };
/** Whisper small takes about three times the processor of Whisper base. */
const ROOMY = { processors: 8, memoryBytes: 15 * GIB };

/** What would improve it and is not there yet; nothing where it is too small, or has all. */
export function setFor(machine: Machine, installed: readonly ModelDescription[]): ModelSet {
  const has = (kind: ModelDescription["kind"]): boolean => installed.some((model) => model.kind === kind);
  const models: ModelDescription[] = [];
  if (isAtLeast(machine, LEAST)) {
    const voices = installed.filter(({ kind }) => kind === "voice").flatMap(({ languages }) => languages.map(primary));
    if (!has("recogniser")) models.push(...first(earsFor(machine)));
    if (!has("end-of-turn")) models.push(...first(usable(machine).filter(({ kind }) => kind === "end-of-turn")));
    for (const language of new Set(machine.languages.map(primary))) {
      if (voices.includes(language)) continue;
      models.push(
        ...first(usable(machine).filter((one) => one.kind === "voice" && one.languages.map(primary).includes(language))),
      );
    }
  }
  return { models, bytes: models.reduce((sum, model) => sum + sizeOf(model), 0) };
}

/** Those that somebody has chosen by name, without those that are there. Throws an Error for a name that nobody knows. */
export function chosenSet(ids: readonly string[], installed: readonly ModelDescription[]): ModelSet {
  const models = ids.map((id) => knownModels().find((model) => model.id === id) ?? unknown(id));
  const missing = models.filter(({ id }) => !installed.some((one) => one.id === id));
  return { models: missing, bytes: missing.reduce((sum, model) => sum + sizeOf(model), 0) };
}

function earsFor(machine: Machine): ModelDescription[] {
  const ids = [
    ...(isAtLeast(machine, ROOMY) ? ["whisper-small"] : []),
    // Half the size; only mirrors have it.
    ...(machine.hasMirror ? ["whisper-base-int8"] : []),
    "whisper-base",
  ];
  return ids.flatMap((id) => usable(machine).filter((model) => model.id === id));
}

function usable({ hasMirror }: Machine): ModelDescription[] {
  return (hasMirror ? knownModels() : publicModels()).filter(
    ({ trialsOnly, kind, neverRun }) => !trialsOnly && !(kind === "voice" && neverRun),
  );
}

function isAtLeast(machine: Machine, least: { processors: number; memoryBytes: number }): boolean {
  return machine.processors >= least.processors && machine.memoryBytes >= least.memoryBytes;
}

function first<T>(all: readonly T[]): T[] {
  return all.slice(0, 1);
}

function primary(language: string): string {
  return language.split("-")[0] ?? language;
}

function unknown(id: string): never {
  throw new Error(`No local model is called ${id}: npm run models lists them.`);
}
