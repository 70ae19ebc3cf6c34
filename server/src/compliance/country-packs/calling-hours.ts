/** Whether a number may be rung at a moment, and else from when on. Pure. */
import type { AgentDocument } from "@ongea/contract";
import { z } from "zod";
import { countryOf } from "../../platform/phone-number/phone-number.ts";
import { formatMinute, localDay, localTime, momentOf } from "../../platform/time/local-time.ts";
import { packOfNone, SHIPPED_PACKS, type Pack } from "./shipped.ts";
import { zoneOf } from "./zones.ts";

/** From and to, in minutes of the local day; null: not on that day. */
type Hours = Pack["hours"]["week"][number];
/** What must be known of a country. */
export type CallingHours = Pick<Pack, "time_zone" | "hours" | "holidays">;

const DAY_MS = 86_400_000;
/** Longer than any run of holidays and closed days that somebody means. */
const MOST_DAYS = 40;

/** The pack of a country among these; of one that has none, what holds where nothing is known, by its clock. `timeZone`: of no country. */
export function packAmong(packs: readonly Pack[], country: string | undefined, timeZone: string): Pack {
  const pack = packs.find((one) => one.country === country);
  return pack ?? packOfNone(country, (country && zoneOf(country)) ?? timeZone);
}

const Guardrails = z.object({
  calling_guardrails: z.object({
    call_start_hour: z.number().int().min(0).max(23),
    call_end_hour: z.number().int().min(1).max(24),
  }),
});

/** An assistant's own hours, every day, where the number is; undefined: it names none. */
export function agentsHours(
  { agent_config }: Pick<AgentDocument, "agent_config">,
  number: string,
  timeZone: string,
): (CallingHours & Pick<Pack, "country">) | undefined {
  const { call_start_hour: from = 0, call_end_hour: to = 0 } = Guardrails.safeParse(agent_config).data?.calling_guardrails ?? {};
  if (from >= to) return undefined;
  const hours: Hours = [from * 60, to * 60];
  const pack = packAmong(Object.values(SHIPPED_PACKS), countryOf(number), timeZone);
  const week = { ...pack.hours, week: Array.from({ length: 7 }, () => hours) };
  return { ...pack, hours: week, holidays: { ...pack.holidays, days: [], after_easter: [] } };
}

/** Nobody is to be rung there now. */
export interface Closed {
  until: Date;
  /** ISO 3166; undefined: none is known. */
  country: string | undefined;
  timeZone: string;
  /** There, as `22:14`. */
  time: string;
  /** The hours of the day that it is there. */
  today: Hours;
}

/** Hours that never meet are looked for so often. */
const MOST_ROUNDS = 60;

/** @param rules all of them hold. Undefined: somebody there may be rung now. */
export function closedAt(rules: readonly (CallingHours & Pick<Pack, "country">)[], now: Date): Closed | undefined {
  const pack = rules.find((rule) => nextOpening(rule, now));
  if (!pack) return undefined;
  let until = now;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const later = rules.flatMap((rule) => nextOpening(rule, until)?.getTime() ?? []);
    if (later.length === 0) break;
    until = new Date(Math.max(...later));
  }
  const { time, timeZone } = localFacts(pack, now);
  return { until, country: pack.country || undefined, timeZone, time, today: hoursOn(localDay(now, timeZone), pack) };
}

/** What a clock and a calendar say there. */
export function localFacts(
  { time_zone, holidays }: CallingHours,
  now: Date,
): { time: string; timeZone: string; isHoliday: boolean } {
  const time = formatMinute(localTime(now, time_zone).minute);
  return { time, timeZone: time_zone, isHoliday: isHolidayOn(localDay(now, time_zone), holidays) };
}

/** Undefined: it is open now. */
export function nextOpening(pack: CallingHours, now: Date): Date | undefined {
  const today = localDay(now, pack.time_zone);
  for (let days = 0; days <= MOST_DAYS; days++) {
    const day = new Date(today.getTime() + days * DAY_MS);
    const hours = hoursOn(day, pack);
    if (!hours) continue;
    const from = momentOf(day, hours[0], pack.time_zone);
    const to = momentOf(day, hours[1], pack.time_zone);
    if (now < from) return from;
    if (now < to) return undefined;
  }
  return new Date(now.getTime() + DAY_MS);
}

/** @param day midnight in UTC of a calendar day */
function hoursOn(day: Date, { hours, holidays }: CallingHours): Hours {
  return isHolidayOn(day, holidays) ? null : (hours.week[(day.getUTCDay() + 6) % 7] ?? null);
}

function isHolidayOn(day: Date, holidays: CallingHours["holidays"]): boolean {
  const date = day.toISOString().slice(0, 10);
  return (
    holidays.days.includes(date) ||
    holidays.days.includes(date.slice(5)) ||
    holidays.after_easter.some((days) => easterSunday(day.getUTCFullYear()).getTime() + days * DAY_MS === day.getTime())
  );
}

/** Of the Gregorian calendar (Meeus, Jones and Butcher). Midnight in UTC. */
export function easterSunday(year: number): Date {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1));
}
