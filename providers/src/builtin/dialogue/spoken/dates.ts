/** Days as people say them: "tomorrow", "next Thursday", "the twelfth of December", "kesho", "jeudi prochain". */
import { addDays, dayOf, weekdayOf } from "./calendar.ts";
import { lookup, wordsOf } from "./plain.ts";
import { numberAt } from "./numbers.ts";

export type SpokenDay = { day: string } | { impossible: string };

/** Names of weekdays, Sunday is 0. */
export const DAYS: Readonly<Record<string, number>> = lookup({
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
  sun: 0,
  mon: 1,
  tue: 2,
  tues: 2,
  wed: 3,
  thu: 4,
  thurs: 4,
  fri: 5,
  sat: 6,
  jumapili: 0,
  jumatatu: 1,
  jumanne: 2,
  jumatano: 3,
  alhamisi: 4,
  ijumaa: 5,
  jumamosi: 6,
  dimanche: 0,
  lundi: 1,
  mardi: 2,
  mercredi: 3,
  jeudi: 4,
  vendredi: 5,
  samedi: 6,
});
const MONTHS: Record<string, number> = lookup({
  january: 1,
  february: 2,
  march: 3,
  april: 4,
  may: 5,
  june: 6,
  july: 7,
  august: 8,
  september: 9,
  october: 10,
  november: 11,
  december: 12,
  jan: 1,
  feb: 2,
  apr: 4,
  jun: 6,
  jul: 7,
  aug: 8,
  sept: 9,
  sep: 9,
  oct: 10,
  nov: 11,
  dec: 12,

  januari: 1,
  februari: 2,
  machi: 3,
  aprili: 4,
  mei: 5,
  juni: 6,
  julai: 7,
  agosti: 8,
  septemba: 9,
  oktoba: 10,
  novemba: 11,
  desemba: 12,

  janvier: 1,
  février: 2,
  mars: 3,
  avril: 4,
  mai: 5,
  juin: 6,
  juillet: 7,
  août: 8,
  septembre: 9,
  octobre: 10,
  novembre: 11,
  décembre: 12,
});
/** They are other words as well: "yes you may". */
const OTHER_WORDS: ReadonlySet<string> = new Set(["may", "march", "mars", "mai"]);

/** The months that are named (1 is January), with a day or without. */
export function monthsIn(text: string): number[] {
  return wordsOf(text).flatMap((word) => {
    const month = OTHER_WORDS.has(word) ? undefined : MONTHS[word];
    return month === undefined ? [] : [month];
  });
}

const NEXT = new Set(["next", "coming", "prochain", "prochaine", "ijayo", "lijalo"]);

