/** Whose a number is: what was said as one value's digits is no hour, no count and no other number. A "|" stands where a number ends. */
import { monthsIn } from "./dates.ts";
import { digitRuns, type DigitRun } from "./numbers.ts";
import { wordsOf } from "./plain.ts";
import { quantitiesIn } from "./quantities.ts";

interface Word {
  word: string;
  written: string;
  from: number;
  to: number;
}

const WRITTEN = /\d{1,3}(?:,\d{3})+|[\p{L}\p{M}\p{N}'’+/:.-]*[\p{L}\p{M}\p{N}]|[|+]/gu;

/** Its words, each with where it stands. */
function placed(text: string): Word[] {
  return [...text.matchAll(WRITTEN)].flatMap(({ 0: written, index }) =>
    wordsOf(written).map((word) => ({ word, written, from: index, to: index + written.length })),
  );
}

/** A number said in groups goes on over a comma; what counts something, or is written alone before a word, begins anew. */
export function withBreaks(text: string): string {
  return text.replace(/[,;.!?]\s+(?=([^,;.!?]+))/g, (all, clause: string) => {
    // Among digits more words are some: "quarante-huit", "o".
    const words = ["0", ...wordsOf(clause)];
    const [run] = digitRuns(words);
    if (!run || run.from > 1 || run.to < 2) return all;
    const isGroup = run.to === words.length || (run.to > 2 && run.digits.length > 3) || /^\d{3,}$/.test(words[1] ?? "");
    return isGroup ? all : `${all}| `;
  });
}

/** Without the digits that were read as `value`, and the letters before them. */
export function withoutDigitsOf(text: string, value: string): string {
  const digits = value.replace(/\D/g, "");
  const words = placed(text);
  const runs = runsIn(words).filter((run) => {
    const said = run.digits.replace("+", "");
    return said.length > 1 && (digits.endsWith(said.replace(/^0+/, "")) || said.endsWith(digits)) && digits !== "";
  });
  return masked(
    text,
    words,
    runs.map((run) => ({ from: startOfLetters(words, run.from), to: run.to })),
  );
}

/** "KDA three zero eight B", "room fifteen ten", "my son is twelve": numbers that name or tell something. Long ones are telephone or account numbers. */
export function withoutLabels(text: string, { long = LONG } = {}): string {
  return withoutThings(text, ({ letters, digits, before }) => letters || digits.length >= long || NUMBER_OF.test(before));
}

/** "My ticket is nine one five" is no order number. */
export function withoutOthers(text: string, label: string): string {
  return withoutThings(
    text,
    ({ before, after }) => {
      const found = OWNED.exec(before);
      const owned = found?.[1] ?? found?.[2] ?? label;
      return !label.includes(owned) || COUNTED.test(after);
    },
    label,
  );
}

interface Said {
  /** Letters are part of it. */
  letters: boolean;
  digits: string;
  /** The words before it. */
  before: string;
  /** The word after it. */
  after: string;
}

/** "My car is", "order number is": whose number it is. */
const OWNED = /\b(?:my|our|the) (?!number\b|code\b)(\p{L}+) (?:is|ni) $|\b(?!the\b|my\b)(\p{L}+) number (?:is |ni )?$/u;
const COUNTED =
  /^(?:years?|minutes?|shillings?|bob|kes|ksh|cedis?|rand|naira|francs?|kwacha|dollars?|people|percent|o'clock|am|pm)$/;

function withoutThings(text: string, isOther: (said: Said) => boolean, label = ""): string {
  const words = placed(text);
  const spans = runsIn(words).flatMap((run) => {
    const from = startOfLetters(words, run.from);
    const before = words
      .slice(Math.max(0, from - 3), from)
      .map(({ word }) => `${word} `)
      .join("");
    const isShort = run.to - run.from === 1 && run.digits.length < 3;
    const thing = (isShort ? PLACE : THING).exec(before)?.[1];
    const isLabel =
      isOther({ letters: from < run.from, digits: run.digits, before, after: words[run.to]?.word ?? "" }) ||
      OF_PERSON.test(before) ||
      (thing !== undefined && !label.includes(thing));
    return isLabel ? [{ from, to: run.to }] : [];
  });
  return masked(text, words, spans);
}

/** What may be counted: no day, no hour and no age is, nor "the one with the invoice". */
export function countsIn(text: string): string {
  const kept = withBreaks(withoutLabels(text, { long: Infinity }).replace(PRONOUN, "$1 |"));
  const words = placed(kept);
  const said = words.map(({ word }) => word);
  const counted = quantitiesIn(said.join(" ")).filter(({ value, from, to }) => {
    const before = said.slice(Math.max(0, from - 3), from).map((word) => `${word} `);
    // "Just the two of us" counts people; "one of us" is somebody.
    if (value > 1 && said.length <= MOST_BARE && said[to] === "of" && said[to + 1] === "us") return false;
    return (
      isMonth(said[from - 1]) ||
      isMonth(said[to] === "of" ? said[to + 1] : said[to]) ||
      (OTHER_UNIT.test(said[to] ?? "") && !(said[to] === "of" && OF_WHAT.test(said[to + 1] ?? ""))) ||
      OF_PERSON.test(before.join("")) ||
      PAST.test(before.join(""))
    );
  });
  return masked(kept, words, counted);
}

/** "There are three of us at home, and …" counts nothing that was asked for. */
const MOST_BARE = 6;

function isMonth(word = ""): boolean {
  return word.length > 2 && monthsIn(word).length > 0;
}

/** "Ten minutes", "sixty two years". */
const OTHER_UNIT = /^(?:years?|minutes?|seconds?|o'clock|am|pm|of|percent|ans|heures?|miaka|dakika|th|st|nd|rd)$/;
/** "Five of size six" counts, "two of them" and "the fifth of March" do not. */
const OF_WHAT = /^(?!(?:the|them|these|those|us|you|my|our|your|it|that|this|which|whom)$)\p{L}+$/u;
const PAST = /\balready \w+ $/;
const PRONOUN = /\b(the|this|that|which|another|other|last|first|next|any|every|no|some) one\b/gi;
const LONG = 5;
const NUMBER_OF = /\b(?:number|nr|namba|numéro|n°) (?:is )?$/;
const OF_PERSON =
  /\b(?:son|daughter|child|baby|boy|girl|wife|husband|mother|father|brother|sister|he|she|aged|age) (?:is|turned|turns|was|of) $/;
const PLACE = /\b(plot|gate|flat|house|floor|grade|block|bus|route|section|stage) $/;
const THING =
  /\b(room|plot|gate|flat|house|floor|block|bus|route|flight|invoice|receipt|ticket|account|reference|plate|meter|policy|code|id|student|member|customer)(?: number)? (?:is )?$/;

function runsIn(words: readonly Word[]): DigitRun[] {
  return digitRuns(words.map(({ word }) => word));
}

/** Letters right before a number are part of it: "MD 3308", "k d a three zero eight". */
function startOfLetters(words: readonly Word[], from: number): number {
  return words.slice(0, from).findLastIndex((word) => !isLetters(word)) + 1;
}

function isLetters({ word, written }: Word): boolean {
  if (/^(?:am|pm|a|i|o|ok|ni|na|no|mr|ms|dr|st|km|kg)$/.test(word)) return false;
  return /^\p{L}$/u.test(word) || /^[A-Z]{2,4}$/.test(written) || /^[b-df-hj-np-tv-z]{2,4}$/.test(word);
}

function masked(text: string, words: readonly Word[], spans: readonly { from: number; to: number }[]): string {
  let kept = "";
  let at = 0;
  for (const { from, to } of spans) {
    const [start, end] = [words[from]?.from, words[to - 1]?.to];
    if (start === undefined || end === undefined || start < at) continue;
    kept += `${text.slice(at, start)}|`;
    at = end;
  }
  return kept + text.slice(at);
}

/** Whether several numbers of some length were said. */
export function isSeveral(text: string): boolean {
  return digitRuns(wordsOf(withBreaks(text))).filter(({ digits }) => digits.length > 2).length > 1;
}
