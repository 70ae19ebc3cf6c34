/** A text becomes passages: cut at headings, paragraphs and sentences, in this order. Pure. */
export interface Chunking {
  /** Tokens of a passage, about. */
  size: number;
  /** Tokens that it repeats of the one before. */
  overlap: number;
  /** Only where a line of three dashes stands. */
  manual: boolean;
}

export interface Chunk {
  heading: string;
  text: string;
  /** Of a PDF: where it begins and ends, from 1; null: its text has no pages. */
  page: number | null;
  lastPage: number | null;
  /** It stands by itself: its author divided it off. */
  whole: boolean;
}

/** A token is about four letters in the languages of the built-in measure; models count a little differently. */
const LETTERS_A_TOKEN = 4;
const LONGEST_HEADING = 90;
/** A part that its author divided off is cut only when no model would take it. */
const LONGEST_MANUAL = 4_000;

/** `text`: the pages of a PDF, or a text without pages. */
export function chunksOf(text: string | readonly string[], { size, overlap, manual }: Chunking): Chunk[] {
  const pages: PageText[] =
    typeof text === "string"
      ? [{ page: null, text: cleaned(text) }]
      : text.map((one, index) => ({ page: index + 1, text: cleaned(one) }));
  if (manual) {
    const limits = { size: LONGEST_MANUAL, overlap: 0 };
    return partsOf(pages).flatMap((part) => cut(part, limits).map((chunk) => ({ ...chunk, whole: true })));
  }
  return cut(pages, { size, overlap }).map((chunk) => ({ ...chunk, whole: false }));
}

/** Questions with their answers, each a passage. */
export function chunksOfQuestions(questions: readonly { question: string; answer: string }[]): Chunk[] {
  return questions.map(({ question, answer }) => ({
    heading: question,
    text: `Q: ${question}\nA: ${answer}`,
    page: null,
    lastPage: null,
    whole: true,
  }));
}

export function tokensIn(text: string): number {
  return Math.ceil(text.length / LETTERS_A_TOKEN);
}

interface PageText {
  page: number | null;
  text: string;
}

function cleaned(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\S\n]+/g, " ");
}

/** What stands between two lines of dashes, also over several pages. */
function partsOf(pages: readonly PageText[]): PageText[][] {
  const parts: PageText[][] = [[]];
  for (const { page, text } of pages)
    for (const [index, piece] of text.split(/^ ?-{3,} ?$/m).entries()) {
      if (index > 0) parts.push([]);
      parts.at(-1)?.push({ page, text: piece });
    }
  return parts;
}

interface Piece {
  heading: string;
  text: string;
  page: number | null;
  /** What stands between it and the piece before it. */
  glue: string;
}

function cut(pages: readonly PageText[], { size, overlap }: { size: number; overlap: number }): Omit<Chunk, "whole">[] {
  const chunks: Omit<Chunk, "whole">[] = [];
  let held: Piece[] = [];
  let fresh = 0;
  const length = (): number => held.reduce((sum, piece) => sum + tokensOf(piece), 0);
  const close = (): void => {
    if (fresh === 0) return;
    const [first] = held;
    const body = held.map((piece, index) => (index === 0 ? piece.text : piece.glue + piece.text)).join("");
    const [page, lastPage] = [first?.page ?? null, held.at(-1)?.page ?? null];
    chunks.push({ heading: first?.heading ?? "", text: body.trim(), page, lastPage });
    fresh = 0;
  };
  for (const piece of piecesOf(pages, size)) {
    const isNewPart = held.length > 0 && held[0]?.heading !== piece.heading && length() * 2 >= size;
    if (held.length > 0 && (isNewPart || length() + tokensOf(piece) > size)) {
      close();
      held = isNewPart ? [] : endOf(held, Math.min(overlap, size - tokensOf(piece)));
    }
    held.push(piece);
    fresh++;
  }
  close();
  return chunks.filter((chunk) => /[\p{L}\p{N}]/u.test(chunk.text));
}

function tokensOf({ text, glue }: Piece): number {
  return tokensIn(glue + text);
}

/** The last pieces that together have at most so many tokens. */
function endOf(pieces: readonly Piece[], tokens: number): Piece[] {
  const kept: Piece[] = [];
  let sum = 0;
  for (const piece of pieces.toReversed()) {
    sum += tokensOf(piece);
    if (sum > tokens) break;
    kept.unshift(piece);
  }
  return kept;
}

/** Paragraphs with the heading that they stand under; one that is too long in sentences, a sentence that is too long in pieces. */
function piecesOf(pages: readonly PageText[], size: number): Piece[] {
  const pieces: Piece[] = [];
  let heading = "";
  for (const { page, text } of pages)
    for (const block of text.split(/\n\s*\n/)) {
      const paragraph = block.trim();
      if (paragraph === "") continue;
      const [line = "", ...rest] = paragraph.split("\n");
      if (isHeading(line, rest.length)) heading = line.replace(/^#+\s*/, "").trim();
      const texts = tokensIn(paragraph) <= size ? [paragraph] : sentencesOf(paragraph, size);
      pieces.push(...texts.map((one, index) => ({ heading, text: one, page, glue: index === 0 ? "\n\n" : " " })));
    }
  return pieces;
}

/** A line that ends without a full stop, alone or above its text, and short. */
function isHeading(line: string, linesBelow: number): boolean {
  if (/^#{1,6}\s/.test(line)) return true;
  if (line.length > LONGEST_HEADING || /[.!?,;]$/.test(line)) return false;
  const letters = line.replace(/[^\p{L}]/gu, "");
  if (letters.length < 3) return false;
  return linesBelow === 0 || (letters === letters.toUpperCase() && letters !== letters.toLowerCase());
}

function sentencesOf(paragraph: string, size: number): string[] {
  const longest = size * LETTERS_A_TOKEN;
  return paragraph
    .split(/(?<=[.!?။።؟…])\s+|\n/u)
    .flatMap((sentence) => sentence.match(new RegExp(`[\\s\\S]{1,${longest}}`, "g")) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
