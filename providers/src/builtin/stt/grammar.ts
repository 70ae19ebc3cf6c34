import type { Expected } from "@ongea/conversation";
import {
  AMOUNT,
  ANY_NAME,
  CODE,
  DATE,
  DIGITS,
  EMAIL,
  MAIL_END,
  MENDED,
  nameRules,
  PHONE,
  SHARED,
  SPELLED,
  SPELLED_EMAIL,
  SPELT,
  TIME,
  WORDED_NAMES,
  YES_NO,
  UNIVERSAL,
} from "./grammar-rules.ts";
import { WORDED_LETTER } from "./letter-words.ts";
import { ShapedRules } from "./shaped-rules.ts";

/** What the built-in recogniser should listen for. */
export interface Guide {
  /** JSGF for PocketSphinx; undefined: nothing certain is expected, any English may come. */
  grammar?: string;
  /** Free speech is as likely as the grammar. */
  anything: boolean;
  /** Every word of the grammar; all must be in the decoder's dictionary. */
  words: readonly string[];
  /** Sample utterances of free speech. */
  samples: readonly string[];
  /** A name was asked for. */
  name: boolean;
  /** A name may be spelled, letter by letter. */
  spelled?: boolean;
  /** Names that the speaker has taken back, where one may be spelled. */
  not?: readonly string[];
  /** A question that is answered by yes or no. */
  yesNo?: boolean;
  /** What is heard instead by whoever says letters without words where words were asked for: together, letters alone would be heard in every word. */
  bare?: Pick<Guide, "words"> & { grammar: string };
  /** Letters are said with words: much is said, and only a wide search keeps up with all that it may be. */
  wide?: boolean;
}

/** More phrases, or longer ones, are heard better by the free search. */
const MAX_PHRASES = 200;
const MAX_PHRASE_WORDS = 12;

/** The grammar of the answers expected now. `names` are known proper names (keywords). */
export function guideOf(expected: readonly Expected[], names: readonly string[] = []): Guide {
  const anything = expected.length === 0 || expected.some(({ kind }) => kind === "anything");
  const shaped = new ShapedRules();
  const rules = alternativesOf(expected, names, shaped);
  const samples = expected.flatMap((one) => (one.kind === "utterances" ? one.samples : []));
  const name = expected.some(({ kind }) => kind === "name");
  if (rules.length === 0) return { anything: true, words: [], samples, name };
  const corrections = expected.flatMap((one) => (one.kind === "yes-no" ? (one.corrections ?? []) : []));
  // A day or a time, not both: each further way to say a day is compiled again.
  const corrected = corrections
    // A bare name sounds like anything: "yes" is no Uche.
    .map((one) => rulesOf(one, names, shaped).replaceAll("[<namelead>]", "<namelead>"))
    .filter((rule) => rule !== "");
  if (corrected.length > 0)
    rules.push(`/0.3/ ${correctRule(expected)} (${corrected.join(" | ")})`, `/0.1/ ${disputeRule(expected)}`);
  if (corrections.some(({ kind }) => kind === "phone" || kind === "digits" || kind === "code")) rules.push("/0.1/ <mended>");
  const body = [
    SHARED,
    ...needed([...rules, ...shaped.bodies].join(" | "), notThese([...expected, ...corrections])),
    ...shaped.bodies,
    `public <answer> = ${[...new Set(rules), UNIVERSAL].join(" | ")};`,
  ].join("\n");
  const grammar = `#JSGF V1.0;\ngrammar expected;\n${body}\n`;
  const spelled = [...expected, ...corrections].find((one) => one.kind === "name" && one.spelled);
  const not = spelled?.kind === "name" && (spelled.not ?? []).map(plainWords);
  const yesNo = expected.some(({ kind }) => kind === "yes-no");
  const isWorded = expected.some((one) => ("worded" in one && one.worded) || (one.kind === "email" && one.spelled));
  const bare = bareLetters(expected, names);
  return {
    grammar,
    anything,
    words: wordsOf(body),
    samples,
    name,
    ...(bare && { bare }),
    ...(spelled && { spelled: true }),
    ...(not && not.length > 0 && { not }),
    ...(yesNo && { yesNo }),
    ...(isWorded && { wide: true }),
  };
}

function bareLetters(expected: readonly Expected[], names: readonly string[]): Guide["bare"] {
  if (!expected.some((one) => one.kind === "name" && one.worded)) return undefined;
  const { grammar, words } = guideOf(
    expected.map((one) => (one.kind === "name" ? { ...one, worded: false } : one)),
    names,
  );
  return grammar === undefined ? undefined : { grammar, words };
}

/** "No, the ticket number is …" */
function correctRule(expected: readonly Expected[]): string {
  const said = labelsIn(expected);
  return said.length === 0 ? "<correct>" : `(/1/ <correct> | /0.5/ no [the | my] (${said.join(" | ")}) [is])`;
}

