/** A file of contacts as people have it: each row becomes a contact, or a refused row with its line and its reason. */
import { NotCsv, recordsIn } from "../../platform/csv/records.ts";
import { sanitizeText } from "../../platform/text.ts";
import { numberColumn } from "../../platform/phone-number/number-column.ts";
import type { RowProblem } from "@ongea/contract";
import { numberIn } from "../../platform/phone-number/number-cell.ts";

export interface Contact {
  /** In the file, the header being line 1. */
  line: number;
  number: string;
  /** Of the other columns, by their names as they are written. */
  variables: Record<string, string>;
  /** In how many parts the message to it is sent, where it is written to. */
  segments?: number;
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
const MOST_COLUMNS = 200;
const LONGEST_VALUE = 2_000;
const LONGEST_CELL = 64;
/** Rows that are in memory together. */
const ROWS_AT_ONCE = 2_000;

/** The rows of a file, some at a time, so that a long file is never in memory as objects. Throws UnreadableFile. */
export async function* readContacts(bytes: Uint8Array, countries: readonly string[]): AsyncGenerator<ContactRows> {
  try {
    yield* rowsOf(bytes, countries);
  } catch (error) {
    throw error instanceof NotCsv ? new UnreadableFile("not_csv") : error;
  }
}

async function* rowsOf(bytes: Uint8Array, countries: readonly string[]): AsyncGenerator<ContactRows> {
  let header: Header | undefined;
  let rows: { contacts: Contact[]; refused: RefusedRow[] } = { contacts: [], refused: [] };
  const seen = new Set<string>();
  let count = 0;
  for await (const records of recordsIn(bytes)) {
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
        rows.refused.push({ line, cell: sanitizeText(cell.trim().slice(0, LONGEST_CELL)), problem });
    }
    if (header && rows.contacts.length + rows.refused.length >= ROWS_AT_ONCE) {
      yield { columns: header.names, ...rows };
      rows = { contacts: [], refused: [] };
    }
  }
  if (!header || count === 0) throw new UnreadableFile("empty");
  yield { columns: header.names, ...rows };
}

interface Header {
  names: readonly string[];
  /** Where the numbers are. */
  at: number;
}

function headerOf(record: readonly string[]): Header {
  if (record.length > MOST_COLUMNS) throw new UnreadableFile("not_csv");
  const names = record.map((cell) => sanitizeText(cell.normalize("NFC").trim().slice(0, 100)));
  const at = numberColumn(names);
  if (at === undefined) throw new UnreadableFile("no_number_column");
  return { names, at };
}

function variablesOf(record: readonly string[], { names, at }: Header): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const value = record[i]?.trim() ?? "";
    if (i !== at && name !== "" && value !== "") variables[name] = sanitizeText(value.slice(0, LONGEST_VALUE));
  }
  return variables;
}
