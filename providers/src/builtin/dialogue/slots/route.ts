/** "From Section 58 to Milimani": the two ends of a journey, said at once. Data by language. */
import type { Field } from "../forms/form.ts";
import { namesClock, namesDay } from "../forms/names-kind.ts";
import { wordsOf } from "../spoken/plain.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { isFilled, type Task } from "../task.ts";

/** How a form names where a journey begins … */
const BEGINS = /\b(?:from|origin|pick ?up|departure|starting|leav(?:e|es|ing)|kutoka|anzia|départ|depuis|enlèvement)\b/i;
/** … and where it ends. */
const ENDS =
  /\b(?:to|destination|drop ?off|arrival|go(?:es)? to|deliver(?:y|ed)?|kwenda|mwisho|shusha|arrivée|vers|livraison)\b/i;

const UNTIL = String.raw`(?=[,.;?!]|$|\s(?:on|at|tomorrow|today|next|this|for|by|can|could|please|and|with|kesho|leo|siku|na|je|demain|le|et|pour)\b)`;
const ROUTES: readonly RegExp[] = [
  String.raw`\bfrom\s+(.{2,40}?),?\s+(?:(?:going|moving|shifting|over|up|down|all the way|and taken)\s+)?to\s+(.{2,40}?)${UNTIL}`,
  String.raw`\b(?:kutoka|toka)\s+(.{2,40}?),?\s+(?:kwenda|kuelekea|hadi|mpaka)\s+(.{2,40}?)${UNTIL}`,
  String.raw`\b(?:de|depuis)\s+(\p{Lu}.{1,40}?),?\s+(?:à|vers|jusqu'à|pour)\s+(\p{Lu}.{1,40}?)${UNTIL}`,
].map((source, at) => new RegExp(source, at === 2 ? "u" : "iu"));
const MOST_WORDS = 6;

/** What of a text says the two fields of a form that ask for where from and where to; nothing where it says no places. */
function routeIn(text: string, fields: readonly Field[]): readonly (readonly [Field, string])[] {
  const ends = fields.filter(({ kind }) => kind === "text");
  const named = ({ name, label }: Field): string => `${name.replaceAll("_", " ")} ${label}`;
  const from = ends.find((field) => BEGINS.test(named(field)));
  const to = ends.find((field) => field !== from && ENDS.test(named(field)));
  const found = from && to && ROUTES.map((route) => route.exec(text)).find((match) => match !== null);
  if (!from || !to || !found) return [];
  const [, start = "", end = ""] = found;
  const isPlace = (place: string): boolean =>
    wordsOf(place).length <= MOST_WORDS &&
    /\p{L}{3}/u.test(place) &&
    !namesDay(place) &&
    !namesClock(place) &&
    !(quantitiesIn(place).length > 0 && wordsOf(place).length === 1);
  return isPlace(start) && isPlace(end) ? [[from, start.trim()] as const, [to, end.trim()] as const] : [];
}

/** Puts both ends into fields that are still empty. */
export function takeRoute(text: string, task: Task, put: (field: Field, value: string, confidence: number) => void): void {
  for (const [field, place] of routeIn(text, task.form.fields)) if (!isFilled(task, field)) put(field, place, 1);
}

const LAST_DAY = /\b(?:to|end|ends|until|till|last|out|leave|departure|return|mwisho|hadi|mpaka|fin|retour)\b/i;

/** The days of a form, that of the beginning first, in whatever order its schema has them. */
export function daysInOrder(fields: readonly Field[]): readonly Field[] {
  const days = fields.filter(({ kind }) => kind === "day");
  const isLast = ({ name }: Field): boolean => LAST_DAY.test(name.replaceAll("_", " "));
  return days.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
}