/** The day that an utterance names, from `today` on; `undefined`: none. The last one named counts: "Monday, no, Thursday". */
export function dayIn(text: string, today: string): SpokenDay | undefined {
  const words = wordsOf(text).map((word) => word.replace(/'s$/, ""));
  let found: SpokenDay | undefined;
  for (let at = 0; at < words.length; at++) {
    const said = dayAt(words, at, today);
    if (!said) continue;
    found = said.day;
    at += said.used - 1;
  }
  return found;
}

function dayAt(words: readonly string[], at: number, today: string): { day: SpokenDay; used: number } | undefined {
  return (
    relativeAt(words, at, today) ?? weekdayAt(words, at, today) ?? datedAt(words, at, today) ?? slashedAt(words[at] ?? "", today)
  );
}

function relativeAt(words: readonly string[], at: number, today: string): { day: SpokenDay; used: number } | undefined {
  const rest = words.slice(at, at + 4).join(" ");
  const on = (days: number, used: number): { day: SpokenDay; used: number } => ({ day: { day: addDays(today, days) }, used });
  if (/^(the )?day after tomorrow\b/.test(rest)) return on(2, rest.startsWith("the") ? 4 : 3);
  if (/^(kesho ?kutwa|keshokutwa|après demain|après-demain)\b/.test(rest))
    return on(2, rest.startsWith("kesho kutwa") || rest.startsWith("après demain") ? 2 : 1);
  if (/^(today|tonight|leo|aujourd'hui)\b/.test(rest)) return on(0, 1);
  if (/^(tomorrow|kesho|demain)\b/.test(rest)) return on(1, 1);
  const inDays = /^(in|after|dans|baada)$/.test(words[at] ?? "") ? numberAt(words, at + 1) : undefined;
  const unit = inDays && words[at + 1 + inDays.used];
  if (inDays && /^(days?|jours?)$/.test(unit ?? "")) return on(inDays.value, 2 + inDays.used);
  if (inDays && /^(weeks?|semaines?)$/.test(unit ?? "")) return on(inDays.value * 7, 2 + inDays.used);
  return undefined;
}

function weekdayAt(words: readonly string[], at: number, today: string): { day: SpokenDay; used: number } | undefined {
  const weekday = DAYS[words[at] ?? ""];
  if (weekday === undefined) return undefined;
  const before = words[at - 1];
  const after = words[at + 1];
  const nextWeek =
    (before === "week" && NEXT.has(words[at - 2] ?? "")) || after === "week" || (after === "next" && words[at + 2] === "week");
  const distance = (weekday - weekdayOf(today) + 7) % 7 || 7;
  const isNext = NEXT.has(before ?? "") || NEXT.has(after ?? "");
  // "Next Thursday" said on a Tuesday means the one after this week's; "Thursday next week" always does.
  const days = nextWeek || isNext ? daysToNextWeek(distance, weekday, today) : distance;
  return { day: { day: addDays(today, days) }, used: NEXT.has(after ?? "") ? 2 : 1 };
}

function daysToNextWeek(distance: number, weekday: number, today: string): number {
  const mondayBased = (day: number): number => (day + 6) % 7;
  const stillThisWeek = mondayBased(weekday) > mondayBased(weekdayOf(today));
  return stillThisWeek ? distance + 7 : distance;
}

/** "the twelfth of December", "12 December", "December 12", "the 12th". */
function datedAt(words: readonly string[], at: number, today: string): { day: SpokenDay; used: number } | undefined {
  const month = MONTHS[words[at] ?? ""];
  if (month !== undefined) {
    const skip = words[at + 1] === "the" ? 2 : 1;
    const number = numberAt(words, at + skip);
    if (!number || number.value > 31 || (words[at] === "may" && !number.ordinal && words[at + 1] !== "the")) return undefined;
    return { day: named(number.value, month, today), used: skip + number.used };
  }
  const number = numberAt(words, at);
  if (!number || number.value < 1 || number.value > 31) return undefined;
  let next = at + number.used;
  if (words[next] === "of" || words[next] === "de" || words[next] === "mwezi") next++;
  if (words[next] === "wa") next++;
  const after = MONTHS[words[next] ?? ""];
  if (after !== undefined) return { day: named(number.value, after, today), used: next - at + 1 };
  const isDate = number.ordinal || /^(the|tarehe|le)$/.test(words[at - 1] ?? "");
  const isTime = /^(hours?|heures?|o'clock|am|pm|one)$/.test(words[at + number.used] ?? "");
  if (!isDate || isTime || COUNTED.test(words[at + number.used] ?? "")) return undefined;
  return { day: ofThisMonth(number.value, today), used: number.used };
}

/** "Third floor" is no day. */
const COUNTED =
  /^(?:floor|street|road|avenue|lane|gate|house|flat|block|building|door|left|right|grade|class|form|year|child|time|one|étage|rue|porte|ghorofa)$/;

function slashedAt(word: string, today: string): { day: SpokenDay; used: number } | undefined {
  const match = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{2,4}))?$/.exec(word);
  if (match) return { day: named(Number(match[1]), Number(match[2]), today, match[3]), used: 1 };
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word);
  if (!iso) return undefined;
  const day = dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  return { day: day ? { day } : { impossible: word }, used: 1 };
}

function named(date: number, month: number, today: string, year?: string): SpokenDay {
  const thisYear = Number(today.slice(0, 4));
  const wanted = year === undefined ? thisYear : Number(year) + (year.length === 2 ? 2_000 : 0);
  const day = dayOf(wanted, month, date);
  // 29 February waits for its year; 31 April never comes.
  if (!day) return { impossible: `${date}/${month}` };
  if (year === undefined && day < today) {
    const later = dayOf(thisYear + 1, month, date);
    return later ? { day: later } : { impossible: `${date}/${month}` };
  }
  return { day };
}

function ofThisMonth(date: number, today: string): SpokenDay {
  let [year = 1970, month = 1] = today.split("-").map(Number);
  for (let tries = 0; tries < 3; tries++) {
    const day = dayOf(year, month, date);
    if (day && day >= today) return { day };
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return { impossible: String(date) };
}
