/** Which code an utterance says for a field: a reference, a number of a customer, a plate. */
import { fitted, hasForm } from "./fitted.ts";
import type { Field } from "./form.ts";
import type { Today } from "./check-visit.ts";
import { namesClock } from "./names-kind.ts";
import { readTypedNumber } from "./read-number.ts";
import { type Reading, sure } from "./reading.ts";
import { questionFor, spoken } from "./typed-value.ts";
import { codesIn } from "../spoken/codes.ts";

/** Of a form that it does not have. */
const UNSURE = 0.25;

export function readCode(said: string, field: Field, asked: boolean, today: Today): Reading | undefined {
  // Of no form that tells it from other numbers, it is what follows its name.
  const text = asked || hasForm(field) ? said : afterMention(said, field);
  // "Our flight is twenty to midnight": no flight number.
  if (text === undefined || (!asked && !hasForm(field) && namesClock(text.split(/[,.;!?]/)[0] ?? ""))) return undefined;
  const isMeant = asked || mentions(said, field);
  const typed = isMeant ? spoken("code", text, { where: today, question: questionFor(field) })?.value : undefined;
  const whole = typed === undefined || !hasForm(field) ? undefined : fitted(typed, field);
  if (whole !== undefined) return sure(whole);
  // "My reading for five five …": the first is no four.
  const candidates = [...codesIn(text), ...codesIn(text.replace(/\bfor\b/gi, "|"))];
  // "U B K four seven one, no, that is my wife's. U B K four one seven D": the one that is written as the example is.
  const alike = field.like && isMeant ? codesLike(field.like, text) : undefined;
  if (alike !== undefined) return sure(alike);
  const shaped = candidates.map((code) => fitted(code, field)).find((code) => code !== undefined);
  if (shaped !== undefined && (isMeant || hasForm(field))) {
    const isPhone = !isMeant && /^\+?\d{9,}$/.test(shaped);
    return isPhone ? undefined : sure(shaped);
  }
  const grouped = isMeant && hasForm(field) ? ofGroups(text, field, today) : undefined;
  if (grouped !== undefined) return sure(grouped);
  const last = asked && hasForm(field) ? lastFitting(text, field, today) : undefined;
  if (last !== undefined) return sure(last);
  const [longest] = isMeant ? candidates : [];
  if (asked && field.type === "integer" && longest === undefined) return readTypedNumber(said, field, today);
  return longest === undefined ? undefined : { value: longest, confidence: hasForm(field) ? UNSURE : 1 };
}

/** "Thirty, five six two": no thirty-five. */
function ofGroups(text: string, field: Field, today: Today): string | undefined {
  const groups = text.split(/,\s*/);
  const said = groups.map((one) => spoken("code", one, { where: today, question: questionFor(field) })?.value ?? "");
  return groups.length > 1 ? fitted(said.join(""), field) : undefined;
}

/** "Four zero two nine… the last one is a six. Four zero two nine six": the last sentence that says one. */
function lastFitting(text: string, field: Field, today: Today): string | undefined {
  const sentences = text.split(/[.;!?…]+[\s,]+/);
  if (sentences.length < 2) return undefined;
  const codes = sentences.flatMap((one) => {
    const code = spoken("code", one, { where: today, question: questionFor(field) })?.value;
    return code === undefined ? [] : (fitted(code, field) ?? []);
  });
  return codes.at(-1);
}

/** The last code of that form, clause by clause. */
function codesLike(form: RegExp, text: string): string | undefined {
  const clauses = [text, ...text.split(/[.;!?]\s+|,\s+(?=[^,]*$)|\.{3}\s*/)];
  // "F G. F for Friday, G for goat" says its letters twice.
  const begins = new RegExp(form.source.slice(0, -1));
  const fitting = (code: string): string[] => {
    const [start = ""] = begins.exec(code) ?? [];
    const rest = code.slice(start.length);
    return start !== "" && (rest === "" || (/^\p{L}+$/u.test(rest) && start.endsWith(rest))) ? [start] : [];
  };
  return clauses.flatMap((clause) => codesIn(clause).flatMap(fitting)).at(-1);
}

function afterMention(text: string, { label }: Field): string | undefined {
  const lower = text.toLowerCase();
  const noun = label
    .split(" ")
    .find((word) => word.length > 2 && lower.includes(word) && !/^(?:number|code|the|your)$/.test(word));
  const at = noun === undefined ? lower.search(MENTIONED) : lower.lastIndexOf(noun);
  return at < 0 ? undefined : text.slice(at);
}

const MENTIONED = /\b(?:reference|tracking|code|number is|namba ni|oda|mita|numéro de|commande|compteur|colis|parcel|package)\b/;

function mentions(text: string, { label }: Field): boolean {
  const nouns = label.split(" ").filter((word) => !/^(?:number|code|id|reference|the|of|your)$/.test(word));
  const padded = ` ${text.toLowerCase()} `;
  return nouns.some((noun) => noun.length > 2 && padded.includes(noun)) || MENTIONED.test(padded);
}
