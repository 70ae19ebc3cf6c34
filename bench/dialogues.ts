/** Simulated callers of businesses that are no templates, against the guided dialogue: who gets what they want, by text and through a recogniser's confusions. */
import { resolve } from "node:path";
import { listenWith, joined, playMany, quiet, throughTelephone, type Outcome } from "@ongea/providers/testing";
import type { Results } from "./driver/table.ts";
import { openEars, type BenchEars } from "./stt.ts";
import { openVoices, type CallerVoice } from "./voices/caller-voices.ts";

const NEURAL_VOICES = resolve(".ongea/bench-sets/kokoro");

const DIALOGUES = 1_600;
const QUICK = 400;
const BY_VOICE = 90;
const QUICK_BY_VOICE = 18;
/** Around the words, as a caller's line has it. */
const QUIET_MS = { before: 300, after: 150 };

export interface DialoguesRun {
  quick: boolean;
  /** As `openEars` takes it. */
  modelsFolder: string | undefined;
  seed: number;
  /** Every dialogue by voice is printed: what was said, heard and answered. */
  trace: boolean;
  /** Only these ears, "built-in", or a model's "alone" or "with built-in", and nothing by text. */
  ears?: string | undefined;
  /** Only voices of this kind: "flite", "formant voice" or "neural". */
  voices?: string | undefined;
}

interface Voiced extends Outcome {
  voice: CallerVoice;
}

export async function dialogues(results: Results, run: DialoguesRun): Promise<void> {
  const { quick, modelsFolder = resolve("models"), seed, ears: only } = run;
  for (const noisy of only === undefined ? [false, true] : [])
    addAll(results, noisy ? "misheard" : "text", await playMany({ dialogues: quick ? QUICK : DIALOGUES, seed, noisy }));
  const { ears, close } = await openEars(modelsFolder);
  const { voices, close: closeVoices } = await openVoices(NEURAL_VOICES, (line) => results.note(line));
  const speaking = voices.filter(({ kind }) => run.voices === undefined || kind === run.voices);
  try {
    for (const one of ears.filter(({ name }) => only === undefined || name === only || name.replace(/^\S+ /, "") === only)) {
      const outcomes = await byVoice(one, speaking, run);
      addAll(results, `voice, ${one.name}`, outcomes);
      for (const kind of new Set(speaking.map((voice) => voice.kind))) {
        const those = outcomes.filter((outcome) => outcome.voice.kind === kind);
        if (those.length > 0) add(results, `said by ${kind}`, `voice, ${one.name}`, those);
      }
    }
  } finally {
    closeVoices();
    await close();
  }
  results.note(
    "A dialogue counts when the right tool was called with exactly what the caller wanted, once, or the question was answered from the facts, and nothing was invented. " +
      "The callers check what is read back. Misheard: words changed as a recogniser confuses them over the telephone; no sound is made. Voice: English, said by flite, espeak-ng and Kokoro, " +
      "through a telephone's band and µ-law to the recogniser, an utterance at a time: recogniser and dialogue, not a call.",
  );
}

/** Each caller keeps to one voice. */
async function byVoice(
  { name, recogniser, isPaced }: BenchEars,
  speaking: readonly CallerVoice[],
  { seed, trace, quick }: DialoguesRun,
): Promise<Voiced[]> {
  const ears = listenWith(recogniser);
  const voices: CallerVoice[] = [];
  try {
    const outcomes = await playMany({
      dialogues: quick ? QUICK_BY_VOICE : BY_VOICE,
      seed,
      noisy: false,
      languages: ["en"],
      voiced: (chance) => {
        const voice = chance.of(speaking);
        voices.push(voice);
        return async (said, expected) => {
          const sound = joined([quiet(QUIET_MS.before), await voice.say(bySigns(said)), quiet(QUIET_MS.after)]);
          return (await ears.hear(throughTelephone(sound, 16_000), expected, isPaced)).words;
        };
      },
      ended: (outcome) => trace && console.log(told({ ...outcome, voice: voices.at(-1)! }, name)),
    });
    return outcomes.map((outcome, at) => ({ ...outcome, voice: voices[at]! }));
  } finally {
    ears.listening.close();
  }
}

/** "BH183681", "0712 345 678", "57614" and "gmail" as people say them: voices make a great number of the one, and a word of the other. */
function bySigns(said: string): string {
  const digits = (number: string): string => [...number].map((digit) => DIGITS[Number(digit)]).join(" ");
  return said
    .replace(/\bgmail\b/g, "G mail")
    .replace(/\b(?=[A-Z]+\d)[A-Z\d]+\b/g, (code) => [...code].join(" "))
    .replace(/\b(0\d{3}) (\d{3}) (\d{3})\b/g, (_all, ...groups: string[]) => groups.slice(0, 3).map(digits).join(", "))
    .replace(/\b\d{5,}\b/g, (number) => (number.endsWith("00") ? number : digits(number)));
}

const DIGITS = "zero one two three four five six seven eight nine".split(" ");

function told({ business, kind, voice, ok, why, lines }: Voiced, ears: string): string {
  return [`\n${ears}, ${voice.name}: ${business}, ${kind}: ${ok ? "right" : why}`, ...lines.map((line) => `  ${line}`)].join(
    "\n",
  );
}

function addAll(results: Results, words: string, outcomes: readonly Outcome[]): void {
  for (const heldOut of [false, true]) {
    const some = outcomes.filter((one) => one.heldOut === heldOut);
    const businesses = heldOut ? "held out" : "tuned on";
    const group = (by: (one: Outcome) => string): [string, Outcome[]][] =>
      [...new Set(some.map(by))].toSorted().map((name) => [name, some.filter((one) => by(one) === name)]);
    for (const [kind, those] of group((one) => one.kind)) add(results, `${businesses}: ${kind}`, words, those);
    for (const [language, those] of group((one) => one.language)) add(results, `${businesses}: ${language}`, words, those);
    add(results, `${businesses}: all`, words, some);
  }
}

function add(results: Results, name: string, words: string, outcomes: readonly Outcome[]): void {
  const right = outcomes.filter((one) => one.ok).length;
  results.add("dialogues", name, {
    words,
    dialogues: outcomes.length,
    right,
    "%": Math.round((1_000 * right) / outcomes.length) / 10,
    "wrong effects": outcomes.filter((one) => one.wrongEffect).length,
    invented: outcomes.filter((one) => one.invented).length,
  });
}
