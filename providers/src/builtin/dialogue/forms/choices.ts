/** Which of the offered values an utterance names. */
import { entriesOf } from "@ongea/conversation";
import type { Field } from "./form.ts";
import { asksSomething } from "../spoken/acts.ts";
import { codesIn } from "../spoken/codes.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { editDistance, wordsOf } from "../spoken/plain.ts";
import { wordsOfName } from "./kinds.ts";

const ORDER = [
  /\b(?:the )?first(?: one)?\b|\bya kwanza\b|\b(?:le|la) premi(?:er|ère)\b/,
  /\b(?:the )?second(?: one)?\b|\bya pili\b|\b(?:le|la) deuxième\b/,
  /\b(?:the )?third(?: one)?\b|\bya tatu\b|\b(?:le|la) troisième\b/,
  /\b(?:the )?last(?: one)?\b|\bya mwisho\b|\b(?:le|la) derni(?:er|ère)\b/,
];

/** `asked`: the choices were just read out, so "the second one" names one. */
export function choiceIn(
  said: string,
  choices: readonly string[],
  asked: boolean,
): { value: string; confidence: number } | undefined {
  // "The five thousand one" is no 5,001.
  const text = said.replace(/\b(the (?:\p{L}+ ){1,3})one\b(?! (?:hundred|thousand|hour|o'clock))/giu, "$1");
  const words = wordsOf(said).flatMap((word) => (word.includes("-") ? [word, ...word.split("-")] : [word]));
  // "For a hundred people": the one of 100 seats.
  const quantities = quantitiesIn(text);
  const said2 = wordsOf(text);
  // "Four by two": the size that is written 4x2.
  const sizes = quantities.flatMap(({ value, to }, at) => {
    const next = quantities[at + 1];
    return next && next.from === to + 1 && /^(?:by|x|kwa|sur|par)$/.test(said2[to] ?? "") ? [`${value}x${next.value}`] : [];
  });
  // "H six one four": of the choice H614.
  const codes = choices.some((choice) => /\p{L}\d/u.test(choice)) ? codesIn(text).map((code) => code.toLowerCase()) : [];
  const counted = [...quantities.map(({ value }) => String(value)), ...sizes, ...codes];
  const concepts = new Set(conceptsOf(text));
  const scored = choices
    .map((choice) => ({ choice, ...fit(choice, [...words, ...counted], concepts) }))
    .filter(({ share, last }) => share > 0.5 && (last >= 0 || !asksSomething(text)))
    .toSorted((a, b) => b.share - a.share || b.last - a.last);
  const together = choices.find((choice) => TOGETHER.test(choice));
  if (together !== undefined) {
    const single = scored.filter(({ choice }) => choice !== together);
    if (single.length > 1 || (asked || single.length > 0 ? SAYS_BOTH.test(text) : false))
      return { value: together, confidence: 1 };
  }
  // "Kienyeji that are one month old": of two that are both named, the one that has all of the other and more.
  const [best, second] = scored.filter(
    ({ parts }) => !scored.some(({ hit }) => hit.length > parts.length && parts.every((part) => hit.includes(part))),
  );
  if (best)
    return { value: best.choice, confidence: second && second.share === best.share && second.last === best.last ? 0.4 : 1 };
  if (!asked) return undefined;
  const [only, ...others] = choices.filter((choice) =>
    partsOf(choice).some(
      (part) =>
        [...words, ...counted].some((word) => word === part || word === `${part}s`) &&
        choices.every((other) => other === choice || !partsOf(other).includes(part)),
    ),
  );
  if (only !== undefined && others.length === 0) return { value: only, confidence: 0.8 };
  const place = ORDER.findIndex((pattern) => pattern.test(words.join(" ")));
  const named = place < 0 ? undefined : place === 3 ? choices.at(-1) : choices[place];
  return named === undefined ? undefined : { value: named, confidence: 0.8 };
}

/** A choice that is all of the others. */
const TOGETHER = /^(?:both|all|both of them|everything|zote|zote mbili|yote|vyote|les deux|tous|toutes|tout)$/i;
const SAYS_BOTH =
  /\b(?:both|the two|the both|all (?:of (?:it|them)|two)|everything|each of them|zote|zote mbili|vyote|yote|mbili zote|les deux|tous les deux|toutes les deux)(?!\p{L})/iu;

/** "WhatsApp" and "M-Pesa" are names as they are written; "thirdParty" is two words. */
function partsOf(choice: string): string[] {
  const isName = /^\p{Lu}/u.test(choice) && !/[_\s]/.test(choice);
  return (isName ? choice.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, "") : wordsOfName(choice))
    .split(" ")
    .filter((part, _at, parts) => part !== "" && (!EMPTY.has(part) || parts.length === 1));
}

/** "Lost and found" is not named by "and". */
const EMPTY = new Set(["up", "and", "or", "of", "the", "for", "na", "ya", "et", "ou", "de"]);

/** "Masweta", "mashati": of Swahili. */
const PLURALS = ["ma", "mi", "vi", "wa"];

/** "Mizinga" of "mzinga", "viti" of "kiti": of Swahili. */
function isPluralOf(word: string, part: string): boolean {
  return (
    (part.startsWith("m") && /^(?:mi|wa)/.test(word) && word.slice(2) === part.slice(1)) ||
    (part.startsWith("ki") && word === `vi${part.slice(2)}`)
  );
}

/** "Il n'y a pas d'eau", "hakuna maji": no water. */
const NOT = new Set(["no", "not", "none", "without", "pas", "plus", "aucun", "aucune", "sans", "hakuna", "hamna", "bila"]);

/** Of fewer letters one more letter is another word: "kutwa" is no "kubwa". */
const NEAR_LETTERS = 6;

/** The share of the choice's words that were said, and where the last of them stands: the one named last counts. */
function fit(
  choice: string,
  words: readonly string[],
  concepts: ReadonlySet<string>,
): { share: number; last: number; parts: readonly string[]; hit: readonly string[] } {
  const parts = partsOf(choice);
  const hit: string[] = [];
  let last = -1;
  for (const part of parts) {
    const at = words.findLastIndex(
      (word) =>
        word === part ||
        (part.length >= 5 && word.startsWith(part) && word.length <= part.length + 2) ||
        (part.length >= NEAR_LETTERS && word.startsWith(part.slice(0, 2)) && editDistance(word, part, 1) <= 1) ||
        word === `${part}s` ||
        (part.length >= 4 && (PLURALS.some((plural) => word === plural + part) || isPluralOf(word, part))) ||
        // "By the year": yearly.
        (part.endsWith("ly") && word === part.slice(0, -2)),
    );
    const byMeaning =
      at < 0 &&
      (conceptsOf(part).some((concept) => concepts.has(concept)) || (part === "no" && words.some((word) => NOT.has(word))));
    if (at >= 0 || byMeaning) hit.push(part);
    last = Math.max(last, at);
  }
  return { share: parts.length === 0 ? 0 : hit.length / parts.length, last, parts, hit };
}

/** An answer that is a choice of another form, which asks for the same: the other of the two was meant. */
export function formWithChoice<One extends { fields: readonly Pick<Field, "name" | "kind" | "choices">[] }>(
  said: string,
  { name, kind, choices }: Pick<Field, "name" | "kind" | "choices">,
  forms: readonly One[],
): One | undefined {
  if (kind !== "choice" || choiceIn(said, choices, true)) return undefined;
  const fitting = forms.filter(({ fields }) =>
    fields.some((field) => field.name === name && (choiceIn(said, field.choices, true)?.confidence ?? 0) === 1),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The first choices as they are offered: by what the description says that callers call them. */
export function offered({ choices, saidAs }: Pick<Field, "choices" | "saidAs">, most: number): string[] {
  return choices.slice(0, most).map((choice) => calledChoice(choice, saidAs));
}

export function calledChoice(choice: string, saidAs: Field["saidAs"] = {}): string {
  return entriesOf(saidAs).find(([, meant]) => meant === choice)?.[0] ?? spokenChoice(choice);
}

/** "no_water" → "no water"; "M-Pesa", "DAP" stay as they are written. */
export function spokenChoice(choice: string): string {
  return /\p{Lu}/u.test(choice) && !choice.includes("_") && !/^\p{Ll}+\p{Lu}/u.test(choice) ? choice : wordsOfName(choice);
}
