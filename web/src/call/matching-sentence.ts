/** The sentence of a call or of a note on it in which the looked-for words stand: most of them, the caller's first. Pure. */
import { fold } from "@ongea/contract";

export interface MatchingSentence {
  by: "caller" | "agent" | "note";
  /** In order; what was looked for is a hit. */
  parts: readonly { text: string; isHit: boolean }[];
}

/** Longer sentences are shown around their first hit. */
const MOST_CHARACTERS = 140;
const BEFORE_HIT = 40;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’ʼ](?=\p{L}))*/gu;

interface Hit {
  from: number;
  to: number;
  word: string;
}

/** Undefined: the call was found by its number or its agent's name. */
export function matchingSentence(transcript: string | null, query: string, note = ""): MatchingSentence | undefined {
  const wanted = wordsIn(query).map(({ word }) => word);
  if (wanted.length === 0) return undefined;
  let best: { score: number; text: string; by: MatchingSentence["by"]; hits: Hit[] } | undefined;
  for (const { text, by } of [...sentencesOf(transcript ?? ""), ...sentencesIn(note, "note")]) {
    const hits = wordsIn(text).filter(({ word }) => isWanted(word, wanted));
    const score = new Set(hits.map(({ word }) => word)).size * 3 + RANK[by];
    if (hits.length > 0 && score > (best?.score ?? 0)) best = { score, text, by, hits };
  }
  return best && { by: best.by, parts: partsOf(best.text, best.hits) };
}

/** Among sentences that hold as many of the words. */
const RANK: Readonly<Record<MatchingSentence["by"], number>> = { caller: 2, note: 1, agent: 0 };

/** The last word may not be typed to its end. */
function isWanted(word: string, wanted: readonly string[]): boolean {
  return wanted.some((one, at) => (at === wanted.length - 1 ? word.startsWith(one) : word === one));
}

interface Sentence {
  text: string;
  by: MatchingSentence["by"];
}

function sentencesOf(transcript: string): Sentence[] {
  return transcript
    .split("\n")
    .flatMap((line) => sentencesIn(line.replace(/^(?:assistant|user): /, ""), line.startsWith("user: ") ? "caller" : "agent"));
}

function sentencesIn(words: string, by: MatchingSentence["by"]): Sentence[] {
  return words.split(/(?<=[.!?؟።])\s+|\n+/u).map((text) => ({ text, by }));
}

function wordsIn(text: string): Hit[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    word: fold(word).replace(/['’ʼ]/g, ""),
  }));
}

function partsOf(text: string, hits: readonly Hit[]): MatchingSentence["parts"] {
  const isLong = text.length > MOST_CHARACTERS;
  const from = isLong ? wordStart(text, Math.max(0, (hits[0]?.from ?? 0) - BEFORE_HIT)) : 0;
  const to = isLong ? Math.min(text.length, from + MOST_CHARACTERS) : text.length;
  const parts: { text: string; isHit: boolean }[] = [];
  let at = from;
  for (const hit of hits.filter((one) => one.to <= to)) {
    parts.push({ text: text.slice(at, hit.from), isHit: false }, { text: text.slice(hit.from, hit.to), isHit: true });
    at = hit.to;
  }
  parts.push({ text: text.slice(at, to) + (to < text.length ? "…" : ""), isHit: false });
  const [first] = parts;
  if (from > 0 && first) parts[0] = { ...first, text: `…${first.text}` };
  return parts.filter((part) => part.text !== "");
}

function wordStart(text: string, from: number): number {
  return from === 0 ? 0 : text.indexOf(" ", from) + 1;
}
