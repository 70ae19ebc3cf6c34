/** Which calls the screen shows: it stands in the address, so that it survives a reload and can be sent to somebody. Pure. */
import { exportCalls, LONGEST_CALL_TAG, Outcome, type SavedFilter } from "@ongea/contract";
import { dayOf as dayAt, isDay, startOf } from "../../ui/days.ts";

export interface HistoryFilter {
  outcome: Outcome | undefined;
  agent: string | undefined;
  tag: string | undefined;
  topic: string | undefined;
  /** A number or words; empty: all. */
  q: string;
  /** `YYYY-MM-DD` where the person is; the last day counts whole. */
  first: string | undefined;
  last: string | undefined;
}

/** As the address names them. */
export type FilterName = "status" | "agent" | "tag" | "topic" | "q" | "from" | "to";

const LONGEST_TEXT = 100;

/** The tags that the workspace's calls have. */
export const TAGS = ["call-tags"];

export function parseFilter(search: URLSearchParams): HistoryFilter {
  const dayOf = (name: FilterName): string | undefined => {
    const text = search.get(name) ?? "";
    return isDay(text) ? text : undefined;
  };
  const [from, to] = [dayOf("from"), dayOf("to")];
  const [first, last] = from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
  return {
    outcome: Outcome.options.find((one) => one === search.get("status")),
    agent: search.get("agent") || undefined,
    tag: (search.get("tag") ?? "").trim().slice(0, LONGEST_CALL_TAG) || undefined,
    topic: search.get("topic") || undefined,
    q: (search.get("q") ?? "").trim().slice(0, LONGEST_TEXT),
    first,
    last,
  };
}

export function isFiltered({ outcome, agent, tag, topic, q, first, last }: HistoryFilter): boolean {
  return q !== "" || [outcome, agent, tag, topic, first, last].some((one) => one !== undefined);
}

export interface FilterQuery {
  outcome?: Outcome;
  agent_id?: string;
  tag?: string;
  topic_id?: string;
  q?: string;
  from?: string;
  to?: string;
}

/** As the server is asked: days become moments of the person's own zone. */
export function queryOf({ outcome, agent, tag, topic, q, first, last }: HistoryFilter): FilterQuery {
  return {
    ...(outcome && { outcome }),
    ...(agent !== undefined && { agent_id: agent }),
    ...(tag !== undefined && { tag }),
    ...(topic !== undefined && { topic_id: topic }),
    ...(q !== "" && { q }),
    ...(first !== undefined && { from: startOf(first, 0) }),
    ...(last !== undefined && { to: startOf(last, 1) }),
  };
}

/** Where the same calls are to be had as a file. */
export function exportAddress(wanted: HistoryFilter, format: "csv" | "parquet" = "csv"): string {
  const query = new URLSearchParams({ ...queryOf(wanted), ...(format === "parquet" && { format }) }).toString();
  return query === "" ? exportCalls.path : `${exportCalls.path}?${query}`;
}

/** Where the calls of a saved filter are shown, in the days of the person who looks. */
export function addressOf({ outcome, agent_id: agent, tag, topic_id: topic, q, from, to }: SavedFilter["filter"]): string {
  const last = to === undefined ? undefined : new Date(new Date(to).getTime() - 1);
  const named: Partial<Record<FilterName, string | undefined>> = {
    status: outcome,
    agent,
    tag,
    topic,
    q,
    from: from === undefined ? undefined : dayAt(new Date(from)),
    to: last && dayAt(last),
  };
  const given = Object.entries(named).filter((one): one is [string, string] => one[1] !== undefined && one[1] !== "");
  return `?${new URLSearchParams(given).toString()}`;
}

/** The address with these changes; what is empty is left out. */
export function changed(search: URLSearchParams, changes: Partial<Record<FilterName, string>>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}
