/** When the calls of the last thirty days were: more on weekdays and in the middle of the day, a little more each week. Pure. */
import type { Random } from "./random.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;
/** The last call is over when the visitor arrives. */
const LATEST_MS = 11 * 60_000;
/** Longer than the longest call. */
const APART_MS = 6 * 60_000;
const NEWEST = 6;
const BY_WEEKDAY = [0.12, 1, 1.08, 1, 0.97, 0.9, 0.42];
/** By the hour in Nairobi (UTC+3), from midnight. */
const BY_HOUR = [
  0, 0, 0, 0, 0, 0.02, 0.1, 0.4, 0.9, 1, 0.95, 0.85, 0.7, 0.65, 0.8, 0.85, 0.75, 0.55, 0.35, 0.25, 0.15, 0.06, 0.02, 0,
];
const AHEAD_MS = 3 * 3_600_000;

/** Exactly so many, the newest first. */
export function momentsOf(count: number, now: Date, random: Random): Date[] {
  const latest = now.getTime() - LATEST_MS;
  const weights = Array.from(
    { length: DAYS },
    (_, back) => weightOf(new Date(latest - (back + 0.5) * DAY_MS)) * (1.12 - back * 0.006),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const moments: number[] = [latest];
  for (const [back, weight] of weights.entries()) {
    const wanted = Math.round((count * weight) / total);
    for (let made = 0; made < wanted && moments.length < count; made++)
      moments.push(within(latest - (back + 1) * DAY_MS, latest, random));
  }
  while (moments.length < count) moments.push(within(latest - random.whole(1, DAYS) * DAY_MS, latest, random));
  return apart(moments.toSorted((a, b) => b - a)).map((moment) => new Date(moment));
}

/** The newest ones follow each other without overlapping: the log of what happened last is easy to read. */
function apart(moments: readonly number[]): number[] {
  let before = Number.POSITIVE_INFINITY;
  return moments.map((moment, place) => {
    before = Math.min(moment, before - (place < NEWEST ? APART_MS : 0));
    return before;
  });
}

function weightOf(day: Date): number {
  return BY_WEEKDAY[day.getUTCDay()] ?? 1;
}

/** In the day that begins here, at an hour in which people call. */
function within(fromMs: number, latest: number, random: Random): number {
  for (let attempt = 0; attempt < 40; attempt++) {
    const moment = fromMs + Math.floor(random.next() * DAY_MS);
    const hour = new Date(moment + AHEAD_MS).getUTCHours();
    if (moment <= latest && random.chance(BY_HOUR[hour] ?? 0)) return moment;
  }
  return fromMs + Math.floor(random.next() * (DAY_MS / 2));
}
