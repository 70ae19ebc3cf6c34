/** A board as an e-mail: its figures beside those of the period before, in the reader's language. Pure. */
import { boardAddress, type BoardView, type CallBoard, type CallFigures } from "@ongea/contract";
import type { FigureLetter, Recipient } from "../../accounts/index.ts";
import { boardSentencesOf, type BoardSentences } from "./sentences.ts";

export interface BoardContent {
  mailId: string;
  savedId: string | undefined;
  /** Of a saved board. */
  name: string | undefined;
  view: BoardView;
  figures: CallBoard;
  /** Days, as midnight in UTC. */
  first: Date;
  last: Date;
}

const BUILT_IN = {
  quality: "board_quality",
  cost: "board_cost",
  groups: "board_groups",
  calls: "board_quality",
} as const satisfies Record<BoardView["board"], keyof BoardSentences>;

type Kind = "count" | "share" | "ms" | "dollars" | "minutes";
type Figure = readonly [name: keyof BoardSentences, of: (figures: CallFigures) => number | null, kind: Kind];

const QUALITY: readonly Figure[] = [
  ["calls", ({ calls }) => calls, "count"],
  ["answer_rate", (figures) => figures.answer_rate, "share"],
  ["containment_rate", (figures) => figures.containment_rate, "share"],
  ["goal_rate", (figures) => figures.goal_rate, "share"],
  ["transfer_rate", (figures) => figures.transfer_rate, "share"],
  ["abandonment_rate", (figures) => figures.abandonment_rate, "share"],
  ["delay", (figures) => figures.delay_p50_ms, "ms"],
  ["slow_delay", (figures) => figures.delay_p95_ms, "ms"],
  ["minutes", ({ minutes }) => minutes, "minutes"],
];
const COST: readonly Figure[] = [
  ["cost", ({ cost }) => cost.total, "dollars"],
  ["cost_per_call", (figures) => figures.cost_per_call_usd, "dollars"],
  ["cost_per_goal", (figures) => figures.cost_per_goal_usd, "dollars"],
];
const COST_CHARTS: ReadonlySet<string> = new Set(["cost_figures", "cost", "cost_parts"]);
/** Of a board by groups, those with the most calls. */
const MOST_GROUPS = 20;

export function boardLetter(
  { language, workspace }: Pick<Recipient, "language" | "workspace">,
  board: BoardContent,
): FigureLetter {
  const { words, locale } = boardSentencesOf(language);
  const { mailId, savedId, view, figures, first, last } = board;
  const name = (board.name ?? words[BUILT_IN[view.board]]).replace(/\s+/g, " ");
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const days = first.getTime() === last.getTime() ? date.format(first) : date.formatRange(first, last);
  return {
    mailId,
    subject: `${workspace}: ${name}, ${days}`,
    lines: [name, days],
    rows: view.board === "groups" ? groupRows(figures, { words, locale }) : figureRows(board, { words, locale }),
    path: `/dashboard/analytics?${boardAddress(savedId, view)}`,
  };
}

interface Reader {
  words: BoardSentences;
  locale: string;
}

function figureRows({ view, figures: { total, before } }: BoardContent, { words, locale }: Reader): [string, string][] {
  const charts = view.charts ?? [view.board === "cost" ? "cost_figures" : "quality_figures"];
  const hasCost = charts.some((chart) => COST_CHARTS.has(chart));
  const hasQuality = charts.some((chart) => !COST_CHARTS.has(chart));
  return [...(hasQuality ? QUALITY : []), ...(hasCost ? COST : [])].map(([name, of, kind]) => {
    const [now, then] = [of(total), of(before)].map((value) => written(value, kind, locale));
    return [words[name], view.compare ? `${now} (${words.before}: ${then})` : `${now}`];
  });
}

function groupRows({ groups }: CallBoard, { words, locale }: Reader): [string, string][] {
  return groups
    .slice(0, MOST_GROUPS)
    .map(({ key, name, figures: { calls, answer_rate: rate } }) => [
      name ?? key ?? words.unknown,
      `${words.calls}: ${written(calls, "count", locale)}, ${words.answer_rate}: ${written(rate, "share", locale)}`,
    ]);
}

function written(value: number | null, kind: Kind, locale: string): string {
  if (value === null) return "–";
  return new Intl.NumberFormat(locale, OPTIONS[kind]).format(value);
}

const OPTIONS: Readonly<Record<Kind, Intl.NumberFormatOptions>> = {
  count: {},
  share: { style: "percent", maximumFractionDigits: 1 },
  ms: { style: "unit", unit: "millisecond", maximumFractionDigits: 0 },
  dollars: { style: "currency", currency: "USD" },
  minutes: { style: "unit", unit: "minute", maximumFractionDigits: 0 },
};
