/**
 * A file of contacts as people have it: with a byte-order mark or without, in UTF-8, UTF-16 or a Windows code page, with commas, semicolons,
 * tabs or bars. Each row becomes a contact, or a refused row with its line and its reason.
 */
import { Readable } from "node:stream";
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

export interface ContactsFile {
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
/** Rows that are read in one go: calls that run go on meanwhile. */
const AT_ONCE = 500;
const PIECE_BYTES = 8_192;

/** Throws UnreadableFile. */
export async function readContacts(bytes: Uint8Array, countries: readonly string[], signal?: AbortSignal): Promise<ContactsFile> {
  const text = keepableText(decoded(bytes));
  if (text.trim() === "") throw new UnreadableFile("empty");
  const rows = parse({
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    info: true,
  });
  const source = Readable.from(piecesOf(Buffer.from(text)));
  source.pipe(rows);
  let header: Header | undefined;
  const contacts: Contact[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  let count = 0;
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!header) {
        header = headerOf(record);
        continue;
      }
      if (record.every((cell) => cell.trim() === "")) continue;
      if (++count > MOST_ROWS) throw new UnreadableFile("too_many_rows");
      const cell = record[header.at] ?? "";
      const read = numberIn(cell, countries);
      const problem = "problem" in read ? read.problem : seen.has(read.number) ? "duplicate" : undefined;
      if ("number" in read && problem === undefined) {
        seen.add(read.number);
        contacts.push({ line: info.lines, number: read.number, variables: variablesOf(record, header) });
      } else if (problem !== undefined)
        refused.push({ line: info.lines, cell: keepableText(cell.trim().slice(0, LONGEST_CELL)), problem });
      if (count % AT_ONCE === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
      }
    }
  } catch (error) {
    source.destroy();
    rows.destroy();
    if (error instanceof UnreadableFile || signal?.aborted) throw error;
    throw new UnreadableFile("not_csv");
  }
  if (!header || count === 0) throw new UnreadableFile("empty");
  return { columns: header.names, contacts, refused };
}

/** The rows of one piece wait in memory until they are read. */
function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
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
