import { ProviderFailure } from "@ongea/conversation";
import type { EncodedSound } from "./network.ts";

/** Which tokens may come next, and how likely else than the network says. A state is whatever the guide remembers of a beginning. */
export interface SearchGuide<State> {
  readonly start: State;
  /** The only tokens that may follow, each with the state that it leads to; undefined: any, told by {@link after}. */
  allowed(state: State): ReadonlyMap<number, State> | undefined;
  /** Where any may follow: the state after a token, and what is added to its logarithm. */
  after(state: State, token: number): { state: State; bonus: number };
  /** Whether the words may end here; the bonus is added when they do. */
  end(state: State): { mayEnd: boolean; bonus: number };
}

export interface Written {
  tokens: readonly number[];
  /** Of each token: the natural logarithm of its probability, without any bonus. */
  logs: readonly number[];
  /** Of all tokens and the end, without any bonus. */
  log: number;
  /** With them. */
  score: number;
}

export interface SearchLimits {
  /** How many beginnings are followed. */
  width: number;
  mostTokens: number;
  /** The token that ends the words. */
  end: number;
  /** Tokens that are never written. */
  never: ReadonlySet<number>;
  /** Beginnings that are so much less likely than the best one are given up: a natural logarithm. */
  margin: number;
  /** So likely whatever is found must be: a natural logarithm. */
  least?: number;
  /** How many of the last tokens only say again what was said: they are cut off, and the words end. */
  repeated?(tokens: readonly number[]): number;
}

interface Beginning<State> {
  tokens: number[];
  logs: number[];
  log: number;
  score: number;
  state: State;
}

/**
 * Beam search: the likeliest words, best first, at most `width` of them; none where the guide lets nothing through. Throws a ProviderFailure when
 * `signal` aborts.
 */
export async function searchWords<State>(
  heard: EncodedSound,
  guide: SearchGuide<State>,
  limits: SearchLimits,
  signal: AbortSignal,
): Promise<Written[]> {
  const { width, mostTokens, end, margin, least = -Infinity } = limits;
  const finished: Written[] = [];
  let open: Beginning<State>[] = [{ tokens: [], logs: [], log: 0, score: 0, state: guide.start }];
  let rows: Float32Array[] = [heard.first];
  const search = heard.search();
  try {
    for (let length = 0; open.length > 0; length++) {
      const next = open
        .flatMap((beginning, from) => {
          const row = rows[from];
          return row ? followers(row, { beginning, from, guide, limits }) : [];
        })
        .toSorted((a, b) => b.score - a.score)
        .slice(0, width)
        .filter(({ score }, _, [best]) => score >= Math.max(least, (best?.score ?? 0) - margin));
      for (const { beginning, log, score } of next.filter(({ token }) => token === end))
        finished.push({ tokens: beginning.tokens, logs: beginning.logs, log: beginning.log + log, score });
      const kept = length === mostTokens ? [] : next.filter(({ token }) => token !== end);
      if (finished.length >= width || kept.length === 0 || areHopeless(kept, finished)) break;
      if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
      rows = await search.step(kept.map(({ from, token }) => ({ parent: from, token })));
      const grown = kept.map(({ beginning: { tokens, logs, log: before }, token, log, score, state }) => {
        return { tokens: [...tokens, token], logs: [...logs, log], log: before + log, score, state };
      });
      const looping = grown.find(({ tokens }) => (limits.repeated?.(tokens) ?? 0) > 0);
      if (looping) {
        finished.push(cut(looping, limits.repeated?.(looping.tokens) ?? 0));
        break;
      }
      open = grown;
    }
  } finally {
    search.free();
  }
  return finished.toSorted((a, b) => perToken(b) - perToken(a));
}

function cut({ tokens, logs, score }: Beginning<unknown>, last: number): Written {
  const kept = logs.slice(0, -last);
  return { tokens: tokens.slice(0, -last), logs: kept, log: kept.reduce((sum, one) => sum + one, 0), score };
}

/** Short words are not likelier for being short. */
function perToken({ score, tokens }: Written): number {
  return score / (tokens.length + 1);
}

/** So much less likely beginnings cannot change what is chosen. */
const HOPELESS = 8;

function areHopeless(open: readonly { score: number }[], finished: readonly Written[]): boolean {
  return (open[0]?.score ?? -Infinity) < Math.max(-Infinity, ...finished.map(({ score }) => score)) - HOPELESS;
}

interface Following<State> {
  beginning: Beginning<State>;
  from: number;
  guide: SearchGuide<State>;
  limits: SearchLimits;
}

interface Follower<State> {
  beginning: Beginning<State>;
  from: number;
  token: number;
  log: number;
  score: number;
  state: State;
}

/** The likeliest tokens after a beginning, the end among them. */
function followers<State>(
  row: Float32Array,
  { beginning, from, guide, limits: { width, end, never } }: Following<State>,
): Follower<State>[] {
  const found: Follower<State>[] = [];
  const add = (token: number, state: State, bonus: number): void => {
    const log = row[token] ?? -Infinity;
    found.push({ beginning, from, token, log, score: beginning.score + log + bonus, state });
  };
  const ending = guide.end(beginning.state);
  if (ending.mayEnd) add(end, beginning.state, ending.bonus);
  const allowed = guide.allowed(beginning.state);
  if (allowed) for (const [token, state] of allowed) add(token, state, 0);
  else {
    for (const token of likeliest(row, width * CANDIDATES, (one) => one !== end && !never.has(one))) {
      const { state, bonus } = guide.after(beginning.state, token);
      add(token, state, bonus);
    }
  }
  return found.toSorted((a, b) => b.score - a.score).slice(0, width);
}

/** A bonus may lift one that is not among the first. */
const CANDIDATES = 12;

function likeliest(row: Float32Array, count: number, mayBe: (token: number) => boolean): number[] {
  const best: number[] = [];
  let least = -Infinity;
  for (let token = 0; token < row.length; token++) {
    const log = row[token] ?? -Infinity;
    if (log <= least || !mayBe(token)) continue;
    const before = best.findLastIndex((other) => (row[other] ?? 0) >= log);
    best.splice(before + 1, 0, token);
    if (best.length > count) best.pop();
    const last = best.at(-1);
    if (last !== undefined && best.length === count) least = row[last] ?? -Infinity;
  }
  return best;
}
