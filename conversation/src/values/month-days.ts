/** Days by their number and month: "the fifth of next month", "le deux décembre", "tarehe tano Desemba", "12/01/2027". Pure. */
import { shiftOf } from "./locale.ts";
import { addMonths, civilDate, existingDay, type SpokenDay } from "./calendar.ts";
import { isMarker, meaningOf } from "./lexicon.ts";
import { hasUnit, isCorrected, type ValueMatch, type Utterance } from "./utterance.ts";

export interface DayMatch extends ValueMatch<SpokenDay> {
  /** Its number, where no month was said with it. */
  bareDay?: number;
}

/** "the 3rd", "third of December", "December the 3rd, 2026", at this place. */
export function monthDayAt(utterance: Utterance, at: number): DayMatch | undefined {
  return monthFirst(utterance, at) ?? birthAt(utterance, at) ?? dayOfMonthAt(utterance, at, false);
}

/** `afterWeekday`: "Saturday the 28th": a number without a month counts as well. */
export function dayOfMonthAt(utterance: Utterance, at: number, afterWeekday: boolean): DayMatch | undefined {
  const { tokens } = utterance;
  let place = at;
  let isLed = false;
  for (let token = tokens[place]; token && token.number === undefined; token = tokens[++place]) {
    if (!isMarker(token, "date", "article", "on", "of")) break;
    isLed ||= isMarker(token, "date") || /\bon the$/.test(token.words.map(({ folded }) => folded).join(" "));
  }
  const ordinal = tokens[place]?.ordinal;
  const day = ordinal ?? wholeDay(tokens[place]?.number);
  if (day === undefined || tokens[place + 1]?.number === 1 || meaningOf(tokens[place], "weekday")) return undefined;
  const month = monthAt(utterance, place + 1);
  if (month) return dated(utterance, { ...month, day, from: at });
  const isAlone =
    ordinal !== undefined
      ? utterance.isAsked || afterWeekday || isLed
      : isLed && (utterance.isAsked || afterWeekday || !isMarker(tokens[at], "article"));
  // "I would have to ask my husband first."
  const isAdverb = ordinal !== undefined && place === at && !afterWeekday && tokens.length > SHORT_ANSWER;
  if (!isAlone || isAdverb || isCounting(utterance, place)) return undefined;
  return bareDay(utterance, day, { from: at, to: place + 1 });
}

const SHORT_ANSWER = 4;

function wholeDay(number: number | undefined): number | undefined {
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= 31 ? number : undefined;
}

/** "le deux personnes", "the second time", "tarehe" of nothing: what follows is counted by it, or an hour. */
function isCounting({ tokens }: Utterance, place: number): boolean {
  const next = tokens[place + 1];
  return (
    isMarker(next, "oclock", "less", "percent") ||
    hasUnit(next, "hour", "minute", "time") ||
    meaningOf(next, "currency") !== undefined ||
    meaningOf(next, "measure") !== undefined
  );
}

interface MonthMatch {
  month: number;
  /** Where a direction says which: "next month". */
  year?: number;
  to: number;
}

/** "of December", "next month", "mwezi ujao", "mwezi wa kumi na mbili". */
function monthAt({ tokens, today }: Utterance, at: number): MonthMatch | undefined {
  let place = at;
  while (isMarker(tokens[place], "of", "article") && !meaningOf(tokens[place], "month")) place++;
  const named = meaningOf(tokens[place], "month")?.month;
  if (named !== undefined) return { month: named, to: place + 1 };
  const numbered = isMarker(tokens[place], "month-number") ? tokens[place + 1]?.number : undefined;
  if (numbered !== undefined && numbered >= 1 && numbered <= 12) return { month: numbered, to: place + 2 };
  const before = meaningOf(tokens[place], "direction")?.direction;
  const isUnit = hasUnit(tokens[before ? place + 1 : place], "month");
  const after = before ? undefined : meaningOf(tokens[place + 1], "direction")?.direction;
  const direction = before ?? after;
  if (!isUnit || direction === undefined) return undefined;
  const { year, month } = civilDate(addMonths(today, shiftOf(direction)));
  return { month, year, to: place + 2 };
}

function monthFirst(utterance: Utterance, at: number): DayMatch | undefined {
  const { tokens } = utterance;
  const month = meaningOf(tokens[at], "month")?.month;
  if (month === undefined) return undefined;
  const place = isMarker(tokens[at + 1], "article", "date") ? at + 2 : at + 1;
  const day = tokens[place]?.ordinal ?? wholeDay(tokens[place]?.number);
  if (day === undefined) return undefined;
  return dated(utterance, { month, day, from: at, to: place + 1 });
}

