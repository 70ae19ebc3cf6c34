import { createMatcher, type Matcher } from "./likeness.ts";
import type { Meaning, Meanings } from "./meaning/meanings.ts";
import { createNearestTopic, type NearestTopic, type TopicVectors } from "./meaning/nearest.ts";
import type { MeaningStore } from "./meaning/store.ts";
import type { TopicStore } from "./store.ts";

export interface TopicMatcher {
  /** By its words. */
  match: Matcher["match"];
  /** Undefined: the workspace has no embedding model, or it fails. */
  meaning?: Meaning & { near: NearestTopic };
}

export type TopicsOf = (workspaceId: string) => Promise<TopicMatcher>;

/** Workspaces whose examples are in memory, and what the vectors of all of them may take. */
const MOST_REMEMBERED = 100;
const MOST_BYTES = 64_000_000;

interface Known {
  version: string;
  meaning: Meaning | undefined;
  bytes: number;
  matcher: TopicMatcher;
}

export interface MatcherParts {
  store: Pick<TopicStore, "version" | "examples">;
  vectors: Pick<MeaningStore, "examples" | "keepExamples">;
  meanings: Pick<Meanings, "of">;
}

/** Made anew when topics or the model have changed, on whichever server. */
export function memoizeLatest({ store, vectors, meanings }: MatcherParts): TopicsOf {
  const known = new Map<string, Known>();
  const make = async (workspaceId: string, version: string): Promise<Known> => {
    const { match } = createMatcher(await store.examples(workspaceId));
    const meaning = await meanings.of(workspaceId);
    const topics = meaning && (await vectorsOf(workspaceId, meaning, vectors));
    if (!meaning || !topics) return { version, meaning: undefined, bytes: 0, matcher: { match } };
    const near = createNearestTopic(topics, meaning.nothing);
    // A direction of four bytes a number for each topic.
    const bytes = topics.length * (meaning.nothing[0]?.length ?? 0) * 4;
    return { version, meaning, bytes, matcher: { match, meaning: { ...meaning, near } } };
  };
  return async (workspaceId) => {
    const [version, meaning] = [await store.version(workspaceId), await meanings.of(workspaceId)];
    const before = known.get(workspaceId);
    if (before?.version === version && before.meaning === meaning) return before.matcher;
    const made = await make(workspaceId, version);
    known.delete(workspaceId);
    known.set(workspaceId, made);
    let bytes = [...known.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [oldest, one] of known) {
      if (known.size <= MOST_REMEMBERED && (bytes <= MOST_BYTES || known.size === 1)) break;
      known.delete(oldest);
      bytes -= one.bytes;
    }
    return made.matcher;
  };
}

/** Examples without a vector get theirs; undefined: the model has failed. */
async function vectorsOf(
  workspaceId: string,
  meaning: Meaning,
  store: MatcherParts["vectors"],
): Promise<TopicVectors[] | undefined> {
  const all = await store.examples(workspaceId, meaning.space);
  const known = new Map(all.flatMap(({ id, vector }) => (vector && meaning.fits(vector) ? [[id, vector]] : [])));
  const bare = all.filter(({ id }) => !known.has(id));
  const made = bare.length === 0 ? [] : await meaning.embed(bare.map(({ text }) => text));
  if (!made) return undefined;
  const rows = bare.flatMap(({ id }, at) => (made[at] ? [{ id, vector: made[at] }] : []));
  await store.keepExamples(workspaceId, meaning.space, rows);
  for (const { id, vector } of rows) known.set(id, vector);
  const topics = new Map<string, Int8Array[]>();
  for (const { id, topicId } of all) {
    const vector = known.get(id);
    if (vector) topics.set(topicId, [...(topics.get(topicId) ?? []), vector]);
  }
  return [...topics].map(([id, examples]) => ({ id, examples }));
}
