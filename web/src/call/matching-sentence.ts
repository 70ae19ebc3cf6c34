/** The sentence of a call in which the looked-for words stand: most of them, the caller's before the agent's. Pure. */
import { fold } from "@ongea/contract";

export interface MatchingSentence {
  isCallers: boolean;
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
export function matchingSentence(transcript: string | null, query: string): MatchingSentence | undefined {
  const wanted = wordsIn(query).map(({ word }) => word);
  if (wanted.length === 0 || transcript === null) return undefined;
  let best: { score: number; text: string; isCallers: boolean; hits: Hit[] } | undefined;
  for (const { text, isCallers } of sentencesOf(transcript)) {
    const hits = wordsIn(text).filter(({ word }) => isWanted(word, wanted));
    const score = new Set(hits.map(({ word }) => word)).size * 2 + (isCallers ? 1 : 0);
    if (hits.length > 0 && score > (best?.score ?? 0)) best = { score, text, isCallers, hits };
  }
  return best && { isCallers: best.isCallers, parts: partsOf(best.text, best.hits) };
}

/** The last word may not be typed to its end. */
function isWanted(word: string, wanted: readonly string[]): boolean {
  return wanted.some((one, at) => (at === wanted.length - 1 ? word.startsWith(one) : word === one));
}

function* sentencesOf(transcript: string): Generator<{ text: string; isCallers: boolean }> {
  for (const line of transcript.split("\n")) {
    const isCallers = line.startsWith("user: ");
    const said = line.replace(/^(?:assistant|user): /, "");
    for (const text of said.split(/(?<=[.!?؟።])\s+/u)) yield { text, isCallers };
  }
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
