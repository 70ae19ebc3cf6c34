/** Groups of calls in which callers wanted the like, by directions. The same calls in the same order give the same groups. */
import { setImmediate } from "node:timers/promises";
import { type Cluster, LEAST_CALLS, MOST_CLUSTERS, MOST_GROUPS, nameOf } from "../cluster.ts";
import { intentTerms } from "../find-intent.ts";
import { addTo, centreOf, cosine, type Direction, directionOf, withLengthOne } from "./directions.ts";

export interface IntentVector {
  callId: string;
  text: string;
  vector: Int8Array;
}

interface DirectedIntent extends IntentVector {
  direction: Direction;
}

/** Cosine of a call and the middle of a group; chosen as that of topics. */
const ALIKE = 0.35;
/** Calls that are looked at before others have their turn. */
const AT_ONCE = 25;

interface Group {
  calls: DirectedIntent[];
  sum: Float32Array;
  middle: Direction;
}

/** `nothing`: texts about anything, so that what a few calls have in common is not taken for what all texts have. */
export async function clusterVectors(
  intents: readonly IntentVector[],
  nothing: readonly Int8Array[],
  alike = ALIKE,
): Promise<Cluster[]> {
  const centre = centreOf([...nothing, ...intents.map(({ vector }) => vector)]);
  const groups: Group[] = [];
  for (const [at, one] of intents.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const intent = { ...one, direction: directionOf(one.vector, centre) };
    const near = groups.map(({ middle }) => cosine(intent.direction, middle));
    const best = groups[near.indexOf(Math.max(alike, ...near))];
    if (!best && groups.length >= MOST_GROUPS) continue;
    const group: Group = best ?? { calls: [], sum: new Float32Array(intent.direction.length), middle: intent.direction };
    if (!best) groups.push(group);
    group.calls.push(intent);
    addTo(group.sum, intent.direction);
    group.middle = withLengthOne(group.sum);
  }
  return groups
    .filter(({ calls }) => calls.length >= LEAST_CALLS)
    .map((group) => ({ callIds: group.calls.map(({ callId }) => callId), name: nameOfGroup(group) }))
    .filter(({ name }) => name !== "")
    .toSorted((one, other) => other.callIds.length - one.callIds.length)
    .slice(0, MOST_CLUSTERS);
}

/** Words that most of its calls share; those of the call in its middle where they share none. */
function nameOfGroup({ calls, middle }: Group): string {
  const counts = new Map<string, number>();
  for (const { text } of calls) for (const term of nameTerms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const shared = nameOf(counts, calls.length);
  if (shared !== "") return shared;
  const [central] = calls.toSorted((one, other) => cosine(other.direction, middle) - cosine(one.direction, middle));
  const terms = nameTerms(central?.text ?? "").toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  return terms.slice(0, 3).join(" ").slice(0, 60);
}

/** A letter that an apostrophe divided off names nothing. */
function nameTerms(text: string): string[] {
  return intentTerms(text).filter((term) => term.length > 1);
}
