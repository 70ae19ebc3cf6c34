/** Rows of a CSV file (RFC 4180) that spreadsheets read rightly, and run nothing of. Pure. */

export type Cell = string | number | null;

/** A spreadsheet reads a text that begins so as a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r]/;

/** Spreadsheets take a file for UTF-8 when it begins so. */
export const csvHead = (names: readonly string[]): string => `\uFEFF${csvRow(names)}`;

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
