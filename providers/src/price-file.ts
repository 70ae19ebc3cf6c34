/** Prices that an operator writes: a CSV file, a line for each price. */
import { keysOf } from "@ongea/conversation";
import { z } from "zod";
import { PRICE_STAGES, type Price } from "./prices.ts";

export interface PriceProblem {
  /** From 1, as editors count. */
  line: number;
  problem: string;
}

export interface PriceFile {
  prices: readonly Price[];
  problems: readonly PriceProblem[];
}

export const PRICE_COLUMNS = ["stage", "by", "unit", "usd", "source", "as_of"] as const;

const UNITS = {
  million_tokens_in: "millionTokensIn",
  million_tokens_out: "millionTokensOut",
  million_tokens_cached: "millionTokensCached",
  million_sound_tokens_in: "millionSoundTokensIn",
  million_sound_tokens_out: "millionSoundTokensOut",
  thousand_characters: "thousandCharacters",
  minute_of_sound: "minuteOfSound",
} as const satisfies Record<string, keyof Price["per"]>;

const Row = z.object({
  stage: z.enum(PRICE_STAGES),
  by: z.string().min(1).max(200),
  unit: z.enum(keysOf(UNITS)),
  usd: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,8})?$/, "must be an amount of dollars such as 0.15")
    .transform(Number),
  source: z.url({ protocol: /^https?$/, error: "must be the address where it was read" }),
  as_of: z.iso.date("must be a day such as 2026-11-22"),
});

const MOST_LINES = 5_000;
const LONGEST_CELL = 40;

/** Never throws: what is wrong is told by its line, and what is right is read all the same. */
export function pricesIn(text: string): PriceFile {
  const problems: PriceProblem[] = [];
  const prices = new Map<string, Price>();
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.length > MOST_LINES) return { prices: [], problems: [{ line: MOST_LINES, problem: "the file has too many lines" }] };
  let hasHead = false;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const cells = cellsOf(line);
    if (!hasHead) {
      hasHead = true;
      if (cells.join() === PRICE_COLUMNS.join()) continue;
      return { prices: [], problems: [{ line: at + 1, problem: `the first line must be ${PRICE_COLUMNS.join(",")}` }] };
    }
    const problem = addRow(prices, cells);
    if (problem !== undefined) problems.push({ line: at + 1, problem });
  }
  return { prices: [...prices.values()], problems };
}

/** What is wrong with the row. */
function addRow(prices: Map<string, Price>, cells: readonly string[]): string | undefined {
  if (cells.length !== PRICE_COLUMNS.length) return `has ${cells.length} cells instead of ${PRICE_COLUMNS.length}`;
  const read = Row.safeParse(Object.fromEntries(PRICE_COLUMNS.map((name, at) => [name, cells[at]])));
  if (!read.success) {
    const [issue] = read.error.issues;
    const column = PRICE_COLUMNS.find((name) => name === issue?.path[0]);
    const cell = column ? (cells[PRICE_COLUMNS.indexOf(column)] ?? "") : "";
    return `${column ?? "row"} "${cell.slice(0, LONGEST_CELL)}": ${issue?.message ?? "cannot be read"}`;
  }
  const { stage, by, unit, usd, source, as_of: asOf } = read.data;
  const before = prices.get(`${stage} ${by}`);
  const name = UNITS[unit];
  if (before?.per[name] !== undefined) return `${by} has a price for ${unit} already`;
  prices.set(`${stage} ${by}`, { stage, by, per: { ...before?.per, [name]: usd }, source, asOf });
  return undefined;
}

/** With quotes where a cell holds a comma. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const match of line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?=,|$)/g))
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? "").trim());
  return cells;
}
