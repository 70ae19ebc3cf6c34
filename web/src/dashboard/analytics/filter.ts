/** Which board the screen shows and of which calls: it stands in the address, so that it survives a reload and can be sent to somebody. Pure. */
import {
  BOARD_CHARTS,
  BOARD_KINDS,
  BOARD_PERIODS,
  boardAddress,
  type BoardChart,
  BoardView,
  CALL_CHANNELS,
  CALL_GROUPS,
  CallGroup,
  CountedCalls,
  exportCallBoard,
  keysOf,
  USUAL_BOARD_PERIOD,
} from "@ongea/contract";

export const BOARDS = BOARD_KINDS;
export type Board = (typeof BOARDS)[number];
export const PERIODS = BOARD_PERIODS;
export const USUAL_PERIOD = USUAL_BOARD_PERIOD;
export const CHANNELS = CALL_CHANNELS;

/** What can be filtered by, as the address and the API name it, and the group whose keys it takes. */
export const GROUP_OF = {
  agent_id: "agent",
  direction: "direction",
  channel: "channel",
  number: "number",
  carrier: "carrier",
  batch_id: "batch",
  country: "country",
  language: "language",
  version: "version",
  end_reason: "end_reason",
  topic_id: "topic",
  disposition: "disposition",
  disposition_value: "disposition",
} as const satisfies Record<string, CallGroup>;
export type FilterName = keyof typeof GROUP_OF;
export type Filters = Partial<Record<FilterName, string>>;
export const FILTERS = keysOf(GROUP_OF);

/** Undefined: there is no filter by it. Of a question its values are the groups. */
export const filterOf = (group: CallGroup): FilterName | undefined =>
  group === "disposition" ? "disposition_value" : FILTERS.find((name) => GROUP_OF[name] === group);

/** Days are a board's columns. */
export const GROUPS = CALL_GROUPS.filter((group) => group !== "day");

export interface BoardFilter {
  board: Board;
  days: number;
  group: CallGroup;
  counted: CountedCalls | undefined;
  filters: Filters;
  /** Each figure stands beside the one of the period before. */
  compare: boolean;
  /** Of a board of days, in their order. */
  charts: readonly BoardChart[];
  /** The saved board that was opened. */
  saved: string | undefined;
}

const USUAL_CHARTS: Readonly<Record<Board, readonly BoardChart[]>> = {
  quality: ["quality_figures", "outcomes", "delays", "days"],
  cost: ["cost_figures", "cost", "cost_parts", "days"],
  groups: [],
  calls: [],
};

export function parseFilter(search: URLSearchParams): BoardFilter {
  const board = BOARDS.find((one) => one === search.get("board")) ?? "quality";
  const given = FILTERS.flatMap((name) => {
    const value = search.get(name);
    // A value says nothing without its question.
    return value && (name !== "disposition_value" || search.get("disposition")) ? [[name, value] as const] : [];
  });
  const filters: Filters = Object.fromEntries(given);
  const wanted = GROUPS.find((one) => one === search.get("group")) ?? "agent";
  const group = wanted === "disposition" && filters.disposition === undefined ? "agent" : wanted;
  return {
    board,
    days: PERIODS.find((one) => String(one) === search.get("days")) ?? USUAL_PERIOD,
    group: board === "groups" ? group : "day",
    counted: CountedCalls.options.find((one) => one === search.get("counted")),
    filters,
    compare: search.get("compare") !== "no",
    charts: chartsOf(board, search.get("charts")),
    saved: search.get("saved") ?? undefined,
  };
}

function chartsOf(board: Board, named: string | null): readonly BoardChart[] {
  const usual = USUAL_CHARTS[board];
  const names = new Set((named ?? "").split(","));
  const chosen = usual.length === 0 ? [] : [...names].flatMap((name) => BOARD_CHARTS.find((one) => one === name) ?? []);
  return chosen.length > 0 ? chosen : usual;
}

/** As it is saved under a name. Undefined: the address holds a filter that nobody could save. */
export function viewOf({ board, days, group, counted, filters, compare, charts }: BoardFilter): BoardView | undefined {
  return BoardView.safeParse({
    board,
    days,
    compare,
    filters,
    ...(board === "groups" && { group }),
    ...(board === "calls" && counted && { counted }),
    ...(charts.length > 0 && { charts }),
  }).data;
}

/** Where a saved board is shown. */
export function savedAddress(id: string, view: BoardView): string {
  return `?${boardAddress(id, view)}`;
}

/** So many days where the person is, today the last: midnight is not 24 hours after midnight where clocks are changed. */
export function periodOf(days: number, now = new Date()): { from: string; to: string } {
  const midnight = (later: number): string => new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).toISOString();
  return { from: midnight(1 - days), to: midnight(1) };
}

/** As the server is asked of the calls. */
export function callsQuery({ days, filters }: Pick<BoardFilter, "days" | "filters">): { from: string; to: string } {
  return { ...periodOf(days), ...filters };
}

export function boardQuery(wanted: BoardFilter, group: CallGroup = wanted.group) {
  return { ...callsQuery(wanted), group, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** Where the same board is to be had as a file. */
export function exportAddress(wanted: BoardFilter, format: "csv" | "parquet" = "csv"): string {
  const query = { ...boardQuery(wanted), ...(format === "parquet" && { format }) };
  return `${exportCallBoard.path}?${new URLSearchParams(query).toString()}`;
}

/** The address with these changes; what is empty is left out. */
export function changed(
  search: URLSearchParams,
  changes: Partial<Record<FilterName | "board" | "days" | "group" | "counted" | "compare" | "charts" | "saved", string>>,
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return `?${next.toString()}`;
}
