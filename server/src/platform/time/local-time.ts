/** Time zones, and what the clock on a wall of one shows. Minutes count from midnight. Pure. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A formatter takes a millisecond to make, more than all else in a plan. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATTERS = 500;

/** Throws a RangeError where the options name no time zone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  if (!formatters.has(key) && formatters.size >= MOST_FORMATTERS) formatters.clear();
  formatters.set(key, made);
  return made;
}

export function isTimeZone(name: string): boolean {
  try {
    return dateFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** As `2026-11-21T09:41:00+03:00`. */
export function localIso(moment: Date, timeZone: string): string {
  const offsetMinutes = Math.round(offsetMs(moment, timeZone) / MINUTE_MS);
  const wall = wallClock(moment, timeZone).toISOString().slice(0, 19);
  return `${wall}${offsetMinutes < 0 ? "-" : "+"}${formatMinute(Math.abs(offsetMinutes))}`;
}

/** The day as `2026-11-21`, and the minute of it. */
export function localTime(moment: Date, timeZone: string): { day: string; minute: number } {
  const [day = "", time = ""] = wallClock(moment, timeZone).toISOString().split("T");
  return { day, minute: parseMinute(time) };
}

/** The calendar day there, as midnight in UTC. */
export function localDay(moment: Date, timeZone: string): Date {
  return new Date(Math.floor(wallClock(moment, timeZone).getTime() / DAY_MS) * DAY_MS);
}

/**
 * The moment at which a day's clock shows this minute: of the two offsets around a change of clocks, the one that leads back to it.
 * @param day midnight in UTC of a calendar day
 */
export function momentOf(day: Date, minute: number, timeZone: string): Date {
  const wanted = day.getTime() + minute * MINUTE_MS;
  const guess = new Date(wanted - offsetMs(new Date(wanted), timeZone));
  return new Date(wanted - offsetMs(guess, timeZone));
}

/** `09:30` and `09:30:15` are 570. */
export function parseMinute(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** 570 is `09:30`. */
export function formatMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** A day `YYYY-MM-DD` that exists; 31 February does not. */
export function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** What the clock there shows, as if it were UTC. */
function wallClock(moment: Date, timeZone: string): Date {
  return new Date(moment.getTime() + offsetMs(moment, timeZone));
}

const WALL_CLOCK = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
} as const;

/** What the clocks there are ahead of UTC. */
function offsetMs(moment: Date, timeZone: string): number {
  const parts = dateFormat("en-US", { timeZone, ...WALL_CLOCK }).formatToParts(moment);
  const { year = 0, month = 1, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;
}
