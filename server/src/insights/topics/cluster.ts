/** Groups of calls in which callers said alike. The same calls in the same order give the same groups. */
import { setImmediate } from "node:timers/promises";
import { intentTerms } from "./find-intent.ts";

export interface IntentOfCall {
  callId: string;
  text: string;
}

export interface Cluster {
  /** Words that most of its calls share, the most frequent first. */
  name: string;
  callIds: string[];
}

/** Cosine of the words of a call and those of a group. */
const ALIKE = 0.32;
export const LEAST_CALLS = 3;
export const MOST_CLUSTERS = 10;
export const MOST_GROUPS = 200;
const NAME_WORDS = 3;
/** In a name: shared by this part of its calls. */
const SHARED = 0.5;
/** Calls that are looked at before others have their turn. */
const AT_ONCE = 25;

interface Group {
  callIds: string[];
  /** Of each word, in how many of its calls it stands. */
  counts: Map<string, number>;
  length: number;
}

export async function clusterIntents(intents: readonly IntentOfCall[]): Promise<Cluster[]> {
  const all = intents.map(({ callId, text }) => ({ callId, terms: intentTerms(text) })).filter(({ terms }) => terms.length > 0);
  const having = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) having.set(term, (having.get(term) ?? 0) + 1);
  const weightOf = (term: string): number => Math.log(1 + all.length / (having.get(term) ?? 1));
  const groups: Group[] = [];
  for (const [at, { callId, terms }] of all.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const own = Math.hypot(...terms.map(weightOf));
    const alike = groups.map((group) => {
      let sum = 0;
      for (const term of terms) sum += ((group.counts.get(term) ?? 0) / group.callIds.length) * weightOf(term) ** 2;
      return group.length === 0 ? 0 : sum / (own * group.length);
    });
    const most = Math.max(ALIKE, ...alike);
    const best = groups[alike.indexOf(most)];
    if (!best && groups.length >= MOST_GROUPS) continue;
    const group: Group = best ?? { callIds: [], counts: new Map(), length: 0 };
    if (!best) groups.push(group);
    group.callIds.push(callId);
    for (const term of terms) group.counts.set(term, (group.counts.get(term) ?? 0) + 1);
    group.length = Math.hypot(...[...group.counts].map(([term, count]) => (count / group.callIds.length) * weightOf(term)));
  }
  return groups
    .filter(({ callIds }) => callIds.length >= LEAST_CALLS)
    .map(({ callIds, counts }) => ({ callIds, name: nameOf(counts, callIds.length) }))
    .filter(({ name }) => name !== "")
    .toSorted((one, other) => other.callIds.length - one.callIds.length)
    .slice(0, MOST_CLUSTERS);
}

/** Words that most of so many calls share, the most frequent first; empty: they share none. */
export function nameOf(counts: ReadonlyMap<string, number>, calls: number): string {
  return [...counts]
    .filter(([, count]) => count >= LEAST_CALLS && count >= calls * SHARED)
    .toSorted(([one, count], [other, more]) => more - count || one.localeCompare(other))
    .slice(0, NAME_WORDS)
    .map(([term]) => term)
    .join(" ")
    .slice(0, 60);
}
