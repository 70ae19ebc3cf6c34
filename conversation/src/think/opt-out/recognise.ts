/** Whether somebody asks not to be called again, and in which language. Pure: a clause is matched against phrases of word classes. */
import { entriesOf } from "../../known-keys.ts";
import { GRAMMARS } from "./grammar.ts";
import type { Language } from "./sentences.ts";

interface Rules extends Record<"whole" | "bare" | "time" | "tail", RegExp> {
  language: Language;
}

const CLAUSE_ENDS = /[.!?;,:…،؛؟።፣፤\n]|\s[–—-]\s/u;
/** An immediate request names no time. */
const FROM_NOW_ON = / (?:from|after) (?:now|today|this day)(?: on| onwards?)? /gu;
const MOST_CHARACTERS = 2_000;

const RULES: readonly Rules[] = entriesOf(GRAMMARS).map(([language, grammar]) => ({
  language,
  whole: phrase(grammar.whole.join("|")),
  bare: phrase(grammar.bare.join("|")),
  time: phrase(grammar.time),
  tail: new RegExp(`^ (?:(?:${grammar.tail}) )*(?:$|(?:${grammar.next ?? "$^"}) )`, "u"),
}));

/** The language of the request; undefined: there is none in it. */
export function optOutIn(text: string): Language | undefined {
  for (const clause of text.slice(0, MOST_CHARACTERS).split(CLAUSE_ENDS)) {
    const said = folded(clause);
    const rules = RULES.find((one) => !one.time.test(said) && (one.whole.test(said) || isBare(said, one)));
    if (rules) return rules.language;
  }
  return undefined;
}

function isBare(said: string, { bare, tail }: Rules): boolean {
  const found = bare.exec(said);
  return found !== null && tail.test(said.slice(found.index + found[0].length - 1));
}

/** Between two spaces, both of which belong to the match. */
function phrase(alternatives: string): RegExp {
  return new RegExp(` (?:${alternatives}) `, "u");
}

/** Small letters, no accents, no punctuation; words between single spaces. Not every recogniser writes accents. */
function folded(clause: string): string {
  const plain = clause
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replace(/[’‘`]/gu, "'")
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim();
  return ` ${plain} `.replace(FROM_NOW_ON, " ");
}
