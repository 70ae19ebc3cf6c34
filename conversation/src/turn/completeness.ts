/** Judges from the words, and from what was asked, whether a speaker who pauses has said all that was to be said. */
import type { Expected } from "../ports.ts";
import { hanging } from "./phrases/hanging.ts";
import { beginsWithZero, dictates, countDigits } from "./phrases/numbers.ts";
import { saysLetters, spellsWholeNames } from "./phrases/spelling.ts";
import { isWhole } from "./phrases/whole.ts";
import { wordsOf } from "./phrases/words-of.ts";

/**
 * `finished`: certainly; `likely`: a whole sentence; `uncertain`: cannot tell; `open`: may well go on (a number of unknown length, a voice
 * that has not come to an end); `unfinished`: more must follow.
 */
export type Completeness = "finished" | "likely" | "uncertain" | "open" | "unfinished";

/** How far the sound's "not finished" is believed: not at all where it was wrong for this caller again and again. */
export type Trust = 0 | 1 | 2;

export interface CompletenessInput {
  text: string;
  /** What the last question asked for. */
  expected: readonly Expected[];
  /** BCP 47. */
  language: string;
  /** 0…1 from a model of the sound, where there is one. */
  judged?: number | undefined;
  trust?: Trust;
}

export interface Weighed {
  how: Completeness;
  /** The words alone are proof: a whole answer, as many digits as were asked for. */
  isCertain: boolean;
  /** The sound has made it longer. */
  isHeldOpen: boolean;
}

type ByWords = Pick<Weighed, "how"> & Partial<Weighed>;

const FINISHED = 0.75;
const NOT_FINISHED = 0.25;

export function completeness({ text, expected, language, judged, trust = 2 }: CompletenessInput): Weighed {
  const { how, isCertain = false } = fromWords(text, expected, language);
  const weighed = { how, isCertain, isHeldOpen: false };
  if (judged === undefined || isCertain || how === "unfinished") return weighed;
  if (judged >= FINISHED) return { ...weighed, how: better(how) };
  if (judged > NOT_FINISHED || trust === 0) return weighed;
  return { ...weighed, how: trust === 2 ? "open" : worse(how), isHeldOpen: true };
}

function fromWords(text: string, expected: readonly Expected[], language: string): ByWords {
  const words = wordsOf(text);
  if (words.length === 0) return { how: "uncertain" };
  const byDigits = fromDigits(words, expected);
  if (byDigits) return byDigits;
  if (isWhole(words)) return { how: "finished", isCertain: true };
  const byParts = fromMail(text, expected) ?? fromSpelling(words, expected);
  if (byParts) return byParts;
  const hangs = hanging(words, language);
  if (hangs === "hangs" || /[,…-]$/u.test(text.trim())) return { how: "unfinished" };
  if (isExpectedPhrase(words, expected)) return { how: "finished", isCertain: true };
  const told = dictates(words);
  if (told !== "no") return { how: told === "few" ? "open" : "uncertain" };
  // Recognisers end whatever they have heard with a full stop: it proves nothing. A question they know by its words.
  if (/[!?؟]$/u.test(text.trim())) return { how: words.length >= 3 ? "finished" : "likely" };
  if (hangs === "may hang") return { how: "uncertain" };
  if (expected.some(({ kind }) => kind === "date" || kind === "time" || kind === "name")) return { how: "likely" };
  return { how: words.length >= 4 ? "likely" : "uncertain" };
}

function fromDigits(words: readonly string[], expected: readonly Expected[]): ByWords | undefined {
  const said = countDigits(words);
  const wanted = expected.find((e) => e.kind === "digits" || e.kind === "phone" || e.kind === "code");
  if (!wanted || (said === 0 && wanted.kind !== "code")) return undefined;
  // A spelling or a number is under way: people pause between groups.
  if (wanted.kind === "code") return { how: words.length >= 6 || said >= 5 ? "likely" : "unfinished" };
  const { min, max } = wanted.kind === "digits" ? wanted : { min: 9, max: 15 };
  const isLocal = wanted.kind === "phone" && said === 10 && beginsWithZero(words);
  if (isLocal || said >= max) return { how: "finished", isCertain: true };
  return { how: said >= min ? "likely" : "unfinished" };
}

/** An e-mail address is told piece by piece, and ends after a dot. */
function fromMail(text: string, expected: readonly Expected[]): ByWords | undefined {
  if (!expected.some(({ kind }) => kind === "email")) return undefined;
  if (/(?:\bat\b|@).*(?:\bdot\b|\.) ?[a-z]{2,}\W*$/i.test(text)) return { how: "likely" };
  return /\b(?:dot|at|[b-hj-z])\W*$|\b[a-z] (?:for|as in|like)\b/i.test(text) ? { how: "unfinished" } : undefined;
}

/** Whoever says more without a letter has said something else. */
const MOST_BEFORE_LETTERS = 4;

/** People say a name before its letters, and pause between the two, between letters, and before the next name. */
function fromSpelling(words: readonly string[], expected: readonly Expected[]): ByWords | undefined {
  const isAsked = expected.some((one) => one.kind === "name" && one.spelled);
  if (!isAsked || (words.length > MOST_BEFORE_LETTERS && !saysLetters(words))) return undefined;
  return { how: spellsWholeNames(words) ? "likely" : "open" };
}

function isExpectedPhrase(words: readonly string[], expected: readonly Expected[]): boolean {
  const said = words.join(" ");
  return expected.some((e) => e.kind === "phrase" && e.phrases.some((phrase) => wordsOf(phrase).join(" ") === said));
}

/** Not of a number or a spelling that is under way: the voice falls at the end of each group, and a model of the sound takes that for an end. */
function better(how: Completeness): Completeness {
  if (how === "open") return how;
  return how === "uncertain" ? "likely" : "finished";
}

function worse(how: Completeness): Completeness {
  return how === "finished" ? "likely" : how === "likely" ? "uncertain" : "open";
}
