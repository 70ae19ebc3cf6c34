/** What a task needs to know, taken out of an utterance and checked against the calendar and the opening hours. */
import type { Moment } from "./calendar.ts";
import { addDays, minutesOf, timeOf, weekdayOf } from "./calendar.ts";
import type { OpeningHours } from "./opening-hours.ts";
import { isOpen, nextOpenDay } from "./opening-hours.ts";
import type { Slot } from "./phrases/phrases.ts";
import { wordsOf } from "./plain.ts";
import { dayIn } from "./spoken-dates.ts";
import { codeIn, nameIn, phoneIn } from "./spoken-names.ts";
import { digitsIn } from "./spoken-numbers.ts";
import { timeIn } from "./spoken-times.ts";

export type Slots = Partial<Record<Slot, string>>;

export type Trouble =
  | { kind: "no-such-day" }
  | { kind: "day-past" }
  | { kind: "time-past" }
  | { kind: "closed-day"; day: string; offer?: string }
  | { kind: "closed-hour"; day: string; fromMinute: number; toMinute: number }
  | { kind: "phone-short" };

export interface Taken {
  slots: Slots;
  trouble?: Trouble;
}

export interface Today {
  now: Moment;
  hours?: OpeningHours | undefined;
}

/** Without opening hours, appointments are taken for these. */
const USUAL = { fromMinute: 8 * 60, toMinute: 17 * 60 };
/** Nobody books further ahead. */
const MOST_DAYS_AHEAD = 366;

/**
 * @param asked the slot that was asked for, if any
 * @param wanted the slots of the task
 */
export function slotsIn(text: string, asked: Slot | undefined, wanted: readonly Slot[], { now }: Today): Taken {
  const keyed = /^dtmf_number: (\d+)/.exec(text)?.[1];
  if (keyed !== undefined) return fromKeys(keyed, asked);
  const slots: Slots = {};
  let trouble: Trouble | undefined;
  const dated = withoutLongNumbers(text, asked);
  const day = wanted.includes("day") ? dayIn(dated, now.day) : undefined;
  if (day && "day" in day) slots.day = day.day;
  if (day && "impossible" in day) trouble = { kind: "no-such-day" };
  const time = wanted.includes("time") && !(day && "impossible" in day) ? timeIn(dated, asked === "time") : undefined;
  if (time) slots.time = `${time.ambiguous ? "~" : ""}${timeOf(time.minute)}`;
  if (wanted.includes("phone") && asked !== "order") {
    const phone = phoneIn(text);
    if (phone && "phone" in phone) slots.phone = phone.phone;
    else if (phone && asked === "phone") trouble = { kind: "phone-short" };
  }
  if (wanted.includes("order") && (asked === "order" || /\border|parcel|package|oda|commande|reference/i.test(text))) {
    const order = codeIn(text, asked === "order");
    if (order !== undefined && order !== slots.phone) slots.order = order;
  }
  if (wanted.includes("name") && asked !== "order" && asked !== "phone") {
    const name = nameIn(text, asked === "name" && Object.keys(slots).length === 0);
    if (name !== undefined) slots.name = name;
  }
  if (asked === "message" && wordsOf(text).length >= 2) slots.message = text.trim();
  return { slots, ...(trouble ? { trouble } : {}) };
}

/** Sets hours that were said without "am" or "pm", and says what is wrong with the day or the time. */
export function checkedVisit(slots: Slots, { now, hours }: Today): Trouble | undefined {
  if (slots.day !== undefined) {
    const wrong = checkDay(slots.day, { now, hours });
    if (wrong) return wrong;
  }
  if (slots.time === undefined) return undefined;
  const spanOfDay = slots.day !== undefined && hours ? hours[weekdayOf(slots.day)] : undefined;
  slots.time = settledTime(slots.time, spanOfDay ?? USUAL);
  if (slots.day === undefined) return undefined;
  const minute = minutesOf(slots.time);
  if (slots.day === now.day && minute <= now.minute) return { kind: "time-past" };
  if (hours && spanOfDay && !isOpen(hours, slots.day, minute)) return { kind: "closed-hour", day: slots.day, ...spanOfDay };
  return undefined;
}

function checkDay(day: string, { now, hours }: Today): Trouble | undefined {
  if (day < now.day) return { kind: "day-past" };
  if (day > addDays(now.day, MOST_DAYS_AHEAD)) return { kind: "no-such-day" };
  if (!hours || hours[weekdayOf(day)]) return undefined;
  const offer = nextOpenDay(hours, day);
  return { kind: "closed-day", day, ...(offer === undefined ? {} : { offer }) };
}

function settledTime(time: string, span: { fromMinute: number; toMinute: number }): string {
  if (!time.startsWith("~")) return time;
  const early = minutesOf(time.slice(1));
  const late = early + 720;
  const fits = (minute: number): boolean => minute >= span.fromMinute && minute < span.toMinute;
  if (fits(early)) return timeOf(early);
  if (fits(late)) return timeOf(late);
  return timeOf(early < 7 * 60 ? late : early);
}

/** The parts of an utterance that are no telephone or order number: "at ten, my number is 0722 000 111" → "at ten". */
function withoutLongNumbers(text: string, asked: Slot | undefined): string {
  const most = asked === "phone" || asked === "order" ? 2 : 6;
  return text
    .split(/[,;.!?]\s|,|\bnumber\b|\bnamba\b|\bnuméro\b/i)
    .filter((part) => digitsIn(part).replace("+", "").length <= most)
    .join(" , ");
}

function fromKeys(digits: string, asked: Slot | undefined): Taken {
  if (asked === "phone")
    return digits.length >= 9 ? { slots: { phone: digits } } : { slots: {}, trouble: { kind: "phone-short" } };
  if (asked === "order") return { slots: { order: digits } };
  if (asked === "time" && (digits.length === 3 || digits.length === 4)) {
    const minute = Number(digits.slice(0, -2)) * 60 + Number(digits.slice(-2));
    return minute < 1_440 && Number(digits.slice(-2)) < 60 ? { slots: { time: timeOf(minute) } } : { slots: {} };
  }
  return { slots: {} };
}
