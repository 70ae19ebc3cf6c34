/**
 * Cuts a stream of text into pieces to be spoken: the first as early as it can be spoken well (a comma, or a few words), so that the caller
 * hears something; then whole sentences, which sound better.
 */

/** A first clause without any mark ends after this many words, before a word that begins a new phrase. */
const FIRST_CLAUSE_WORDS = 5;
const FIRST_CLAUSE_MOST_WORDS = 9;
/** A sentence longer than this is cut at the next word, and from half of it on at its next comma. */
const MOST_CHARACTERS = 250;

const ENDS_A_SENTENCE = /[.!?…。؟።]["'”’)\]]*$/;
const ABBREVIATION = /(?:^|\s)(?:mr|mrs|ms|dr|prof|st|no|nr|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|tel|ext|[a-z])\.$/i;
const NEW_PHRASE = new Set(
  "and or but so that which who because if when while for with from to in on at by as than then na au lakini kwa ili katika et ou mais pour avec dans que".split(
    " ",
  ),
);

/** What is pending is not spoken; these words are, where part of its sentence has been. */
export interface TakenBack {
  again: string;
}

export async function* clausesOf(
  texts: AsyncIterable<string | TakenBack>,
  mostCharacters = MOST_CHARACTERS,
): AsyncGenerator<string, void, undefined> {
  let pending = "";
  let first = true;
  let last = "";
  for await (const text of texts) {
    if (typeof text !== "string") {
      pending = "";
      if (last !== "" && !ENDS_A_SENTENCE.test(last) && text.again !== "") yield text.again;
      last = "";
      continue;
    }
    pending += text;
    for (let cut = cutAt(pending, first, mostCharacters); cut > 0; cut = cutAt(pending, first, mostCharacters)) {
      const clause = pending.slice(0, cut).trim();
      pending = pending.slice(cut);
      if (clause === "") continue;
      yield clause;
      first = false;
      last = clause;
    }
  }
  if (pending.trim() !== "") yield pending.trim();
}

/** Where the text can be cut now; 0: not yet. */
function cutAt(text: string, first: boolean, mostCharacters: number): number {
  let words = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const next = text[i + 1];
    if (/\s/.test(char)) {
      if (i > 0 && !/\s/.test(text.charAt(i - 1))) words++;
      if (char === "\n" && words > 0) return i + 1;
      if (i >= mostCharacters || (first && isLongEnough(text, i, words))) return i + 1;
      continue;
    }
    if (!isMark(char)) continue;
    const ends = next === undefined ? canEndHere(text, i) : /[\s"'”’)\]]/.test(next);
    if (!ends || ABBREVIATION.test(text.slice(0, i + 1))) continue;
    const isSentence = /[.!?…。؟።]/.test(char);
    if (isSentence || first || i + 1 >= mostCharacters / 2) return endOfMarks(text, i);
  }
  return 0;
}

/** Of a first clause. */
function isLongEnough(text: string, at: number, words: number): boolean {
  if (words >= FIRST_CLAUSE_MOST_WORDS) return true;
  if (words < FIRST_CLAUSE_WORDS) return false;
  const next = /^\s*(\S+)\s/.exec(text.slice(at));
  return next !== null && NEW_PHRASE.has((next[1] ?? "").toLowerCase());
}

function isMark(char: string): boolean {
  return /[.!?…,;:،؛؟።፣]/.test(char);
}

/** The mark is the last character so far: only after a letter is it sure to be a mark, and not half of "10.30" or "1,000". */
function canEndHere(text: string, at: number): boolean {
  return at > 0 && /[\p{L}"'’)]/u.test(text.charAt(at - 1)) && text[at] !== ".";
}

function endOfMarks(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && /[.!?…"'”’)\]]/.test(text.charAt(end))) end++;
  return end;
}
