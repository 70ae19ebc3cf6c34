/** Takes what an utterance says for a form: values of its fields, corrections of them, and what is wrong with them. */
import type { RecognisedWord } from "@ongea/conversation";
import { choiceIn, spokenChoice } from "../forms/choices.ts";
import type { VisitTrouble } from "../forms/check-visit.ts";
import { checkDay, checkTime, otherWeekday, settledTime } from "../forms/check-visit.ts";
import type { Field } from "../forms/form.ts";
import { checkPhone, withTrunk } from "../forms/phone-plans.ts";
import { mayNameClock, namesClock, namesDay } from "../forms/names-kind.ts";
import { fitted } from "../forms/fitted.ts";
import { expectsOf } from "@ongea/conversation/values";
import type { Reading } from "../forms/reading.ts";
import { saysNone } from "../forms/read-number.ts";
import { addDays, minutesOf, timeOf, weekdayOf } from "../spoken/calendar.ts";
import { isSeveral, withoutDigitsOf } from "../spoken/owned-numbers.ts";
import { wordsOf } from "../spoken/plain.ts";
import { isKnownName, spelledName, type RecognisedLetters } from "../spoken/spelled.ts";
import type { Slot, Task } from "../task.ts";
import { isFilled } from "../task.ts";
import type { World } from "../world.ts";
import { DOUBTED_DAY, isOfSpan, takeDays } from "./days-span.ts";
import { takeRoute } from "./route.ts";
import { sureOf } from "./sure-words.ts";
import { takeChoicePair } from "../forms/choice-pair.ts";
import { takeHours } from "./hours-span.ts";
import { readField } from "./read-field.ts";
import { readFound, MODEL_FIRST, foundFor, fullerName } from "./found-words.ts";
import type { ReadForm } from "../interpreter/form-words.ts";
import {
  inReadingOrder,
  isOnlyDay,
  isOwn,
  isAnothersNumber,
  isOwnWord,
  onlyInRange,
  OWN_DIGITS,
  withoutKnown,
  wordsFor,
} from "./words-for.ts";

/** What values are checked against. */
export type Business = Pick<World, "now" | "hours" | "country" | "language">;
export interface Utterance {
  text: string;
  /** As the recogniser judges it. */
  confidence: number;
  /** The same of each word, where the recogniser says it. */
  words?: readonly RecognisedWord[] | undefined;
  turn: number;
  /** What a model read in it for an open form. */
  reading?: ReadForm | undefined;
}

export type Trouble =
  | (VisitTrouble & { field: Field })
  | { kind: "phone"; field: Field; said: number; wanted: string }
  | { kind: "code"; field: Field; said: number; wanted: string | undefined }
  | { kind: "range"; field: Field }
  | { kind: "other-weekday" | "other-time"; field: Field };

export interface Taken {
  /** By field. */
  slots: Record<string, Slot>;
  trouble?: Trouble;
}

/** What was heard less surely while letters or digits were asked for says nothing else. */
export const LEAST_CONFIDENCE = 0.4;
export const SPELLED_KINDS: ReadonlySet<Field["kind"]> = new Set(["name", "code", "phone", "email"]);

/** A day that lies further ahead is asked back with its year. */
const FAR_DAYS = 60;
const AS_SAID: RecognisedLetters = { confidence: 1, not: [] };

/** A word that says that something before it was wrong. */
const CORRECTS =
  /\b(?:no|not|sorry|actually|instead|rather|change|make (?:it|that)|i mean(?:t)?|correction|wrong|hapana|badala|badilisha|samahani|siyo|non|plutôt|changez|pardon|en fait)\b/i;

