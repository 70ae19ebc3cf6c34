import type { Expected } from "@ongea/conversation";
import { CODE, DATE, DIGITS, NAME, PHONE, SHARED, TIME, YES_NO, UNIVERSAL } from "./grammar-rules.ts";

/** What the built-in recogniser should listen for. */
export interface Guide {
  /** JSGF for PocketSphinx; undefined: nothing certain is expected, any English may come. */
  grammar?: string;
  /** Free speech is as likely as the grammar. */
  anything: boolean;
  /** Every word of the grammar; all must be in the decoder's dictionary. */
  words: readonly string[];
}

/** More phrases, or longer ones, are heard better by the free search. */
const MAX_PHRASES = 200;
const MAX_PHRASE_WORDS = 12;

/** The grammar of the answers expected now. `names` are known proper names (keywords). */
export function guideOf(expected: readonly Expected[], names: readonly string[] = []): Guide {
  const anything = expected.length === 0 || expected.some(({ kind }) => kind === "anything");
  const rules = expected.map((one) => rulesOf(one, names)).filter((rule) => rule !== "");
  if (rules.length === 0) return { anything: true, words: [] };
  if (expected.some(({ kind }) => kind === "date") && expected.some(({ kind }) => kind === "time"))
    rules.push("<lead> <on> <date> <at> <time>", "<lead> <at> <time> <on> <date>");
  const body = [SHARED, ...needed(rules.join(" | ")), `public <answer> = ${[...new Set(rules), UNIVERSAL].join(" | ")};`].join(
    "\n",
  );
  const grammar = `#JSGF V1.0;\ngrammar expected;\n${body}\n`;
  return { grammar, anything, words: wordsOf(body) };
}

function rulesOf(expected: Expected, names: readonly string[]): string {
  switch (expected.kind) {
    case "yes-no":
      return "<yesno>";
    case "phone":
      return "<lead> <phone>";
    case "digits":
      return "<lead> <digits>";
    case "code":
      return "<lead> <code>";
    case "date":
      return "<lead> <on> <date> <please>";
    case "time":
      return "<lead> <at> <time> <please>";
    case "name":
      return nameRule(names);
    case "phrase":
      return phraseRule(expected.phrases);
    case "anything":
      return "";
  }
}

/** The rule bodies that the alternatives refer to. */
function needed(alternatives: string): string[] {
  const bodies: readonly (readonly [string, string])[] = [
    ["<yesno>", YES_NO],
    ["<phone>", PHONE],
    ["<digits>", DIGITS],
    ["<code>", CODE],
    ["<date>", DATE],
    ["<time>", TIME],
    ["<name>", NAME],
  ];
  return bodies.filter(([name]) => alternatives.includes(name)).map(([, body]) => body);
}

/** A name can be anything: only names that are known can be in a grammar, spelled ones always. */
function nameRule(names: readonly string[]): string {
  const known = names.map(plainWords).filter((name) => name !== "");
  return known.length === 0 ? "[<namelead>] <name>" : `[<namelead>] (${known.slice(0, MAX_PHRASES).join(" | ")} | <name>)`;
}

function phraseRule(phrases: readonly string[]): string {
  const plain = phrases
    .slice(0, MAX_PHRASES)
    .map(plainWords)
    .filter((phrase) => phrase !== "" && phrase.split(" ").length <= MAX_PHRASE_WORDS);
  return plain.length === 0 ? "" : `<lead> <the> (${plain.join(" | ")}) <please>`;
}

/** Lower-case words of letters and apostrophes; numbers digit by digit. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\d/g, (digit) => ` ${DIGIT_NAMES[Number(digit)]} `)
    .replace(/[^a-z' ]+/g, " ")
    .replace(/(^|\s)'+|'+(?=\s|$)|'s(?=\s|$)/g, " ")
    .trim()
    .replace(/\s+/g, " ");
}

const DIGIT_NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** The words of rule bodies: everything that is no rule name, weight or sign. */
function wordsOf(body: string): string[] {
  const bare = body.replace(/<[^>]*>|\/[\d.]+\/|\bpublic\b|[=|;()[\]+*]/g, " ");
  return [...new Set(bare.split(/\s+/).filter(Boolean))].toSorted();
}
