/**
 * A CSV file as people have it: with a byte-order mark or without, in UTF-8, UTF-16 or a Windows code page, with commas, semicolons, tabs or
 * bars.
 */
import { parse } from "csv-parse";
import { sanitizeText } from "../text.ts";

/** What cannot be divided into rows. */
export class NotCsv extends Error {}

/** A row that is longer is a quote that was never closed. */
const LONGEST_ROW = 65_536;
const SEPARATORS = [",", ";", "\t", "|"];
/** Read in one go, some 250 rows: calls that run go on meanwhile. */
const PIECE_BYTES = 8_192;
const LINE_END = /\r\n|\n|\r/g;

export interface CsvRecord {
  cells: readonly string[];
  /** Where it ends: a quoted text may have several lines. */
  line: number;
}

/** The rows behind a header, some at a time, with what the header makes to read them; blank ones are left out. Throws NotCsv. */
export async function* rowsBehindHeader<Read>(
  file: Uint8Array,
  readerOf: (header: readonly string[]) => Read,
): AsyncGenerator<{ read: Read; rows: CsvRecord[] }> {
  let read: Read | undefined;
  for await (const records of recordsIn(file)) {
    const rows = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
    const header = read === undefined ? rows.shift() : undefined;
    if (header) read = readerOf(header.cells);
    if (read !== undefined) yield { read, rows };
  }
}

/** Throws NotCsv. The parser is asked for its rows piece by piece: a promise for each row takes longer than the row. */
export async function* recordsIn(file: Uint8Array): AsyncGenerator<CsvRecord[]> {
  const text = sanitizeText(decoded(file));
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
    const next = (): string[] | null => parser.read();
    for (let cells = next(); cells !== null; cells = next()) {
      line += 1;
      for (const cell of cells) if (cell.includes("\n") || cell.includes("\r")) line += cell.match(LINE_END)?.length ?? 0;
      records.push({ cells, line });
    }
    if (parser.errored) throw new NotCsv("The rows of a file cannot be told apart");
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