export function takeSlots(said: Utterance, task: Task, asked: Field | undefined, world: Business): Taken {
  const keyed = /^dtmf_number: (\d+)/.exec(said.text)?.[1];
  const taken: Taken = { slots: {} };
  const heardOf = ({ name }: Field): RecognisedLetters => ({ confidence: said.confidence, not: task.wrong[name] ?? [] });
  const put = (field: Field, read: string, confidence: number): void => {
    const value = field.kind === "phone" ? withTrunk(read, world.country) : read;
    const sure = sureOf(said, (text) => {
      const again = readField(text, field, { asked: field === asked, today: world, heard: AS_SAID });
      return again === "no-such-day" ? undefined : again?.value;
    });
    const isFar = field.kind === "day" && !isOfPast(field) && value > addDays(world.now.day, FAR_DAYS);
    taken.slots[field.name] = {
      value,
      confidence: confidence * sure * (isFar ? DOUBTED_DAY : 1),
      source: { turn: said.turn, said: said.text },
    };
  };
  if (keyed !== undefined) {
    const value = asked && fromKeys(keyed, asked);
    if (asked && value !== undefined) put(asked, value, 1);
    return checked(taken, task, world);
  }
  let left = said.text;
  for (const field of inReadingOrder(task.form.fields, isSeveral(said.text) && asked?.kind === "code" ? undefined : asked)) {
    const isAsked = field === asked;
    const found = foundFor(field, { reading: said.reading, form: task.form, asked: isAsked });
    if (found === "nothing" && !(isAsked && saysNone(said.text, field))) continue;
    const asking = { asked: isAsked, today: world, heard: heardOf(field), moves: task.form.chosenBy !== undefined };
    const byModel = typeof found === "object" ? readFound(found, field, { ...asking, said: said.text }) : undefined;
    const byWords = (): ReturnType<typeof readField> => {
      if (isOfOthers(field, asked, { said, task })) return undefined;
      const own = wordsFor(field, { text: said.text, left: withoutKnown(left, field, task), isAsked });
      if (isAsked ? isOnlyDay(own, field, task) : isOfOther(own, field, asked)) return undefined;
      const text = field.kind === "day" && !DEPARTURE.test(field.label) ? own.replace(LEAVES, " ") : own;
      const read = onlyInRange(text, field, isAsked) ?? readField(text, field, asking);
      return typeof read === "object" && isOfForm(read, field, { isAsked, form: task.form }) ? undefined : read;
    };
    const reading = isAsked && MODEL_FIRST.has(field.kind) ? fullerName(field, byModel, byWords) : (byWords() ?? byModel);
    if (typeof reading === "object" && OWN_DIGITS.has(field.kind)) left = withoutDigitsOf(left, reading.value);
    if (!isAsked && field.kind === "day" && typeof reading === "object" && reading.value < world.now.day && !isOfPast(field))
      continue;
    if (reading === "no-such-day") taken.trouble = { kind: "no-such-day", field };
    else if (reading && (isAsked || mayTake(field, { reading, taken, task, said, asked })))
      put(field, reading.value, reading.confidence);
  }
  takeDays(said.text, { task, asked, today: world.now.day }, put);
  takeChoicePair(said.text, task.form.fields, put);
  takeHours(said.text, { ...task, slots: { ...task.slots, ...taken.slots } }, put);
  takeRoute(said.text, task, put);
  return taken.trouble ? taken : checked(taken, task, world);
}

/** What looks like a value of this field is one of another. */
function isOfOthers(field: Field, asked: Field | undefined, { said, task }: { said: Utterance; task: Task }): boolean {
  return (
    isOfSpan(field, asked, { text: said.text, form: task.form }) ||
    isNobody(field, asked, said.text) ||
    isAnothersNumber(field, said.text, task)
  );
}

/** "Cleaning" of a form that asks what is to be done is nobody; "I want a song": of what kind it is, is no title. */
function isOfForm(
  { value, confidence }: Reading,
  { kind }: Field,
  { isAsked, form }: { isAsked: boolean; form: Task["form"] },
): boolean {
  if (kind === "name") return confidence < 1 && isOwnWord(value, form);
  return kind === "text" && !isAsked && wordsOf(value).every(isOwn(form));
}

/** What is to be written on a cake, where to bring it, or the letters of a plate name nobody who calls. */
function isNobody(field: Field, asked: Field | undefined, text: string): boolean {
  return field.kind === "name" && (asked?.kind === "text" || asked?.kind === "code") && !NAMES.test(text);
}

/** "We leave on Monday" is no day of arrival. */
const LEAVES =
  /\b(?:leav(?:e|ing)|check(?:ing)? ?out|depart(?:ing)?|(?:tu|ni|ta|na|wa)*ondoka\p{L}*|kuondoka|(?:re)?part(?:ons|ez|ir|irai)?|départ)\b[^,.;!?]*/giu;
const DEPARTURE = /out|leav|depart|end|until|return|kuondoka|mwisho|départ|fin|retour/i;

/** What is said for another value moves neither the day nor the hour, unless it speaks of them. */
function isOfOther(text: string, { kind }: Field, asked: Field | undefined): boolean {
  if (asked === undefined) return false;
  if (kind === "day") return !namesDay(text);
  if (kind === "time") return asked.kind === "day" ? isBareNumber(text) || isLong(text) : !mayNameClock(text);
  return kind === "moment" && !namesDay(text) && !namesClock(text);
}

