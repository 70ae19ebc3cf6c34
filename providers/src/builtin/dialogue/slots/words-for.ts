/** Which words of an utterance may say which field of a form: a number belongs to one of them. */
import type { Field, Form } from "../forms/form.ts";
import { hasForm } from "../forms/fitted.ts";
import { countsIn, withBreaks, withoutDigitsOf, withoutLabels, withoutOthers } from "../spoken/owned-numbers.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { isLetter, spelledName } from "../spoken/spelled.ts";
import { wordsOf } from "../spoken/plain.ts";
import type { Task } from "../task.ts";
import { namesDay } from "../forms/names-kind.ts";
import type { Reading } from "../forms/reading.ts";
import { quantitiesIn } from "../spoken/quantities.ts";

export const OWN_DIGITS: ReadonlySet<Field["kind"]> = new Set(["code", "phone"]);
const OWN_WORDS: ReadonlySet<Field["kind"]> = new Set(["choice", "email", "yes-no"]);

/** "Cleaning" of a form that asks what is to be done is nobody, unless it is led in. */
export function isOwnWord(name: string, form: Form): boolean {
  return wordsOf(name).some(isOwn(form));
}

/** Whether a word is one of the form's own: of its name, labels and choices. */
export function isOwn({ tool, fields }: Form): (word: string) => boolean {
  const own = new Set(
    wordsOf([tool, ...fields.flatMap(({ label, choices }) => [label, ...choices])].join(" ").replace(/[_-]/g, " ")),
  );
  return (word) => own.has(word);
}

/** A number that another field has is not said for this one. */
export function withoutKnown(text: string, field: Field, { form, slots }: Task): string {
  const others = form.fields.filter((other) => other !== field && OWN_DIGITS.has(other.kind));
  return others.reduce((left, { name }) => (slots[name] ? withoutDigitsOf(left, slots[name].value) : left), text);
}

/** Of an utterance, what may say a field; `left`: without the digits that are another's. */
export function wordsFor(field: Field, { text, left, isAsked }: { text: string; left: string; isAsked: boolean }): string {
  const { kind } = field;
  if (kind === "phone" || (kind === "code" && hasForm(field))) return withBreaks(left);
  if (kind === "code") return withBreaks(withoutOthers(left, field.label));
  if (kind === "choice") return text.replace(GREETING, " ");
  if (OWN_WORDS.has(kind) || (isAsked && kind === "text")) return text;
  if (kind === "name" && spellsName(text)) return text;
  return kind === "number" ? countsIn(isAsked ? left.replace(THE_ONE, "one") : left) : withoutLabels(left);
}

/** "Good afternoon" names no part of the day. */
const GREETING = /\bgood (?:morning|afternoon|evening)\b|\bhabari (?:za|ya) (?:asubuhi|mchana|jioni)\b/giu;

/** "Mollel, M O double L E L" holds no nought: a word that is said, and its letters. */
function spellsName(text: string): boolean {
  const words = wordsOf(text);
  const parts = spelledName(text, { confidence: 1, not: [] })?.parts ?? [];
  return words.filter(isLetter).length >= FEWEST_LETTERS && parts.some((part) => words.includes(part));
}

const FEWEST_LETTERS = 3;

/** "Just the one", of what is counted. */
const THE_ONE = /^(?:(?:ah|oh|no|well|yes|please)[, ]+)?(?:(?:just|only) )?the one(?: only| please)?[.!]?$/i;

/** What is asked for first, then what a number can be by its form: a number belongs to one field. */
export function inReadingOrder(fields: readonly Field[], asked: Field | undefined): Field[] {
  const rank = (field: Field): number => {
    if (field === asked) return 0;
    if (field.kind === "code") return hasForm(field) ? 1 : 3;
    return field.kind === "phone" ? 2 : 4;
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** "This coming Saturday", where a thing was asked for: the day of the form. */
export function isOnlyDay(text: string, { kind }: Field, { form }: Task): boolean {
  return (
    kind === "text" &&
    namesDay(text) &&
    wordsOf(text).length <= MOST_DAY_WORDS &&
    form.fields.some((other) => other.kind === "day")
  );
}

const MOST_DAY_WORDS = 4;

/** "Three lanterns", where nights are asked for and lanterns were counted already: said once more, and of no other number. */
export function isAnothersNumber(field: Field, text: string, { form, slots }: Task): boolean {
  if (field.kind !== "number") return false;
  const said = new Set(conceptsOf(text));
  const own = conceptsOf(`${field.name.replaceAll("_", " ")} ${field.description}`);
  const counted = quantitiesIn(text).map(({ value }) => String(value));
  return form.fields.some((other) => {
    const value = slots[other.name]?.value;
    if (other === field || other.kind !== "number" || value === undefined || !counted.every((one) => one === value)) return false;
    const things = conceptsOf(`${other.name.replaceAll("_", " ")} ${other.description}`).filter((one) => !own.includes(one));
    return things.some((one) => said.has(one)) && !own.some((one) => said.has(one));
  });
}

/** "Two of them, the ones of 240 litres": of several numbers the only one that can be meant. */
export function onlyInRange(text: string, { kind, minimum, maximum }: Field, isAsked: boolean): Reading | undefined {
  if (!isAsked || kind !== "number" || minimum === undefined || maximum === undefined) return undefined;
  const said = quantitiesIn(text).map(({ value }) => value);
  const [only, ...others] = said.filter((value) => value >= minimum && value <= maximum);
  return only === undefined || others.length > 0 || said.length < 2 ? undefined : { value: String(only), confidence: 1 };
}
