/** What hears, thinks and speaks, for people: with what is missing or too slow, and the command that cures it. */
import { NO_RECOGNISER, type SpeechUse } from "@ongea/contract";
import type { ModelDescription, SpeechHost } from "@ongea/providers/hosts";
import { z } from "zod";
import type { Choices } from "./choices.ts";
import type { HearingSpeed } from "./hearing-speed.ts";
import { usesOf } from "./uses.ts";

export interface SpeechPart {
  part: "ears" | "mind" | "voice" | "end of turn";
  name: string;
  uses: SpeechUse[];
  ready: boolean;
  /** What to do about it. */
  note?: string;
}

const INSTALL_EARS = "sudo apt-get install -y libpocketsphinx3 pocketsphinx-en-us";

/** It reads what callers want for the guided dialogue. */
const SENTENCES = { part: "mind", name: "sentence model (English)" } as const;
const NO_SENTENCES = "The sentence model is not running: the rules answer alone. Look into ongea.log in the data folder.";

/** The built-in host says which engines it found. */
const Facts = z.looseObject({
  voice: z.looseObject({ engines: z.array(z.string()) }).optional(),
  ears: z.looseObject({ installed: z.boolean() }).optional(),
});

/** PocketSphinx is installed. */
export function hasBuiltinStt({ facts }: Pick<SpeechHost, "facts">): boolean {
  return Facts.safeParse(facts).data?.ears?.installed ?? false;
}

export function partsOf(
  { recognisers, languageModels, voices, endOfTurn }: Choices,
  builtin: Pick<SpeechHost, "facts" | "pid">,
  sentences: { isDown: boolean },
): SpeechPart[] {
  const facts = Facts.safeParse(builtin.facts).data ?? {};
  const runs = builtin.pid !== undefined;
  const engines = facts.voice?.engines ?? [];
  const voice = engines.length > 0 ? { ready: runs } : { ready: voices.length > 1, note: "apt-get install flite espeak-ng" };
  const named = (all: readonly { name: string }[]): string => all.map(({ name }) => name).join("; then ");
  return [
    facts.ears?.installed
      ? { part: "ears", name: named(recognisers), uses: usesOf(recognisers), ready: runs }
      : withoutBuiltin(recognisers.slice(0, -1)),
    ...(endOfTurn ? [turnsBy(endOfTurn.name)] : []),
    { part: "mind", name: named(languageModels), uses: usesOf(languageModels), ready: true },
    { ...SENTENCES, uses: [], ...(sentences.isDown ? { ready: false, note: NO_SENTENCES } : { ready: true }) },
    {
      part: "voice",
      uses: usesOf(voices, engines),
      name: named(voices.toSpliced(-1, 1, { ...last(voices), name: engines.join(" and ") || "none" })),
      ...voice,
    },
  ];
}

/** PocketSphinx, the last of them, is not installed: the others hear alone, where there are any. */
function withoutBuiltin(others: Choices["recognisers"]): SpeechPart {
  if (others.length > 0)
    return { part: "ears", name: others.map(({ name }) => name).join("; then "), uses: usesOf(others), ready: true };
  const note = `This server cannot hear callers yet. Run: ${INSTALL_EARS}, then start Ongea again. Until then callers can type or press keys`;
  return { part: "ears", name: NO_RECOGNISER, uses: [], ready: false, note };
}

/** Local recognisers that were measured on this machine and are slower than people speak: no call gets them. */
export function slowRecognisers(
  models: readonly ModelDescription[],
  speed: Pick<HearingSpeed, "callsAtOnce" | "factor">,
): SpeechPart[] {
  return models.flatMap((model): SpeechPart[] => {
    const factor = model.kind === "recogniser" ? speed.factor(model) : undefined;
    if (factor === undefined || speed.callsAtOnce(model) > 0) return [];
    const measured = `this machine needs ${factor.toFixed(1)} s for a second of sound`;
    const note = `Too slow for calls: ${measured}, before it writes words. Choose a faster model: npm run models -- list`;
    return [{ part: "ears", name: model.name, uses: [], ready: false, note }];
  });
}

function last<T>(all: readonly T[]): T {
  const found = all.at(-1);
  if (found === undefined) throw new Error("A list that is never empty is empty");
  return found;
}

function turnsBy(name: string): SpeechPart {
  return { part: "end of turn", name, uses: [{ kind: "named", names: [name] }], ready: true };
}

export function problemPart(problem: string): SpeechPart {
  return { part: "ears", name: "a local model", uses: [], ready: false, note: problem };
}