/** "Tuesday, ten thirty" says an hour; what has more to say needs words of the clock. */
function isLong(text: string): boolean {
  return wordsOf(text).length > MOST_BARE_WORDS && !mayNameClock(text);
}

const MOST_BARE_WORDS = 8;

function isBareNumber(text: string): boolean {
  return wordsOf(text).length <= 3 && /\d/.test(text) && !namesClock(text);
}

/** Whether a value for a field that was not asked is taken: a filled one only by a correction, one of two alike only when free. */
function mayTake(
  field: Field,
  {
    reading,
    taken,
    task,
    said,
    asked,
  }: { reading: Reading; taken: Taken; task: Task; said: Utterance; asked: Field | undefined },
): boolean {
  const alike = (other: Field): boolean => other.kind === field.kind && other !== field;
  if (
    Object.entries(taken.slots).some(
      ([name, slot]) => slot.value === reading.value && task.form.fields.some((other) => other.name === name && alike(other)),
    )
  )
    return false;
  if (!isFilled(task, field)) return true;
  // "… is buried on Saturday at two", where the words of an announcement are asked for: its own day stays.
  if (asked?.kind === "text" && wordsOf(said.text).length > MOST_VALUE_WORDS) return false;
  // Letters and digits that were badly heard are full of hours and days.
  if (said.confidence < LEAST_CONFIDENCE && asked !== undefined && SPELLED_KINDS.has(asked.kind)) return false;
  if (field.kind === "day" || field.kind === "time" || field.kind === "moment") return true;
  const isNamed = field.kind === "name" && (NAMES.test(said.text) || isSpelledOn(said, asked));
  // "Two of them have left us, not forty-eight": in many words a name is led to.
  if ((field.kind === "name" || field.kind === "text") && wordsOf(said.text).length > MOST_VALUE_WORDS)
    return isNamed || speaksOf(field, said.text);
  return CORRECTS.test(said.text) || isNamed || field.kind === "phone" || field.kind === "email";
}

