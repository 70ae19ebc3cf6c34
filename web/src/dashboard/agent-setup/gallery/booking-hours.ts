/** A template's booking hours on a few lines: days in a row with the same hours stand together. Pure. */
import { type AgentDocument, bookingHoursOf, WEEKDAYS } from "@ongea/contract";

export interface HoursLine {
  days: string;
  hours: string;
}

/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Days on which it books nothing are left out. */
export function hoursLines(document: AgentDocument, locales: readonly string[]): HoursLine[] {
  const booking = bookingHoursOf(document);
  if (!booking) return [];
  const names = new Intl.DateTimeFormat([...locales], { weekday: "short", timeZone: "UTC" });
  const nameOf = (at: number): string => names.format(MONDAY_MS + at * DAY_MS);
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const [at, day] of WEEKDAYS.entries()) {
    const hours = (booking[day] ?? []).join(", ").replaceAll("-", "–");
    const before = runs.at(-1);
    if (before?.hours === hours) before.last = at;
    else runs.push({ first: at, last: at, hours });
  }
  return runs
    .filter(({ hours }) => hours !== "")
    .map(({ first, last, hours }) => ({ days: first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`, hours }));
}

/** What its prompt says about the organisation: one fact a line, each behind a hyphen. */
export function factsOf({ agent_prompts }: AgentDocument): string[] {
  return agent_prompts.task_1.system_prompt.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}
