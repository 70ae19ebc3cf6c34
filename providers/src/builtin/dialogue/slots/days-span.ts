/** "From Friday until Monday", "Monday, Tuesday and Wednesday": the two days of a form, said at once. Pure. */
import type { Field, Form } from "../forms/form.ts";
import { namesDay } from "../forms/names-kind.ts";
import { addDays } from "../spoken/calendar.ts";
import { dayIn } from "../spoken/dates.ts";
import { lookup } from "../spoken/plain.ts";
import type { Task } from "../task.ts";
import { daysInOrder } from "./route.ts";

const ENDS =
  /\b(?:check(?:ing)? ?-?out|leav\w+|until|till|to(?= (?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun))|through|(?:be(?:ing)?|is|are|(?:he|she|it)['’]s|come|coming|(?:bring|give|take)(?:ing)? \w+) back|fetch\w*|collect\w*|pick(?:ing)? \w+ up|depart\w*|return\w*|hadi|mpaka|kuondoka|nitaondoka|jusqu'au|jusqu'à|au|partir|départ)\b/i;

/** A day that is asked back with its year, or because it comes before the other. */
export const DOUBTED_DAY = 0.2;

const STARTS = /\b(?:from|arriv\w+|start\w*|check(?:ing)? ?-?in|com(?:e|es|ing)|kuanzia|nafika|à partir du|arrive)\b/i;

/** The last of two days, and the first while the last is asked for. */
export function isOfSpan(field: Field, asked: Field | undefined, { text, form }: { text: string; form: Form }): boolean {
  if (isSpanEnd(field, form)) return true;
  if (field.kind === "day" && field !== asked && isSpanStart(field, form) && ENDS.test(text) && !STARTS.test(text)) return true;
  return field.kind === "day" && asked !== undefined && isSpanEnd(asked, form) && !STARTS.test(text);
}

function isSpanStart(field: Field, form: Form): boolean {
  const days = daysInOrder(form.fields);
  return days.length > 1 && days[0] === field;
}

/** The second of two days of a form: it is said with the first one. */
function isSpanEnd(field: Field, form: Form): boolean {
  const days = daysInOrder(form.fields);
  return field.kind === "day" && days.length > 1 && days.indexOf(field) === 1;
}

const WEEKDAY =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|juma(?:tatu|nne|tano|mosi|pili)|alhamisi|ijumaa|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)";
/** "Monday, Tuesday and Wednesday": from the first to the last. */
const LISTED_DAYS = new RegExp(`\\b${WEEKDAY}(?:, ${WEEKDAY})*,? (?:and|na|et) ${WEEKDAY}\\b`, "iu");
const COMES_BACK = /back|return|rudi|retour/i;
const AWAY = /\b(?:last day|away|absent|absence|off school|siku ya mwisho|dernier jour)\b/i;

interface Span {
  task: Task;
  asked: Field | undefined;
  today: string;
}

type Put = (field: Field, value: string, confidence: number) => void;

function dayOf(part: string, from: string): string | undefined {
  const found = dayIn(part, from);
  return found && "day" in found ? found.day : undefined;
}

/** Puts both days, or the one that is said, into a form that has two. */
export function takeDays(text: string, { task, asked, today }: Span, put: Put): void {
  const [start, end] = daysInOrder(task.form.fields);
  if (!start || !end || (asked?.kind !== "day" && !namesDay(text))) return;
  if (OF_BEFORE.test(`${start.name.replaceAll("_", " ")} ${start.label}`))
    return takeChange(text, { start, end, asked, today }, put);
  const listed = listedDays(text, today);
  if (listed) {
    put(start, listed.first, 1);
    put(end, listed.last, 1);
    return;
  }
  takeSpan(text, { task, start, end, today, asksEnd: asked === end }, put);
}

/** "Old date", "current day": the other one is its new day, and may come before it. */
const OF_BEFORE = /\b(?:old|current|existing|original|booked|present)\b/i;

function takeChange(
  text: string,
  { start, end, asked, today }: { start: Field; end: Field; asked: Field | undefined; today: string },
  put: Put,
): void {
  const cut = ENDS.exec(text);
  const named = [dayOf(text.slice(0, cut?.index), today), cut ? dayOf(text.slice(cut.index), today) : undefined];
  if (named[0] === undefined || named[1] === undefined) {
    const only = named[0] ?? named[1];
    if (only !== undefined && (asked === start || asked === end)) put(asked, only, 1);
    return;
  }
  put(start, named[0], 1);
  put(end, named[1], 1);
}

function listedDays(text: string, today: string): { first: string; last: string } | undefined {
  const words = LISTED_DAYS.exec(text)?.[0].split(/\W+/u) ?? [];
  const [first, last] = [dayOf(words[0] ?? "", today), dayOf(words.at(-1) ?? "", today)];
  return first !== undefined && last !== undefined && first < last ? { first, last } : undefined;
}

interface Ends {
  task: Task;
  start: Field;
  end: Field;
  today: string;
  asksEnd: boolean;
}

function takeSpan(text: string, { task, start, end, today, asksEnd }: Ends, put: Put): void {
  const cut = ENDS.exec(text);
  const whole = dayOf(text, today);
  const before = cut ? dayOf(text.slice(0, cut.index), today) : undefined;
  const named = cut ? dayOf(text.slice(cut.index), today) : undefined;
  // "Back on Thursday": Wednesday is the last day away.
  const after =
    named !== undefined && COMES_BACK.test(cut?.[0] ?? "") && AWAY.test(`${end.label} ${end.description}`)
      ? addDays(named, -1)
      : named;
  const first = before ?? (asksEnd || (after && task.slots[start.name]) ? undefined : whole);
  if (first !== undefined && !(asksEnd && before === undefined)) put(start, first, 1);
  const last = before !== undefined || asksEnd || task.slots[start.name] ? (after ?? (asksEnd ? whole : undefined)) : undefined;
  const known = first ?? task.slots[start.name]?.value;
  // "From Friday the 4th until Monday": the Monday after that.
  const later =
    last !== undefined && known !== undefined && last < known ? dayOf(cut ? text.slice(cut.index) : text, known) : last;
  if (later !== undefined) put(end, later, known !== undefined && later < known ? DOUBTED_DAY : 1);
  else if (known !== undefined) {
    const nights = nightsIn(text);
    if (nights !== undefined) put(end, addDays(known, nights), SAID_AS_NIGHTS);
  }
}

const SAID_AS_NIGHTS = 0.9;
const MOST_NIGHTS = 60;

function nightsIn(text: string): number | undefined {
  const [, before, after] = /(\w+)\s+(?:nights?|nuits?)\b|\busiku\s+(\w+)/i.exec(text) ?? [];
  const said = before ?? after;
  if (said === undefined) return undefined;
  const count = NIGHTS[said.toLowerCase()] ?? Number(said);
  return Number.isInteger(count) && count > 0 && count < MOST_NIGHTS ? count : undefined;
}

const NIGHTS: Readonly<Record<string, number>> = lookup({
  one: 1,
  a: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  moja: 1,
  mbili: 2,
  tatu: 3,
  nne: 4,
  tano: 5,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
});
