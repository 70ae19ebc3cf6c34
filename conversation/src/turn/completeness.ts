/** Judges from the words, and from what was asked, whether a speaker who pauses has said all that was to be said. */
import type { Expected } from "../ports.ts";

/** `finished`: certainly; `likely`: a whole sentence; `uncertain`: cannot tell; `unfinished`: more must follow. */
export type Completeness = "finished" | "likely" | "uncertain" | "unfinished";

const ORDER: readonly Completeness[] = ["unfinished", "uncertain", "likely", "finished"];

/** Words after which nobody has finished: English, Swahili, French, Portuguese. */
const HANGING = new Set(
  (
    "and but or so because if when that which who the a an to of for from with in on at by my your our their his her is are am was were i we they " +
    "i'm i'd i'll it's um uh er erm hmm like about please-could could would can may want need " +
    "na ya wa kwa ni lakini au ili kwamba katika cha vya la za kama nataka naomba " +
    "et mais ou donc que qui le la les un une des du de à au aux pour avec dans sur mon ma mes je est suis " +
    "e mas ou porque que o os um uma do da para com em no na meu minha eu"
  ).split(" "),
);

/** Whole answers, however short. */
const WHOLE = new Set(
  (
    "yes|yeah|yep|no|nope|yes please|no thank you|no thanks|thank you|thanks|ok|okay|sure|correct|exactly|bye|goodbye|bye bye|that's all|that is all|" +
    "that's it|hello|hi|stop|wait|ndiyo|ndio|hapana|asante|asante sana|sawa|kwaheri|habari|oui|non|merci|merci beaucoup|d'accord|au revoir|bonjour|" +
    "sim|não|nao|obrigado|obrigada|tchau"
  ).split("|"),
);

const SPOKEN_DIGITS =
  /\b(zero|oh|o|one|two|three|four|five|six|seven|eight|nine|sifuri|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa)\b|\d/g;
const MULTIPLES = /\b(double|triple|treble)\b/g;

/**
 * @param text the utterance so far
 * @param expected what the last question asked for
 * @param judged 0…1 from a model of the sound, where there is one
 */
export function completeness(text: string, expected: readonly Expected[], judged?: number): Completeness {
  const byWords = fromWords(text, expected);
  if (judged === undefined) return byWords;
  // The sound corrects the words by one step, but cannot finish a sentence that hangs.
  if (judged >= 0.75 && byWords !== "unfinished") return step(byWords, 1);
  if (judged <= 0.25) return step(byWords, -1);
  return byWords;
}

/** How many digits a speaker has said, "double seven" counted twice. */
export function digitsSaid(text: string): number {
  const lower = text.toLowerCase();
  return (lower.match(SPOKEN_DIGITS)?.length ?? 0) + (lower.match(MULTIPLES)?.length ?? 0);
}

function fromWords(text: string, expected: readonly Expected[]): Completeness {
  const plain = text
    .toLowerCase()
    .replace(/[.,!?;:…]+$/u, "")
    .trim();
  if (plain === "") return "uncertain";
  const words = plain.split(/\s+/);
  const last = words.at(-1)!;
  const byDigits = fromDigits(plain, words, expected);
  if (byDigits) return byDigits;
  if (WHOLE.has(plain)) return "finished";
  if (HANGING.has(last) || /[,…-]$/u.test(text.trim())) return "unfinished";
  if (isExpectedPhrase(plain, expected)) return "finished";
  if (/[.!?]$/u.test(text.trim())) return words.length >= 3 ? "finished" : "likely";
  if (expected.some((e) => e.kind === "date" || e.kind === "time" || e.kind === "name") && words.length >= 1) return "likely";
  return words.length >= 4 ? "likely" : "uncertain";
}

function fromDigits(plain: string, words: readonly string[], expected: readonly Expected[]): Completeness | undefined {
  const said = digitsSaid(plain);
  const wanted = expected.find((e) => e.kind === "digits" || e.kind === "phone" || e.kind === "code");
  if (!wanted || (said === 0 && wanted.kind !== "code")) return undefined;
  // A spelling or a number is under way: people pause between groups.
  if (wanted.kind === "code") return words.length >= 6 || said >= 5 ? "likely" : "unfinished";
  const { min, max } = wanted.kind === "digits" ? wanted : { min: 9, max: 15 };
  if (wanted.kind === "phone" && said === 10 && /^(0|zero|oh)/.test(plain)) return "finished";
  if (said >= max) return "finished";
  return said >= min ? "likely" : "unfinished";
}

function isExpectedPhrase(plain: string, expected: readonly Expected[]): boolean {
  return expected.some((e) => e.kind === "phrase" && e.phrases.some((phrase) => phrase.toLowerCase() === plain));
}

function step(from: Completeness, by: number): Completeness {
  const at = ORDER.indexOf(from) + by;
  return ORDER[Math.min(ORDER.length - 1, Math.max(0, at))]!;
}
