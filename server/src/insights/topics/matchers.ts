import { createMatcher, type Matcher } from "./likeness.ts";
import type { TopicStore } from "./store.ts";

export type TopicsOf = (workspaceId: string) => Promise<Matcher>;

/** Workspaces whose examples are in memory. */
const MOST_REMEMBERED = 100;

/** Made anew when topics have changed, on whichever server. */
export function memoizeLatest(store: Pick<TopicStore, "version" | "examples">): TopicsOf {
  const known = new Map<string, { version: string; matcher: Matcher }>();
  return async (workspaceId) => {
    const version = await store.version(workspaceId);
    const before = known.get(workspaceId);
    if (before?.version === version) return before.matcher;
    const matcher = createMatcher(await store.examples(workspaceId));
    known.delete(workspaceId);
    known.set(workspaceId, { version, matcher });
    for (const oldest of known.keys()) if (known.size > MOST_REMEMBERED) known.delete(oldest);
    return matcher;
  };
}
