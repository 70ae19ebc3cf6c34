/** Questions to which an agent said that it does not have the information. Pure. */
import { LANGUAGES, type Entry } from "@ongea/contract";
import { termsOf } from "../../platform/terms.ts";
import { REDACTED, phrasesOf, placeOf, wordsOf } from "../../compliance/index.ts";
import { UNKNOWN } from "./wordings.ts";

export interface GapInCall {
  /** Of the question in the journal, from 0. */
  position: number;
  /** Its words that say something, each once, in alphabetical order: like questions have the same. */
  terms: string;
  /** When it was asked, ms since the call was answered. */
  atMs: number;
}

/** Of one call; a call in which nothing is known is one finding enough. */
const MOST_IN_CALL = 20;
const MOST_TERMS = 40;
const PHRASES = LANGUAGES.flatMap((language) => phrasesOf(UNKNOWN[language].split("|")));

/** These words of an agent say that it does not have the information. */
export function saysUnknown(text: string): boolean {
  return placeOf(PHRASES, wordsOf(text)) !== undefined;
}

/** Undefined: the words ask nothing that an answer could be written for. */
export function termsOfQuestion(text: string): string | undefined {
  const terms = [...new Set(termsOf(text.replaceAll(REDACTED, " ")))].toSorted().slice(0, MOST_TERMS);
  return terms.length === 0 ? undefined : terms.join(" ");
}

export function findGaps(entries: readonly Entry[]): GapInCall[] {
  const found = new Map<number, GapInCall>();
  let asked: { position: number; text: string; startMs: number } | undefined;
  for (const [position, entry] of entries.entries()) {
    if (entry.kind !== "turn") continue;
    if (entry.by === "caller") asked = { position, text: entry.text, startMs: entry.startMs };
    else if (asked && saysUnknown(entry.text)) {
      const terms = termsOfQuestion(asked.text);
      if (terms !== undefined) found.set(asked.position, { position: asked.position, terms, atMs: Math.round(asked.startMs) });
    }
    if (found.size >= MOST_IN_CALL) break;
  }
  return [...found.values()];
}
