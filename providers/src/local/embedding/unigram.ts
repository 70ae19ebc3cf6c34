/**
 * Cuts text into the pieces that a SentencePiece Unigram model knows (Kudo 2018), as `tokenizer.json` describes it: of all ways to cut a word,
 * the one whose pieces are together the most likely. Pure.
 */
import { z } from "zod";

const File = z.object({
  model: z.object({
    type: z.literal("Unigram"),
    unk_id: z.number().int().min(0),
    vocab: z.array(z.tuple([z.string(), z.number()])).min(1),
  }),
});

export interface Unigram {
  /** Without marks of beginning and end. */
  pieces(text: string): number[];
  /** Of a mark such as `<s>`; undefined: it has none. */
  idOf(piece: string): number | undefined;
}

/** The mark that a word begins with, in place of the space before it. */
const SPACE = "\u2581";
/** An unknown letter is this much less likely than the rarest piece. */
const UNKNOWN_PENALTY = 10;
/** What has no spaces for so long is cut here: a sentence of a language that writes none. */
const LONGEST_WORD = 120;
const MOST_REMEMBERED = 20_000;
const CONTROLS = /[\p{Cc}\u200b-\u200f\ufeff]+/gu;

export function readUnigram(json: unknown): Unigram {
  const { vocab, unk_id: unknown } = File.parse(json).model;
  const ids = new Map(vocab.map(([piece], id) => [piece, id]));
  const scores = Float64Array.from(vocab, ([, score]) => score);
  const longest = vocab.reduce((most, [piece]) => Math.max(most, [...piece].length), 1);
  const unknownScore = scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN_PENALTY;
  const remembered = new Map<string, readonly number[]>();

  function cut(word: string): readonly number[] {
    const known = remembered.get(word);
    if (known) return known;
    const found = best([...word]);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(word, found);
    return found;
  }

  /** Viterbi: the best way to each place, from the best ways to the places before it. */
  function best(letters: readonly string[]): number[] {
    const score = new Float64Array(letters.length + 1).fill(-Infinity);
    const from = new Int32Array(letters.length + 1);
    const piece = new Int32Array(letters.length + 1);
    score[0] = 0;
    for (let start = 0; start < letters.length; start++) {
      let text = "";
      const before = score[start] ?? 0;
      for (let end = start + 1; end <= Math.min(letters.length, start + longest); end++) {
        text += letters[end - 1];
        const id = ids.get(text) ?? (end === start + 1 ? unknown : undefined);
        if (id === undefined) continue;
        const sum = before + (id === unknown ? unknownScore : (scores[id] ?? 0));
        if (sum <= (score[end] ?? 0)) continue;
        score[end] = sum;
        from[end] = start;
        piece[end] = id;
      }
    }
    const found: number[] = [];
    for (let end = letters.length; end > 0; end = from[end] ?? 0) {
      const id = piece[end] ?? unknown;
      // Unknown letters beside each other are one unknown piece.
      if (id !== unknown || found.at(-1) !== unknown) found.push(id);
    }
    return found.toReversed();
  }

  return {
    pieces: (text) => wordsOf(text).flatMap(cut),
    idOf: (one) => ids.get(one),
  };
}

function wordsOf(text: string): string[] {
  const words = text.normalize("NFKC").replace(CONTROLS, " ").split(/\s+/u);
  return words.flatMap((word) => {
    if (word === "") return [];
    if (word.length <= LONGEST_WORD) return [SPACE + word];
    const letters = [...word];
    const parts: string[] = [];
    for (let at = 0; at < letters.length; at += LONGEST_WORD) parts.push(letters.slice(at, at + LONGEST_WORD).join(""));
    return parts.map((part, index) => (index === 0 ? SPACE + part : part));
  });
}
