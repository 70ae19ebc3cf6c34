/** When the business is open, read out of its own sentences: "We are open Monday to Friday from 8:00 to 17:00 and on Saturday from 9 to 1 pm". */
import { addDays, timeOf, weekdayOf } from "../spoken/calendar.ts";
import { DAYS } from "../spoken/dates.ts";
import { plain } from "../spoken/plain.ts";
import { timeIn } from "../spoken/times.ts";
import type { Fact } from "./facts.ts";

export interface OpenSpan {
  fromMinute: number;
  toMinute: number;
  /** It may begin at its end, too: "the last one at five". */
  holdsEnd?: true;
}

/** Seven entries, Sunday first; `undefined`: closed. */
export type OpeningHours = readonly (OpenSpan | undefined)[];

const SPEAKS_OF_HOURS =
  /\b(?:opens?|opening|hours|closed|shut|wazi|\p{L}*fungu\p{L}*|\p{L}*funga\p{L}*|ouvert\p{L}*|ouvr\p{L}+|fermé\p{L}*|ferm\p{L}+|horaires)\b/iu;
const DAY =
  "sundays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|weekdays?|weekends?|during the week|every (?:single )?day|any day|daily|jumapili|jumatatu|jumanne|jumatano|alhamisi|ijumaa|jumamosi|kila siku|dimanche|lundi|mardi|mercredi|jeudi|vendredi|samedi|tous les jours";
const TIME = "\\d{1,2}(?::\\d\\d)?(?:\\s*(?:am|pm|a m|p m|(?:in the )?(?:morning|afternoon|evening|night)|at night|noon))?";
/** "Saa tano au saa nane" is one or the other, "du lundi au vendredi" a span. */
const TO = "(?:to|until|till|through|-|–|hadi|mpaka|à|a|jusqu'à)";
const TO_DAY = "(?:to|until|till|through|-|–|hadi|mpaka|à|a|au|jusqu'à)";
const TOKEN = new RegExp(
  `\\b(?:(?<closed>closed|shut|never on|not on|imefungwa|tumefunga|hatufungui|fermée?s?)|(?<except>but|except|sauf|isipokuwa)(?= (?:on )?(?:${DAY}))|(?<day>${DAY})(?:\\s*${TO_DAY}\\s*(?<last>${DAY}))?\\b|(?<from>${TIME})\\s*(?:${TO}|and)\\s*(?<to>${TIME})|(?<lead>from|kuanzia|de|until|till|hadi|mpaka|jusqu'à)\\s+(?<lone>${TIME})(?![:\\d]|\\s*(?:am|pm|in the|at night|morning)|\\s*(?:${TO}|and)\\s*\\d))`,
  "gu",
);
/** "We open at 8 and close at 6." */
const OPENS_AND_CLOSES = new RegExp(
  `\\b((?:opens?|ouvr\\p{L}+|\\p{L}*fungua)(?: (?:at|from|à|a))?) (${TIME}),? (?:and|et|na) (?:\\p{L}+ ){0,2}?(?:clos\\p{L}*|shuts?|ferm\\p{L}+|\\p{L}*funga)(?: (?:at|by|à|a))? (${TIME})`,
  "gu",
);
/** "But on Friday we lock from 12 until half past two": a break in the day, of which no hours are read. */
const BREAK = new RegExp(
  `\\b(?:(?:but|and|except|mais|lakini) )?(?:(?:on|le) )?(?:(?:${DAY}) )?(?:(?:we|they|on|nous|tuna\\p{L}*) )?(?:lock|close|shut|break|pray|rest|ferm\\p{L}+|tunafunga)(?: up)? (?:from|between|de|kuanzia) (?:${TIME}) (?:${TO}|and|et) (?:${TIME})`,
  "gu",
);
const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** "Collect Monday to Saturday from 9 to 5", "riders are on the road from 7 am to 8 pm": the hours of those that have no door. */
const SERVES =
  /(?<!\p{L})(?:first (?:appointment|visit|patient|slot)|collect(?:ions?)?|deliver(?:y|ies)?|on the road|(?:we|they|technicians?|riders?|drivers?|boys|physios?) (?:work|start|come|see)|(?:our|the) office is|working hours|(?:tuna|wana)(?:peleka|fika|fanya|anza|leta)\p{L}*|kazi ni|livr\p{L}+|travaill\p{L}+)(?!\p{L})/iu;

/** `undefined` when no sentence says it. */
export function openingHours(facts: readonly Fact[]): OpeningHours | undefined {
  const open = weekIn(facts.filter(({ text }) => SPEAKS_OF_HOURS.test(text)));
  return open ?? weekIn(facts.filter(({ text }) => SERVES.test(text) || SPEAKS_OF_HOURS.test(text)));
}

