/** What models make of questions about nothing: asked of each once, by whoever asks it anything first. */
import type { Choice, Embedders } from "./embedders.ts";
import { spaceOf } from "./embedders.ts";
import { packed } from "./vectors.ts";

/**
 * Questions that the knowledge of hardly any business answers: how near they come to it says from where on nearness means something. Models do not
 * share a scale: to one 0.8 is a stranger, to another 0.4 a sibling.
 */
export const NOTHING = [
  "What is the capital of Mongolia?",
  "How long do I boil an egg?",
  "Who won the football match yesterday?",
  "Can I bring my dog to the wedding?",
  "What colour should I paint my kitchen?",
  "Is it going to rain tomorrow in Nairobi?",
  "How much sugar goes into a cake?",
  "When was the first man on the moon?",
  "Do you sell second-hand bicycles?",
  "My tooth hurts, what should I take?",
  "Which bus goes to the airport?",
  "How do I renew my passport?",
] as const;
const NOTHING_TIMEOUT_MS = 30_000;
/** Workspaces and their models. */
const MOST_KEPT = 1_000;
const REST_MS = 60_000;

interface Kept {
  vectors: readonly Int8Array[];
  /** While it is asked, and after it has failed, nobody asks it. */
  againMs: number;
}

/** By space, what is known by now; the others are asked meanwhile. */
export type Nothing = (workspaceId: string, choices: readonly Choice[]) => ReadonlyMap<string, readonly Int8Array[]>;

export function createNothing(embedders: Embedders): Nothing {
  const kept = new Map<string, Kept>();

  async function ask(workspaceId: string, choice: Choice, mine: Kept): Promise<void> {
    const embedder = await embedders.of(workspaceId, choice);
    const vectors = await embedder?.embed(NOTHING, "question", AbortSignal.timeout(NOTHING_TIMEOUT_MS));
    if (vectors?.length === NOTHING.length) mine.vectors = vectors.map(packed);
  }

  return (workspaceId, choices) => {
    const known = new Map<string, readonly Int8Array[]>();
    for (const choice of choices) {
      const space = spaceOf(choice) ?? "";
      const place = `${workspaceId} ${space}`;
      const there = kept.get(place);
      if (there && there.vectors.length > 0) known.set(space, there.vectors);
      else if (!there || performance.now() > there.againMs) {
        const mine: Kept = { vectors: [], againMs: performance.now() + REST_MS };
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(place, mine);
        ask(workspaceId, choice, mine).catch(() => undefined);
      }
    }
    return known;
  };
}
