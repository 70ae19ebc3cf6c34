/** "When are you open?": the hours of the week, or of the day that is asked about, in a language of the reception. */
import { spokenText } from "../../spoken-text/index.ts";
import type { OpeningHours, OpenSpan } from "../facts/opening-hours.ts";
import { addDays, timeOf, weekdayOf } from "../spoken/calendar.ts";
import { dayIn } from "../spoken/dates.ts";
import type { World } from "../world.ts";
import { heardIn, weekdaysIn } from "./hearing.ts";
import type { ReceptionLanguage } from "./tongue.ts";
import { TONGUES } from "./tongues.ts";

/** Monday first: a week is told from there. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

export function hoursTold(text: string, hours: OpeningHours, language: ReceptionLanguage, { now }: Pick<World, "now">): string[] {
  const { says } = TONGUES[language];
  const heard = heardIn(text, language);
  if (heard.has("tomorrow")) return [ofDays(says.tomorrow, hours[weekdayOf(addDays(now.day, 1))], language)];
  if (heard.has("today")) return [ofDays(says.today, hours[weekdayOf(now.day)], language)];
  const named = weekdaysAsked(text, language, now.day);
  if (named.length > 0) return named.map((day) => ofDays(says.days(day, day), hours[day], language));
  return week(hours, language);
}

/** Many name the days in English. */
function weekdaysAsked(text: string, language: ReceptionLanguage, today: string): number[] {
  const named = weekdaysIn(text, language);
  const english = named.length === 0 ? dayIn(text, today) : undefined;
  return english && "day" in english ? [weekdayOf(english.day)] : named;
}

function ofDays(days: string, span: OpenSpan | undefined, language: ReceptionLanguage): string {
  const { says } = TONGUES[language];
  const time = (minute: number): string => spokenText(timeOf(minute), language);
  return begun(span ? says.open(days, time(span.fromMinute), time(span.toMinute)) : says.closed(days));
}

function begun(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Days with the same hours that follow each other are told together. */
function week(hours: OpeningHours, language: ReceptionLanguage): string[] {
  const { says } = TONGUES[language];
  const groups: number[][] = [];
  for (const day of WEEK) {
    const last = groups.at(-1);
    if (last && isSame(hours[last[0]!], hours[day])) last.push(day);
    else groups.push([day]);
  }
  if (groups.length === 1) return [ofDays(says.everyDay, hours[0], language)];
  return groups.map((days) => ofDays(says.days(days[0]!, days.at(-1)!), hours[days[0]!], language));
}

function isSame(one: OpenSpan | undefined, other: OpenSpan | undefined): boolean {
  return one?.fromMinute === other?.fromMinute && one?.toMinute === other?.toMinute;
}
