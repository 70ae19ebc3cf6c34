/** What a question or a fact speaks of, as terms that can be weighed. Pure. */
import { keysOf } from "@ongea/conversation";
import { conceptsOf } from "../spoken/concepts.ts";
import type { Fact } from "./facts.ts";
import { holds, type AnswerType } from "./question-type.ts";

/** Words that only say which kind of answer is asked for, by their meanings. */
const OF_TYPE: Readonly<Record<AnswerType, ReadonlySet<string>>> = {
  amount: new Set(conceptsOf("price cost much")),
  time: new Set(conceptsOf("when day days date siku jour jours")),
  duration: new Set(conceptsOf("duration time hours days weeks months muda early advance")),
  place: new Set(
    conceptsOf(
      "where located situated exactly side part area town city street building floor find shop store office place company business branch premises",
    ),
  ),
  person: new Set(conceptsOf("called name")),
  count: new Set(),
  way: new Set(),
  things: new Set(conceptsOf("things papers need carry hold show")),
  "yes-no": new Set(),
};

export function contentOf(text: string, type: AnswerType | undefined): string[] {
  const terms = [...new Set(termsOf(text))];
  return type === undefined ? terms : terms.filter((term) => !OF_TYPE[type].has(term));
}

/** "Takes four hours" tells no opening hours. */
const LASTING =
  /\b(?:\d+|one|two|three|four|five|six|eight|ten|twelve|twenty[- ]?four|forty[- ]?eight)\s+(?:working )?hours?\b/gi;

/** "How much just for coming?" */
const COMING_OUT =
  /\b(?:just |only )?(?:for|to) com(?:e|ing)(?: (?:out|over|here|to (?:us|me|the house)))*(?=\W*$|,)|\bcoming out\b|(?<=\b(?:gharama|bei|ada|hela) (?:ya|za) )kuja\b/gi;

export function termsOf(text: string): string[] {
  return [
    ...(SAYS_AGE.test(text) ? [AGE] : []),
    ...conceptsOf(text.replace(LASTING, " duration ").replace(COMING_OUT, " callout ")).map((term) =>
      term === "hours" ? "hour" : term,
    ),
  ];
}

/** "He is sixteen", "you must be 18", "from 18 to 60 years", "enfants de moins de six ans": of whose age it is. */
export const AGE = "age";
export const ASKS_AGE = /\b(?:how old|what age|quel âge|umri gani)(?!\p{L})/iu;
const SAYS_AGE =
  /\b[1-9]\d ?(?:to|and|-|–) ?[1-9]\d years\b|\b(?:how old|what age|years? old|years of age|miaka \p{L}+|\p{L}+ ans)\b|\b(?:under|below|over|above) (?:the age of )?(?:[1-6]\d|\p{L}+teen|twenty[- ]?\p{L}*)(?=$|[,.;?!]| (?:and|to|can|but|or)\b)|(?:\b(?:is|am|are|must be|turning|aged?)|['’][sm]) (?:only |just )?(?:\d{1,2}|\p{L}+teen)(?=$|[,.;?!](?!\d)| (?:and|to|can|but|or|years?)\b)/iu;

/** "What should I carry?" */
export const BRINGS = "bring-along";
const TELLS_TO_BRING =
  /\b(?:brings?|carry|carries|comes? with|shows? (?:his|her|their|an?|the) (?:[\w']+ ){0,2}(?:card|id|passport|licen[cs]e|papers?)|need (?:their|your|his|her|an?|the) (?:id|identity|card|form|papers)|apporte[rz]?|venir avec|(?:wa|a|m)?(?:lete|waje na|aje na|njoo na|mje na)|kuja na)\b/i;

/** What a sentence tells, whatever words it tells it in. */
export function kindsIn({ text, question = "" }: Fact): string[] {
  const kinds = keysOf(NAMED).flatMap((type) =>
    holds(type, text) || new RegExp(`\\b${NAMED[type]}\\b`).test(question) ? [NAMED[type]] : [],
  );
  return TELLS_TO_BRING.test(text) ? [...kinds, BRINGS] : kinds;
}

export const NAMED = { amount: "price", place: "where", duration: "duration" } as const;

export function counted(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