const CLOCK =
  /\b\d{1,2}[:.h]\d\d\b|\b\d{1,2} ?(?:am|pm|h|heures?)\b|\b\d{1,2} (?:in the (?:morning|afternoon|evening)|at night)\b|\bnoon\b/giu;
/** "The first one at 6:00, the last one at 17:00"; "on Saturday the last is at 11:00". */
const LAST = `(?:(?:the|le|la) )?(?:last|derni[eè]re?)\\b[^,;.]{0,30}? (?:at|is|à|a) (${TIME})`;
const FIRST_AND_LAST = new RegExp(
  `(?:(?:the|le|la) )?(?:first|premi[eè]re?)\\b[^,;.]{0,30}? (?:at|is|à|a) (${TIME}),?(?: (?:and|et))? ${LAST}`,
  "gu",
);
const LAST_ALONE = new RegExp(LAST, "gu");

/**
 * When one of these items can be, where the prompt says that beside the hours of the house: "Visits Monday to Friday 9 to 12", "first lesson at
 * 06:00, last one at 17:00". `undefined`: those of the house hold.
 */
export function hoursOfItem(
  facts: readonly Fact[],
  items: readonly string[],
  house: OpeningHours | undefined,
): OpeningHours | undefined {
  const about = facts.filter(({ text }) => {
    const words = plain(text).split(" ");
    const isNamed = items.some((item) => words.some((word) => word === item || word === `${item}s`));
    return isNamed && !SPEAKS_OF_HOURS.test(text) && (text.match(CLOCK)?.length ?? 0) >= 2;
  });
  const week = weekIn(about);
  const holdsEnd = about.some(({ text }) => new RegExp(LAST, "u").test(inDigits(text)));
  return week?.map((span, day) => span && (!house || house[day]) && { ...span, ...(holdsEnd && { holdsEnd }) });
}

function asSpan(text: string): string {
  return text.replace(FIRST_AND_LAST, "$1 to $2").replace(LAST_ALONE, "until $1");
}

function weekIn(facts: readonly Fact[]): OpeningHours | undefined {
  const week: (OpenSpan | undefined)[] = Array.from({ length: 7 }, () => undefined);
  let found = false;
  for (const { text } of facts) {
    for (const { days, span } of statementsIn(asSpan(inDigits(text)))) {
      days.forEach((day) => (week[day] = span));
      found ||= span !== undefined && days.length > 0;
    }
  }
  return found ? week : undefined;
}

/** "Half past seven", "noon", "11 heures", "saa tatu asubuhi" as 7:30, 12:00 pm, 11:00, 09:00. */
function inDigits(text: string): string {
  const hour = `(${HOURS.join("|")})`;
  const digit = (word: string): number => HOURS.indexOf(word) + 1;
  return text
    .replace(/\b(\d{1,2})\.([0-5]\d)\b/g, "$1:$2")
    .split(/(?=[,;])/)
    .map((part) => (/^[,;]/.test(part) ? `${part[0]} ${plain(part)}` : plain(part)))
    .join("")
    .replace(new RegExp(`\\bhalf past ${hour}\\b`, "g"), (_all, word: string) => `${digit(word)}:30`)
    .replace(new RegExp(`\\bquarter past ${hour}\\b`, "g"), (_all, word: string) => `${digit(word)}:15`)
    .replace(new RegExp(`\\b${hour}\\b`, "g"), (word) => String(digit(word)))
    .replace(/\b(?:noon|midday|midi)\b/g, "12:00 pm")
    .replace(/\b(\d{1,2}) ?(?:heures?|h)\b/g, "$1:00")
    .replace(OPENS_AND_CLOSES, "$1 $2 to $3")
    .replace(BREAK, " ")
    .replace(/\bsaa (?:\p{L}+ ){1,5}?(?:asubuhi|alfajiri|mchana|alasiri|jioni|usiku)\b/gu, (said) => {
      const time = timeIn(said);
      return time ? timeOf(time.minute) : said;
    });
}

interface Statement {
  days: number[];
  span: OpenSpan | undefined;
}

