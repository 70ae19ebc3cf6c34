/**
 * Cuts English text into the word pieces that a BERT model was taught (uncased WordPiece): small letters without accents, each mark by itself,
 * of each word the longest pieces that are known, from its beginning.
 */
export interface WordPieces {
  /** Ids between the marks of beginning and end, at most so many. */
  idsOf(text: string, most: number): number[];
  /** The pieces themselves, each with the place of its word in the text. */
  piecesOf(text: string, most: number): Piece[];
  readonly begin: number;
  readonly end: number;
  readonly count: number;
}

export interface Piece {
  id: number;
  /** First letter of its word, and the one behind it. */
  from: number;
  to: number;
}

const UNKNOWN = "[UNK]";
const BEGIN = "[CLS]";
const END = "[SEP]";
/** A longer word is none. */
const LONGEST_WORD = 100;
/** More is not read: no sentence of a caller is as long. */
const MOST_CHARACTERS = 4_000;

/** `vocabulary`: a piece a line; those that go on within a word begin with "##". Throws where a mark is missing. */
export function readWordPieces(vocabulary: string): WordPieces {
  const ids = new Map(vocabulary.split("\n").map((piece, at) => [piece, at]));
  const marks = [BEGIN, END, UNKNOWN].map((mark) => {
    const id = ids.get(mark);
    if (id === undefined) throw new Error(`the pieces of words lack ${mark}`);
    return id;
  });
  const [begin = 0, end = 0, unknown = 0] = marks;
  const piecesOf = (text: string, most: number): Piece[] =>
    wordsIn(text)
      .flatMap(({ word, from, to }) => (cut(word, ids) ?? [unknown]).map((id) => ({ id, from, to })))
      .slice(0, most);
  return {
    piecesOf,
    idsOf: (text, most) => [begin, ...piecesOf(text, most - 2).map(({ id }) => id), end],
    begin,
    end,
    count: ids.size,
  };
}

function wordsIn(text: string): { word: string; from: number; to: number }[] {
  return [...text.slice(0, MOST_CHARACTERS).matchAll(/[\p{P}\p{S}]|[^\s\p{P}\p{S}\p{C}]+/gu)].map(({ 0: word, index }) => ({
    word: word
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .toLowerCase(),
    from: index,
    to: index + word.length,
  }));
}

function cut(word: string, ids: ReadonlyMap<string, number>): number[] | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const found: number[] = [];
  for (let from = 0; from < word.length;) {
    let to = word.length;
    let id: number | undefined;
    while (to > from) {
      id = ids.get(`${from > 0 ? "##" : ""}${word.slice(from, to)}`);
      if (id !== undefined) break;
      to--;
    }
    if (id === undefined) return undefined;
    found.push(id);
    from = to;
  }
  return found;
}
