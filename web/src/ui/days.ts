/** Days as `YYYY-MM-DD`, where the person is. Pure. */

/** So many days before today, where the person is. */
export function dayBefore(days: number, now = new Date()): string {
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
}

/** Noon of that day, to be written in words. */
export function noonOf(day: string): string {
  const [year, month, date] = parts(day);
  return new Date(year, month - 1, date, 12).toISOString();
}

/** The days that the server knows, too. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const [year, month, date] = parts(text);
  return year > 1900 && year < 2199 && dayOf(new Date(year, month - 1, date)) === text;
}

/** Midnight is not 24 hours after midnight where clocks are changed. */
export function startOf(day: string, later: number): string {
  const [year, month, date] = parts(day);
  return new Date(year, month - 1, date + later).toISOString();
}

function parts(day: string): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return [year, month, date];
}

export function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
