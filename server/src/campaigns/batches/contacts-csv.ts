/**
 * A file of contacts as people have it: with a byte-order mark or without, in UTF-8, UTF-16 or a Windows code page, with commas, semicolons,
 * tabs or bars. Each row becomes a contact, or a refused row with its line and its reason.
 */
import { parse } from "csv-parse";
import { keepableText } from "../../platform/text.ts";
import { numberColumn } from "./columns.ts";
import type { RowProblem } from "@ongea/contract";
import { numberIn } from "../../telephony/numbers/index.ts";

export interface Contact {
  /** In the file, the header being line 1. */
  line: number;
  number: string;
  /** Of the other columns, by their names as they are written. */
  variables: Record<string, string>;
}

export interface RefusedRow {
  line: number;
  /** What stands in the number column. */
  cell: string;
  problem: RowProblem;
}

/** Some rows of a file, in order; every piece has its columns. */
export interface ContactRows {
  columns: readonly string[];
  contacts: readonly Contact[];
  refused: readonly RefusedRow[];
}

/** Why nothing can be read of a file. */
export type FileProblem = "empty" | "no_number_column" | "not_csv" | "too_many_rows";

export class UnreadableFile extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(`The file of contacts cannot be read: ${problem}`);
    this.problem = problem;
  }
}

export const MOST_ROWS = 100_000;
/** A row that is longer is a quote that was never closed. */
const LONGEST_ROW = 65_536;
const MOST_COLUMNS = 200;
const LONGEST_VALUE = 2_000;
const LONGEST_CELL = 64;
const SEPARATORS = [",", ";", "\t", "|"];
/** Read in one go, some 250 rows: calls that run go on meanwhile. */
const PIECE_BYTES = 8_192;
/** Rows that are in memory together. */
const ROWS_AT_ONCE = 2_000;
const LINE_END = /\r\n|\n|\r/g;

/** The rows of a file, some at a time, so that a long file is never in memory as objects. Throws UnreadableFile. */
export async function* readContacts(bytes: Uint8Array, countries: readonly string[]): AsyncGenerator<ContactRows> {
  let header: Header | undefined;
  let rows: { contacts: Contact[]; refused: RefusedRow[] } = { contacts: [], refused: [] };
  const seen = new Set<string>();
  let count = 0;
  for await (const records of recordsIn(keepableText(decoded(bytes)))) {
    for (const { cells, line } of records) {
      if (cells.every((cell) => cell.trim() === "")) continue;
      if (!header) {
        header = headerOf(cells);
        continue;
      }
      if (++count > MOST_ROWS) throw new UnreadableFile("too_many_rows");
      const cell = cells[header.at] ?? "";
      const read = numberIn(cell, countries);
      const problem = "problem" in read ? read.problem : seen.has(read.number) ? "duplicate" : undefined;
      if ("number" in read && problem === undefined) {
        seen.add(read.number);
        rows.contacts.push({ line, number: read.number, variables: variablesOf(cells, header) });
      } else if (problem !== undefined)
        rows.refused.push({ line, cell: keepableText(cell.trim().slice(0, LONGEST_CELL)), problem });
    }
    if (header && rows.contacts.length + rows.refused.length >= ROWS_AT_ONCE) {
      yield { columns: header.names, ...rows };
      rows = { contacts: [], refused: [] };
    }
  }
  if (!header || count === 0) throw new UnreadableFile("empty");
  yield { columns: header.names, ...rows };
}

interface CsvRecord {
  cells: readonly string[];
  /** Where it ends: a quoted text may have several lines. */
  line: number;
}

/** The parser is asked for its rows piece by piece: a promise for each row takes longer than the row. */
async function* recordsIn(text: string): AsyncGenerator<CsvRecord[]> {
  const parser = parse({
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  });
  // Told by `errored`, too; without a listener it would end the process.
  parser.on("error", () => undefined);
  let line = 0;
  const parsed = (): CsvRecord[] => {
    const records: CsvRecord[] = [];
    for (let cells = parser.read() as string[] | null; cells !== null; cells = parser.read() as string[] | null) {
      line += 1;
      for (const cell of cells) if (cell.includes("\n") || cell.includes("\r")) line += cell.match(LINE_END)?.length ?? 0;
      records.push({ cells, line });
    }
    if (parser.errored) throw new UnreadableFile("not_csv");
    return records;
  };
  try {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      parser.write(bytes.subarray(from, from + PIECE_BYTES));
      yield parsed();
      await new Promise((resolve) => setImmediate(resolve));
    }
    parser.end();
    await new Promise((resolve) => setImmediate(resolve));
    yield parsed();
  } finally {
    parser.destroy();
  }
}

interface Header {
  names: readonly string[];
  /** Where the numbers are. */
  at: number;
}

function headerOf(record: readonly string[]): Header {
  if (record.length > MOST_COLUMNS) throw new UnreadableFile("not_csv");
  const names = record.map((cell) => keepableText(cell.normalize("NFC").trim().slice(0, 100)));
  const at = numberColumn(names);
  if (at === undefined) throw new UnreadableFile("no_number_column");
  return { names, at };
}

function variablesOf(record: readonly string[], { names, at }: Header): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const value = record[i]?.trim() ?? "";
    if (i !== at && name !== "" && value !== "") variables[name] = keepableText(value.slice(0, LONGEST_VALUE));
  }
  return variables;
}

/** A file that is no UTF-8 comes from a spreadsheet of Western Windows. What no database keeps is left out. */
function decoded(bytes: Uint8Array): string {
  const text = encodingsOf(bytes);
  return text.replaceAll("\u0000", "");
}

function encodingsOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** That which stands most often in the first line, outside quotes. */
function separatorOf(text: string): string {
  const first = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? "").replace(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}
