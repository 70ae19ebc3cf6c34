/** Which calls the screen shows: it stands in the address, so that it survives a reload and can be sent to somebody. Pure. */
import { exportCalls, Outcome } from "@ongea/contract";

export interface Wanted {
  outcome: Outcome | undefined;
  agent: string | undefined;
  /** A number or words; empty: all. */
  q: string;
  /** `YYYY-MM-DD` where the person is; the last day counts whole. */
  first: string | undefined;
  last: string | undefined;
}

/** As the address names them. */
export type WantedName = "status" | "agent" | "q" | "from" | "to";

const LONGEST_TEXT = 100;

export function wantedOf(search: URLSearchParams): Wanted {
  const dayOf = (name: WantedName): string | undefined => {
    const text = search.get(name) ?? "";
    return isDay(text) ? text : undefined;
  };
  const [from, to] = [dayOf("from"), dayOf("to")];
  const [first, last] = from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
  return {
    outcome: Outcome.options.find((one) => one === search.get("status")),
    agent: search.get("agent") || undefined,
    q: (search.get("q") ?? "").trim().slice(0, LONGEST_TEXT),
    first,
    last,
  };
}

export function isFiltered({ outcome, agent, q, first, last }: Wanted): boolean {
  return q !== "" || [outcome, agent, first, last].some((one) => one !== undefined);
}

export interface WantedQuery {
  outcome?: Outcome;
  agent_id?: string;
  q?: string;
  from?: string;
  to?: string;
}

/** As the server is asked: days become moments of the person's own zone. */
export function queryOf({ outcome, agent, q, first, last }: Wanted): WantedQuery {
  return {
    ...(outcome && { outcome }),
    ...(agent !== undefined && { agent_id: agent }),
    ...(q !== "" && { q }),
    ...(first !== undefined && { from: startOf(first, 0) }),
    ...(last !== undefined && { to: startOf(last, 1) }),
  };
}

/** Where the same calls are to be had as a file. */
export function exportAddress(wanted: Wanted): string {
  const query = new URLSearchParams({ ...queryOf(wanted) }).toString();
  return query === "" ? exportCalls.path : `${exportCalls.path}?${query}`;
}

/** The address with these changes; what is empty is left out. */
export function changed(search: URLSearchParams, changes: Partial<Record<WantedName, string>>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** So many days before today, where the person is. */
export function dayBefore(days: number, now = new Date()): string {
  return dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
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
  return year > 1900 && year < 2199 && dayText(new Date(year, month - 1, date)) === text;
}

/** Midnight is not 24 hours after midnight where clocks are changed. */
function startOf(day: string, later: number): string {
  const [year, month, date] = parts(day);
  return new Date(year, month - 1, date + later).toISOString();
}

function parts(day: string): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return [year, month, date];
}

function dayText(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