/** "Monday to Friday 8 to 5" or "8 to 5 on weekdays": the sentence keeps to one order. After "closed" each day stands alone. */
function statementsIn(sentence: string): Statement[] {
  const statements: Statement[] = [];
  const tokens = [...sentence.matchAll(TOKEN)];
  const isSpanFirst = tokens.find(({ groups }) => groups?.["day"] ?? groups?.["from"])?.groups?.["from"] !== undefined;
  let days: number[] = [];
  let open: OpenSpan | undefined;
  let last: OpenSpan | undefined;
  let mode: "open" | "closed" | "except" = "open";
  for (const { groups = {}, 0: text, index } of tokens) {
    if (groups["closed"]) {
      // "Sundays we're shut."
      if (days.length > 0) statements.push({ days, span: undefined });
      days = [];
      mode = "closed";
    } else if (groups["except"]) mode = "except";
    else if (groups["day"]) {
      const named = daysIn(groups["day"], groups["last"]);
      if (mode === "except") days = days.filter((day) => !named.includes(day));
      else if (mode === "closed") statements.push({ days: named, span: undefined });
      else if (open) statements.push({ days: named, span: open });
      else days.push(...named);
      open = undefined;
    } else {
      const { from, to = "" } = groups;
      const span = from ? spanOf(from, to) : loneSpan(groups, last);
      if (!span) continue;
      mode = "open";
      last = span;
      const isAlone = days.length === 0 && /^\s*(?:[,;.]|$)/.test(sentence.slice(index + text.length)) && statements.length === 0;
      const before = statements.at(-1);
      if (days.length > 0 || isAlone) statements.push({ days: isAlone ? EVERY_DAY : days, span });
      // "8 to 1 and 2 to 5": the break is not kept.
      else if (!isSpanFirst && before?.span) before.span = extended(before.span, span);
      else open = span;
      days = [];
    }
  }
  return statements;
}

function extended(before: OpenSpan, { toMinute }: OpenSpan): OpenSpan {
  return { ...before, toMinute: toMinute <= before.toMinute && toMinute <= 720 ? toMinute + 720 : toMinute };
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** "Until noon on Saturdays", "on Sundays from noon": the other end is that of the days before. */
function loneSpan(
  { lead = "", lone = "" }: Record<string, string | undefined>,
  last: OpenSpan | undefined,
): OpenSpan | undefined {
  if (!last) return undefined;
  const isFrom = /^(?:from|kuanzia|de)$/.test(lead);
  const [from, to] = isFrom ? [minuteOf(lone, undefined), last.toMinute] : [last.fromMinute, minuteOf(lone, last.fromMinute)];
  return to > from ? { fromMinute: from, toMinute: to } : undefined;
}

export function isOpen(hours: OpeningHours, day: string, minute: number): boolean {
  const span = hours[weekdayOf(day)];
  return (
    span !== undefined &&
    minute >= span.fromMinute &&
    (minute < span.toMinute || (span.holdsEnd === true && minute === span.toMinute))
  );
}

/** The first open day from `day` on; `undefined` when there is none in two weeks. */
export function nextOpenDay(hours: OpeningHours, day: string): string | undefined {
  for (let ahead = 0; ahead < 14; ahead++) {
    const candidate = addDays(day, ahead);
    if (hours[weekdayOf(candidate)]) return candidate;
  }
  return undefined;
}

function daysIn(from: string, to: string | undefined): number[] {
  const first = numbersOf(from);
  if (to === undefined) return first;
  const days: number[] = [];
  const [start = 0] = first;
  const [end = 0] = numbersOf(to);
  for (let day = start; ; day = (day + 1) % 7) {
    days.push(day);
    if (day === end) return days;
  }
}

function numbersOf(name: string): number[] {
  if (/^every|^any|^daily|^kila|^tous/.test(name)) return EVERY_DAY;
  if (/^weekday|^during/.test(name)) return [1, 2, 3, 4, 5];
  if (name.startsWith("weekend")) return [6, 0];
  return [DAYS[name] ?? DAYS[name.replace(/s$/, "")] ?? 0];
}

function spanOf(from: string, to: string): OpenSpan | undefined {
  const isMorning = /\b(?:am|a m|morning)\b/.test(to) && !/\b(?:am|pm)\b/.test(from);
  const fromMinute = minuteOf(isMorning ? `${from} am` : from, undefined);
  const toMinute = minuteOf(to, fromMinute);
  return toMinute > fromMinute && toMinute <= 1_440 ? { fromMinute, toMinute } : undefined;
}

/** "8 to 5": without its half of the day the second lies later than the first. */
function minuteOf(said: string, after: number | undefined): number {
  const [, hour = "0", minute = "0"] = /^(\d{1,2})(?::(\d\d))?/.exec(said) ?? [];
  const isLate = /\b(?:pm|p m|afternoon|evening|night)\b/.test(said);
  const isEarly = /\b(?:am|a m|morning)\b/.test(said);
  const minutes = Number(hour) * 60 + Number(minute);
  if (isLate) return minutes < 720 ? minutes + 720 : minutes;
  if (isEarly) return minutes % 720;
  return after !== undefined && minutes <= after && minutes <= 720 ? minutes + 720 : minutes;
}
