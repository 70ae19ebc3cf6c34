/** Which topic what a caller wanted is near, by directions of an embedding model. Pure. */
import { addTo, centreOf, cosine, type Direction, directionOf, withLengthOne } from "./directions.ts";

export interface TopicVectors {
  id: string;
  examples: readonly Int8Array[];
}

/** Undefined: it is near no topic, or near two of them alike. */
export type NearestTopic = (vector: Int8Array) => string | undefined;

/**
 * Cosine to the middle of a topic's examples, and by how much the next topic is further away. Chosen on every second one of 120 first
 * lines of invented callers of twelve organisations with multilingual-e5-small, and measured on the others (docs/guides/analytics.md).
 */
const LEAST = 0.28;
const LEAD = 0.03;

/** `nothing`: texts about anything, so that a few examples are not taken for all that can be said. */
export function createNearestTopic(topics: readonly TopicVectors[], nothing: readonly Int8Array[]): NearestTopic {
  const centre = centreOf([...nothing, ...topics.flatMap(({ examples }) => examples)]);
  const known = topics.flatMap(({ id, examples }) => (examples.length === 0 ? [] : [{ id, middle: middleOf(examples, centre) }]));
  return (vector) => {
    const wanted = directionOf(vector, centre);
    const scored = known.map(({ id, middle }) => ({ id, score: cosine(wanted, middle) }));
    const [best, next] = scored.toSorted((one, other) => other.score - one.score);
    if (!best || best.score < LEAST) return undefined;
    return next && best.score - next.score < LEAD ? undefined : best.id;
  };
}

function middleOf(vectors: readonly Int8Array[], centre: Direction): Direction {
  const sum = new Float32Array(centre.length);
  for (const vector of vectors) addTo(sum, directionOf(vector, centre));
  return withLengthOne(sum);
}
