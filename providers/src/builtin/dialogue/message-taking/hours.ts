/** "When are you open?": the hours of the week, or of the day that is asked about, in a language of the reception. */
import { spokenText } from "../../spoken-text/index.ts";
import type { OpeningHours, OpenSpan } from "../facts/opening-hours.ts";
import { addDays, timeOf, weekdayOf } from "../spoken/calendar.ts";
import { dayIn } from "../spoken/dates.ts";
import type { World } from "../world.ts";
import { findEntries, weekdaysIn } from "./find-entries.ts";
import type { MessageLanguage } from "./locale.ts";
import { LOCALES } from "./locales.ts";

/** Monday first: a week is told from there. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

export function formatHours(text: string, hours: OpeningHours, language: MessageLanguage, { now }: Pick<World, "now">): string[] {
  const { says } = LOCALES[language];
  const heard = findEntries(text, language);
  if (heard.has("tomorrow")) return [ofDays(says.tomorrow, hours[weekdayOf(addDays(now.day, 1))], language)];
  if (heard.has("today")) return [ofDays(says.today, hours[weekdayOf(now.day)], language)];
  const named = weekdaysAsked(text, language, now.day);
  if (named.length > 0) return named.map((day) => ofDays(says.days(day, day), hours[day], language));
  return week(hours, language);
}

/** Many name the days in English. */
function weekdaysAsked(text: string, language: MessageLanguage, today: string): number[] {
  const named = weekdaysIn(text, language);
  const english = named.length === 0 ? dayIn(text, today) : undefined;
  return english && "day" in english ? [weekdayOf(english.day)] : named;
}

function ofDays(days: string, span: OpenSpan | undefined, language: MessageLanguage): string {
  const { says } = LOCALES[language];
  const time = (minute: number): string => spokenText(timeOf(minute), language);
  return begun(span ? says.open(days, time(span.fromMinute), time(span.toMinute)) : says.closed(days));
}

function begun(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Days with the same hours that follow each other are told together. */
function week(hours: OpeningHours, language: MessageLanguage): string[] {
  const { says } = LOCALES[language];
  const groups: { from: number; to: number }[] = [];
  for (const day of WEEK) {
    const last = groups.at(-1);
    if (last && isSame(hours[last.from], hours[day])) last.to = day;
    else groups.push({ from: day, to: day });
  }
  if (groups.length === 1) return [ofDays(says.everyDay, hours[0], language)];
  return groups.map(({ from, to }) => ofDays(says.days(from, to), hours[from], language));
}

function isSame(one: OpenSpan | undefined, other: OpenSpan | undefined): boolean {
  return one?.fromMinute === other?.fromMinute && one?.toMinute === other?.toMinute;
}
