/** Boards that are saved under a name: a person's own, or shared with the workspace. */
import { z } from "zod";
import { entriesOf, keysOf } from "../wire/known-keys.ts";
import { route } from "../wire/route.ts";
import { CALL_CHANNELS, CallGroup, CountedCalls, DispositionKey, isOfQuestion, OF_QUESTION } from "./analytics.ts";

export const BOARD_KINDS = ["quality", "cost", "groups", "calls"] as const;
/** Days, today the last of them. */
export const BOARD_PERIODS = [1, 7, 30, 90, 365] as const;
export const USUAL_BOARD_PERIOD = 30;
/** What a board of days can be made of. */
export const BOARD_CHARTS = ["quality_figures", "cost_figures", "outcomes", "delays", "cost", "cost_parts", "days"] as const;
export type BoardChart = (typeof BOARD_CHARTS)[number];
/** Of one person, and of the workspace. */
export const MOST_SAVED_BOARDS = 50;
/** After so many days a deleted board cannot be restored. */
export const RESTORE_BOARD_DAYS = 30;
const LONGEST_NAME = 60;

const Text = z.string().trim().min(1).max(200);
const filters = {
  agent_id: z.uuid(),
  version: z.coerce.number().int().min(1).max(2_000_000_000),
  batch_id: z.uuid(),
  direction: z.enum(["inbound", "outbound"]),
  channel: z.enum(CALL_CHANNELS),
  carrier: Text,
  number: Text,
  country: z.string().regex(/^[A-Z]{2}$/),
  language: z.string().regex(/^[a-z]{2,8}$/),
  end_reason: Text,
  topic_id: z.uuid(),
  disposition: DispositionKey,
  disposition_value: Text,
};
const shape = {
  board: z.enum(BOARD_KINDS),
  days: z.literal(BOARD_PERIODS),
  /** Of the board `groups`. */
  group: CallGroup.exclude(["day"]),
  /** Of the board `calls`. */
  counted: CountedCalls,
  /** Whether each figure stands beside the one of the period before. */
  compare: z.boolean(),
  /** Of a board of days, in their order. */
  charts: z
    .array(z.enum(BOARD_CHARTS))
    .min(1)
    .max(BOARD_CHARTS.length)
    .refine((charts) => new Set(charts).size === charts.length, { error: "must not repeat a chart" }),
};
const given = {
  board: shape.board,
  days: shape.days.default(USUAL_BOARD_PERIOD),
  group: shape.group.optional(),
  counted: shape.counted.optional(),
  compare: shape.compare.default(true),
  charts: shape.charts.optional(),
};

/** What a saved board shows. */
export const BoardView = z
  .strictObject({ ...given, filters: z.strictObject(filters).partial().default({}) })
  .refine(({ group, filters: chosen }) => isOfQuestion({ group, ...chosen }), {
    ...OF_QUESTION,
    path: ["filters", "disposition"],
  });
export type BoardView = z.output<typeof BoardView>;

const StoredRecord = z.record(z.string(), z.unknown()).catch({});

/** What another version saved, as far as this one knows it; `unknown` names what it does not know. */
export function readBoardView(stored: unknown): { view: BoardView; unknown: string[] } {
  const { filters: storedFilters, ...rest } = StoredRecord.parse(stored);
  const [top, inner] = [known(shape, rest), known(filters, StoredRecord.parse(storedFilters))];
  const parsed = BoardView.safeParse({ board: "quality", ...top.value, filters: inner.value });
  return {
    view: parsed.data ?? BoardView.parse({ board: "quality" }),
    unknown: [...top.unknown, ...inner.unknown],
  };
}

function known(shapes: Readonly<Record<string, z.ZodType>>, stored: Record<string, unknown>) {
  const value: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, one] of entriesOf(stored)) {
    const parsed = shapes[name]?.safeParse(one);
    if (parsed?.success) value[name] = parsed.data;
    else unknown.push(name.slice(0, LONGEST_NAME));
  }
  return { value, unknown };
}

/** The query of the dashboard's address at which a board is shown; `saved`: the id of the saved one. */
export function boardAddress(saved: string | undefined, view: BoardView): string {
  const { board, days, group, counted, compare, charts } = view;
  const parts: readonly (readonly [string, string | number | undefined])[] = [
    ["saved", saved],
    ["board", board === "quality" ? undefined : board],
    ["days", days === USUAL_BOARD_PERIOD ? undefined : days],
    ["group", group],
    ["counted", counted],
    ["compare", compare ? undefined : "no"],
    ["charts", charts?.join(",")],
    ...keysOf(filters).map((name) => [name, view.filters[name]] as const),
  ];
  return parts
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]))
    .join("&");
}

export const SavedBoard = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The whole workspace sees it; otherwise only the person who saved it. */
  shared: z.boolean(),
  view: BoardView,
  /** Settings that another version saved and this one does not know: the figures may count more calls than were meant. */
  unknown: z.array(z.string()),
});
export type SavedBoard = z.output<typeof SavedBoard>;

const Name = z.string().trim().min(1).max(LONGEST_NAME);
const params = z.object({ board_id: z.uuid() });

export const listSavedBoards = route({
  method: "GET",
  path: "/api/saved-boards",
  who: "viewer",
  does: "Lists one's own saved boards of analytics and those of the workspace, by name.",
  answer: z.object({ data: z.array(SavedBoard) }),
});

export const saveBoard = route({
  method: "POST",
  path: "/api/saved-boards",
  who: "viewer",
  does:
    "Saves a board of analytics under a name: its filters, period, comparison and charts. One that is shared with the workspace needs " +
    "the role agent_manager. A name that is taken is refused.",
  body: z.object({ name: Name, shared: z.boolean().default(false), view: BoardView }),
  answer: SavedBoard,
});

export const changeSavedBoard = route({
  method: "PATCH",
  path: "/api/saved-boards/:board_id",
  who: "viewer",
  does: "Renames a saved board or replaces what it shows; one that is shared with the workspace needs the role agent_manager.",
  params,
  body: z.object({ name: Name.optional(), view: BoardView.optional() }),
  answer: SavedBoard,
});

export const deleteSavedBoard = route({
  method: "DELETE",
  path: "/api/saved-boards/:board_id",
  who: "viewer",
  does: `Deletes a saved board; for ${RESTORE_BOARD_DAYS} days it can be restored. A shared one needs the role agent_manager.`,
  params,
  answer: z.object({ success: z.literal(true) }),
});

export const restoreSavedBoard = route({
  method: "POST",
  path: "/api/saved-boards/:board_id/restore",
  who: "viewer",
  does: "Restores a saved board that was deleted; a shared one needs the role agent_manager.",
  params,
  answer: SavedBoard,
});
