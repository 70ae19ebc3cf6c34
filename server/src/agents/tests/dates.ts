/** Dates that a test means by the day on which it runs: `{+1}` is tomorrow's, `{fri}` that of the next Friday, as `YYYY-MM-DD`. Pure. */

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WRITTEN = /\{(?:\+(\d{1,3})|(sun|mon|tue|wed|thu|fri|sat))\}/gi;
const WEEK = 7;

/** `today`: `YYYY-MM-DD`, local to the business. */
export function withDates(text: string, today: string): string {
  return text.replace(WRITTEN, (_all, days: string | undefined, weekday: string | undefined) => {
    const day = new Date(`${today}T00:00:00Z`);
    const wanted = DAYS.indexOf(weekday?.toLowerCase() ?? "");
    const ahead = weekday === undefined ? Number(days) : (wanted - day.getUTCDay() + WEEK) % WEEK || WEEK;
    day.setUTCDate(day.getUTCDate() + ahead);
    return day.toISOString().slice(0, 10);
  });
}