/** "No, the name is wrong": what it is instead is not said yet. */
function disputeRule(expected: readonly Expected[]): string {
  const named = [...new Set(["name", "day", "date", "time", "number", "phone number", ...labelsIn(expected)])];
  return `[no | nope] [sorry] (the | my | that) (${named.join(" | ")}) is (wrong | not right | not correct | incorrect)`;
}

function labelsIn(expected: readonly Expected[]): string[] {
  const labels = expected.flatMap((one) => (one.kind === "yes-no" ? (one.labels ?? []) : [])).map(plainWords);
  return labels.filter((label) => label !== "" && label.split(" ").length <= MAX_PHRASE_WORDS).slice(0, MAX_PHRASES);
}

function alternativesOf(expected: readonly Expected[], names: readonly string[], shaped: ShapedRules): string[] {
  const rules = expected.map((one) => rulesOf(one, names, shaped)).filter((rule) => rule !== "");
  if (expected.some(({ kind }) => kind === "date") && expected.some(({ kind }) => kind === "time"))
    rules.push("<lead> <on> <date> <at> <time>", "<lead> <at> <time> <on> <date>");
  return rules;
}

function rulesOf(expected: Expected, names: readonly string[], shaped: ShapedRules): string {
  switch (expected.kind) {
    case "yes-no":
      return "<yesno>";
    case "phone":
      return shaped.either("<lead> <phone>", expected.shapes ?? [], expected);
    case "digits":
      if (expected.counted) return amountRule(expected.counted);
      return shaped.either(
        "<lead> <digits>",
        lengthsBetween(expected.min, expected.max).map((length) => "d".repeat(length)),
        expected,
      );
    case "code":
      return shaped.either("<lead> <code>", expected.shape === undefined ? [] : [expected.shape], expected);
    case "email":
      return `<lead> ${expected.spelled ? "<spelledmail>" : "<email>"} <please>`;
    case "date":
      return "<lead> <on> <date> <please>";
    case "time":
      return "<lead> <at> <time> <please>";
    case "name":
      if (expected.worded) return `/0.01/ ${nameRule(names)} | /1/ [<namelead>] <wordednames>`;
      return expected.spelled ? `/0.01/ ${nameRule(names)} | /1/ [<namelead>] <spelt>` : nameRule(names);
    case "phrase":
      return phraseRule(expected.phrases);
    case "utterances":
    case "anything":
      return "";
  }
}

/** "Six", "six seats please", "two thousand five hundred". */
function amountRule(counted: readonly string[]): string {
  const things = counted.map(plainWords).filter((thing) => thing !== "");
  return `<lead> (/1/ <amount> | /0.2/ <number>) ${things.length === 0 ? "" : `[${things.join(" | ")}] `}<please>`;
}

/** More lengths are no shape. */
const MOST_LENGTHS = 4;

function lengthsBetween(min: number, max: number): number[] {
  return max - min >= MOST_LENGTHS ? [] : Array.from({ length: max - min + 1 }, (_, more) => max - more);
}

/** The rule bodies that the alternatives refer to, and those that these do. */
function needed(alternatives: string, without: ReadonlySet<string>): string[] {
  const bodies: readonly (readonly [string, string])[] = [
    ["<yesno>", YES_NO],
    ["<phone>", PHONE],
    ["<digits>", DIGITS],
    ["<amount>", AMOUNT],
    ["<code>", CODE],
    ["<spelled>", SPELLED],
    ["<wordedletter>", WORDED_LETTER],
    ["<any>", ANY_NAME],
    ["<email>", EMAIL],
    ["<spelledmail>", SPELLED_EMAIL],
    ["<mailend>", MAIL_END],
    ["<wordednames>", WORDED_NAMES],
    ["<mended>", MENDED],
    ["<spelt>", SPELT],
    ["<date>", DATE],
    ["<time>", TIME],
    ["<name>", alternatives.includes("<name>") ? nameRules(without) : ""],
  ];
  let found: readonly string[] = [];
  for (let text = alternatives, before = -1; found.length > before; text = [alternatives, ...found].join(" ")) {
    before = found.length;
    found = bodies.filter(([name]) => text.includes(name)).map(([, body]) => body);
  }
  return [...found];
}

/** Of names that were taken back, the part that was wrong: the last one, and the first when it came twice. */
function notThese(expected: readonly Expected[]): Set<string> {
  const taken = expected
    .flatMap((one) => (one.kind === "name" ? (one.not ?? []) : []))
    .map((name) => plainWords(name).split(" "))
    // Of one word the rest may have been missed.
    .filter((words) => words.length > 1);
  const times = (first: string): number => taken.filter((words) => words[0] === first).length;
  return new Set(
    taken.flatMap((words) => {
      const [first = ""] = words;
      return times(first) > 1 ? [first] : words.slice(-1);
    }),
  );
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
