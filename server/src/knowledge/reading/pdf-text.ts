/**
 * The text of a page of a PDF as its reader sees it: lines of a paragraph are joined, a word that was parted at a line's end is whole again,
 * headings and points of a list stand alone, and a row of a table is one line. Columns come one after another, as the file has them.
 */

/** A run of letters as pdf.js places it: `transform` ends with x and y, from the lower left corner. */
export interface TextItem {
  str: string;
  transform: readonly number[];
  width: number;
  fontName: string;
}

export function isTextItem(item: unknown): item is TextItem {
  // By hand: the process that reads one document starts with nothing that it does not need.
  if (typeof item !== "object" || item === null || !("str" in item) || !("transform" in item)) return false;
  return typeof item.str === "string" && Array.isArray(item.transform);
}

interface Line {
  cells: string[];
  x: number;
  endX: number;
  y: number;
  size: number;
  firstFont: string;
  lastFont: string;
}

/** In heights of the letters. */
const SAME_LINE = 0.5;
const SPACE = 0.12;
const CELL = 1.5;
const NEXT_LINE = 1.95;
/** Lines that begin in strips of the page beside each other are of one column. In points. */
const STRIP = 36;
/** Of the widest line that begins there: what is shorter was ended on purpose. */
const FULL_LINE = 0.7;
const POINT = /^(?:[-*•‣▪●○–—·]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/u;

export function textOfPage(items: readonly TextItem[]): string {
  const lines = linesOf(items);
  const widths = new Map<number, number>();
  for (const { x, endX } of lines) widths.set(stripOf(x), Math.max(widths.get(stripOf(x)) ?? 0, endX - x));
  const widest = ({ x }: Line): number => Math.max(...[-1, 0, 1].map((beside) => widths.get(stripOf(x) + beside) ?? 0));
  const paragraphs: string[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const text = wordsOf(line.cells);
    const before = paragraphs.at(-1);
    if (last !== undefined && before !== undefined && goesOn(last, line, widest(last)))
      paragraphs[paragraphs.length - 1] = joined(before, text);
    else paragraphs.push(text);
    last = line;
  }
  return paragraphs.join("\n");
}

function stripOf(x: number): number {
  return Math.round(x / STRIP);
}

function linesOf(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  for (const { str, transform, width, fontName } of items) {
    const [x = 0, y = 0] = transform.slice(4);
    const size = Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || 1;
    if (str.trim() === "") continue;
    const line = lines.at(-1);
    const gap = line ? x - line.endX : 0;
    if (!line || Math.abs(y - line.y) > SAME_LINE * size || gap < -size) {
      lines.push({ cells: [str], x, endX: x + width, y, size, firstFont: fontName, lastFont: fontName });
      continue;
    }
    const cell = line.cells.length - 1;
    if (gap > CELL * size) line.cells.push(str);
    else line.cells[cell] = `${line.cells[cell]}${gap > SPACE * size ? " " : ""}${str}`;
    line.endX = Math.max(line.endX, x + width);
    line.lastFont = fontName;
    // A point's mark may be of another size.
    line.size = size;
  }
  return lines;
}

function goesOn(last: Line, next: Line, widest: number): boolean {
  const down = last.y - next.y;
  const isBelow = down > 0 && down <= NEXT_LINE * Math.max(last.size, next.size);
  if (!isBelow || last.cells.length > 1 || next.cells.length > 1) return false;
  const text = next.cells[0]?.trim() ?? "";
  if (POINT.test(text)) return false;
  const isSmall = /^\p{Ll}/u.test(text);
  // Words in another face within a line may be smaller.
  if (Math.abs(last.size - next.size) > (isSmall ? 0.3 : 0.1) * last.size) return false;
  if (isSmall) return true;
  return last.lastFont === next.firstFont && last.endX - last.x >= FULL_LINE * widest;
}

/** A row's first cell says what the others are of. */
function wordsOf(cells: readonly string[]): string {
  const [first = "", ...others] = cells.map((cell) => cell.replace(/\s+/g, " ").trim());
  return others.length === 0 ? first : `${first}: ${others.join(", ")}`;
}

function joined(before: string, text: string): string {
  const isParted = /\p{Ll}[-\u00ad\u2010]$/u.test(before) && /^\p{Ll}/u.test(text);
  return isParted ? before.slice(0, -1) + text : `${before} ${text}`;
}