/** More are a text, whatever days and hours it speaks of. */
const MOST_VALUE_WORDS = 8;
const NAMES = /\b(?:my name|name is|jina langu|je m'appelle|mon nom)\b/i;

/** The letters of a name that was taken before they came; a badly heard number is full of letters too. */
function isSpelledOn({ text, confidence }: Utterance, asked: Field | undefined): boolean {
  if (asked?.kind === "code" || asked?.kind === "email") return false;
  const spelled = spelledName(text, { confidence, not: [] });
  return spelled?.sure === true && isKnownName(spelled.parts.join(" "));
}

// --- checks ---------------------------------------------------------------------------------------------------------------------

function checked(taken: Taken, task: Task, world: Business): Taken {
  for (const field of task.form.fields) {
    const slot = taken.slots[field.name];
    if (slot === undefined) continue;
    const trouble = troubleOf(slot.value, field, world);
    if (trouble === undefined) continue;
    // Said in passing, it may be something else: it is asked for in its turn.
    delete taken.slots[field.name];
    taken.trouble ??= trouble;
  }
  return taken;
}

function troubleOf(value: string, field: Field, world: Business): Trouble | undefined {
  if (field.kind === "phone") {
    const check = checkPhone(value, world.country);
    return check.fits ? undefined : { kind: "phone", field, said: check.said, wanted: check.wanted };
  }
  if (field.kind === "code" && fitted(value, field) === undefined)
    return { kind: "code", field, said: value.length, wanted: lengthOf(field) };
  if (field.kind === "number") {
    const number = Number(value);
    const whole = field.type !== "integer" || Number.isInteger(number);
    if (!whole || number < (field.minimum ?? -Infinity) || number > (field.maximum ?? Infinity)) return { kind: "range", field };
  }
  return undefined;
}

/** "5", "5–6": how many digits the field wants, where it says that it is digits. */
function lengthOf({ pattern, lengths, minLength, maxLength }: Field): string | undefined {
  if (lengths) return lengths.length === 1 ? String(lengths[0]) : `${lengths[0]}–${lengths.at(-1)}`;
  const fits = pattern
    ? Array.from({ length: 15 }, (_, count) => count + 1).filter((count) => pattern.test("1".repeat(count)))
    : [];
  if (fits.length > 0 && fits.length < 5) return fits.length === 1 ? String(fits[0]) : `${fits[0]}–${fits.at(-1)}`;
  if (pattern) return undefined;
  return minLength !== undefined && minLength === maxLength ? String(minLength) : undefined;
}

/** What lies behind is asked for: when a thing was lost, or somebody was born. */
function isOfPast(field: Field): boolean {
  return NO_FUTURE.test(field.label) || expectsOf(field) !== "future";
}

const NO_FUTURE =
  /birth|born|dob|issued|incident|happened|missed|paid|last|since|naissance|kuzaliwa|\bha(?:ku|ya|wa|li|i|zi)\p{L}+|ili[pc]\p{L}+|passé|n'est pas (?:venu|passé)/u;

/** Settles hours by the day's opening, and says what cannot be. Changes the task's slots. */
export function settleVisit(task: Task, world: Business): Trouble | undefined {
  const { form, slots } = task;
  const time = form.fields.find(({ kind }) => kind === "time");
  const needsOpen = (time !== undefined || form.fields.some(({ kind }) => kind === "moment")) && form.intent !== "report";
  const offered = time && time.choices.length > 0 ? slots[time.name] : undefined;
  if (time && offered) {
    const either = offered.value.startsWith("~")
      ? [offered.value.slice(1), timeOf(minutesOf(offered.value.slice(1)) + 720)]
      : [offered.value];
    const [fitting, ...others] = time.choices.filter((choice) => either.includes(choice));
    if (fitting === undefined || others.length > 0) return { kind: "other-time", field: time };
    offered.value = fitting;
  }
  for (const field of form.fields) {
    if (isOfPast(field)) continue;
    const slot = slots[field.name];
    if (slot === undefined || (field.kind !== "day" && field.kind !== "moment")) continue;
    const [day = "?", hour] = slot.value.split(" ");
    if (day === "?") continue;
    if (field.weekdays && !field.weekdays.includes(weekdayOf(day))) return { ...otherWeekday(field.weekdays, day), field };
    const hours = needsOpen ? (form.hours ?? world.hours) : undefined;
    const wrong = form.looksUp ? undefined : checkDay(day, { now: world.now, hours });
    if (wrong) return { ...wrong, field };
    const [clockField, clockSlot] = field.kind === "moment" ? [field, slot] : [time, time && slots[time.name]];
    const clock = field.kind === "moment" ? hour : clockSlot?.value;
    if (!clockField || !clockSlot || clock === undefined || clock === "?" || (time && time.choices.length > 0)) continue;
    const settled = settledTime(clock, day, world.hours);
    clockSlot.value = field.kind === "moment" ? `${day} ${settled}` : settled;
    const late = form.looksUp ? undefined : checkTime(day, settled, { now: world.now, hours });
    if (late) return { ...late, field: clockField };
  }
  return undefined;
}

/** A moment's two halves may be said one after the other. */
export function joined(before: Slot | undefined, now: Slot, { kind }: Field): Slot {
  if (kind !== "moment" || !before) return now;
  const [oldDay = "?", oldTime = "?"] = before.value.split(" ");
  const [day = "?", time = "?"] = now.value.split(" ");
  return { ...now, value: `${day === "?" ? oldDay : day} ${time === "?" ? oldTime : time}` };
}

function fromKeys(digits: string, field: Field): string | undefined {
  switch (field.kind) {
    case "code":
      return withLetters(digits, field.shape);
    case "phone":
    case "number":
      return digits;
    case "time": {
      if (digits.length !== 3 && digits.length !== 4) return undefined;
      const [hour, minute] = [Number(digits.slice(0, -2)), Number(digits.slice(-2))];
      return hour < 24 && minute < 60 ? `${String(hour).padStart(2, "0")}:${digits.slice(-2)}` : undefined;
    }
    case "choice":
      return field.choices[Number(digits) - 1];
    case "yes-no":
      return digits === "1" ? "true" : digits === "2" ? "false" : undefined;
    default:
      return undefined;
  }
}

/** "66978" keyed for a code of the form "Rddddd". */
function withLetters(digits: string, shape = ""): string {
  const isWhole = shape.includes("d") && !shape.includes("L") && shape.split("d").length - 1 === digits.length;
  let at = 0;
  return isWhole ? shape.replace(/d/g, () => digits.charAt(at++)) : digits;
}

/** Whether a text names one of a field's choices, or its label. */
export function speaksOf({ label, choices }: Field, text: string): boolean {
  const padded = ` ${wordsOf(text).join(" ")} `;
  const nouns = label.split(" ").filter((word) => word.length > 3 && !/^(?:number|code|name|date|time)$/.test(word));
  return (
    nouns.some((noun) => padded.includes(` ${noun}`)) ||
    (choices.length > 0 && choiceIn(text, choices.map(spokenChoice), false) !== undefined)
  );
}