/** "second of the fifth seventy-nine", "twelve twelve eighty-five": day before month, where a birthday is asked for. */
function birthAt(utterance: Utterance, at: number): DayMatch | undefined {
  const { tokens, expects } = utterance;
  if (expects !== "birth") return undefined;
  const day = tokens[at]?.ordinal ?? wholeDay(tokens[at]?.number);
  let place = at + 1;
  while (isMarker(tokens[place], "of", "article")) place++;
  // "oh six".
  if (tokens[place]?.isDigit && tokens[place]?.number === 0 && tokens[place + 1]?.isDigit) place++;
  const month = tokens[place]?.ordinal ?? tokens[place]?.number;
  if (day === undefined || month === undefined || !Number.isInteger(month) || month < 1 || month > 12) return undefined;
  const year = yearAt(utterance, place + 1);
  return year && settledDate(utterance, { year: year.year, month, day, from: at, to: year.to });
}

interface Dated {
  day: number;
  month: number;
  year?: number;
  from: number;
  to: number;
}

/** With the year that is said, or the next or last one in which the day comes; a birthday without a year is none. */
function dated(utterance: Utterance, found: Dated): DayMatch | undefined {
  const { expects, today } = utterance;
  const said = found.year === undefined ? yearAt(utterance, found.to) : undefined;
  const told = said?.year ?? found.year;
  if (told !== undefined) return settledDate(utterance, { ...found, year: told, to: said?.to ?? found.to });
  if (expects === "birth") return undefined;
  const { year } = civilDate(today);
  const inYear = existingDay({ ...found, year });
  // Of 29 February, the next one that there is.
  const years =
    expects === "past" ? [year, year - 1, year - 2, year - 3, year - 4] : [year, year + 1, year + 2, year + 3, year + 4];
  const meant = years.find((one) => {
    const day = existingDay({ ...found, year: one });
    return day !== undefined && (expects === "past" ? day <= today : day >= today);
  });
  if (inYear === undefined && (found.month !== 2 || found.day !== 29))
    return { value: "impossible", from: found.from, to: found.to };
  return settledDate(utterance, { ...found, year: meant ?? year });
}

function settledDate({ expects, today }: Utterance, { day, month, year = 0, from, to }: Dated): DayMatch {
  const value = existingDay({ year, month, day });
  const isUnborn = expects === "birth" && value !== undefined && value > today;
  return { value: value === undefined || isUnborn ? "impossible" : value, from, to };
}

/** "nineteen eighty-eight", "two thousand and six", of a birthday also "seventy-nine"; what corrects it counts. */
function yearAt(utterance: Utterance, at: number): { year: number; to: number } | undefined {
  const { tokens } = utterance;
  const year = plainYear(utterance, at);
  if (!year || !isCorrected(tokens, year.to, year.to + 1)) return year;
  return plainYear(utterance, year.to + 1) ?? year;
}

function plainYear({ tokens, expects, today }: Utterance, from: number): { year: number; to: number } | undefined {
  const at = hasUnit(tokens[from], "year") ? from + 1 : from;
  const first = tokens[at]?.number;
  if (first === undefined || !Number.isInteger(first)) return undefined;
  if (first >= 1_900 && first <= 2_100) return { year: first, to: at + 1 };
  const second = tokens[at + 1]?.number;
  if ((first === 19 || first === 20) && second !== undefined && second >= 10 && second <= 99)
    return { year: first * 100 + second, to: at + 2 };
  const third = tokens[at + 2]?.number;
  if ((first === 19 || first === 20) && second === 0 && third !== undefined && third <= 9)
    return { year: first * 100 + third, to: at + 3 };
  if (expects !== "birth" || first > 99) return undefined;
  const now = civilDate(today).year;
  return { year: first > now % 100 ? 1_900 + first : 2_000 + first, to: at + 1 };
}

/** The next or last day of this number. */
function bareDay({ today, expects }: Utterance, day: number, { from, to }: { from: number; to: number }): DayMatch | undefined {
  if (expects === "birth") return undefined;
  if (day > 31) return undefined;
  const step = expects === "past" ? -1 : 1;
  const { year, month } = civilDate(today);
  for (let months = 0; months < 12; months++) {
    const count = year * 12 + month - 1 + step * months;
    const value = existingDay({ year: Math.floor(count / 12), month: (count % 12) + 1, day });
    if (value !== undefined && (step < 0 ? value <= today : value >= today)) return { value, from, to, bareDay: day };
  }
  return undefined;
}

/** Written: day before month, or ISO 8601. */
export function numericDateAt({ tokens, today, expects }: Utterance, at: number): DayMatch | undefined {
  const written = tokens[at]?.words[0]?.written ?? "";
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  const european = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(written);
  if (iso) return numeric({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }, at);
  // "2.5" is a number.
  if (!european || (european[3] === undefined && !written.includes("/"))) return undefined;
  const now = civilDate(today).year;
  const short = Number(european[3] ?? now);
  const year = short < 100 ? (expects === "birth" && short > now % 100 ? 1_900 : 2_000) + short : short;
  return numeric({ year, month: Number(european[2]), day: Number(european[1]) }, at);
}

function numeric(date: { year: number; month: number; day: number }, at: number): DayMatch {
  return { value: existingDay(date) ?? "impossible", from: at, to: at + 1 };
}
