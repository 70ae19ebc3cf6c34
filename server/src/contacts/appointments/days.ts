/** Days as YYYY-MM-DD. Pure. */
const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

/** "Tuesday": models count weekdays wrongly. */
export function weekdayName(day: string): string {
  return WEEKDAY.format(Date.parse(`${day}T00:00:00Z`));
}

export function daysFrom(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, ahead) => addDays(from, ahead));
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
