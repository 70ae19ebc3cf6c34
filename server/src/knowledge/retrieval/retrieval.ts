/** Asks the retrieval thread, and keeps there what the database holds. */
import type { Log } from "../../platform/log/log.ts";
import type { PassageStore } from "../store.ts";
import type { FoundPassage } from "./passage-index.ts";
import { createRetrievalThread } from "./retrieval-thread.ts";

export interface Asked {
  workspaceId: string;
  question: string;
  most: number;
  /** Of these items; absent: of all. */
  only?: readonly string[] | undefined;
}

export interface Retrieval {
  /** False: this workspace is known to have no knowledge. What is not known yet is found out meanwhile. */
  mayKnow(workspaceId: string): boolean;
  /** The best first. Never rejects: what cannot be had is not found. */
  find(asked: Asked): Promise<readonly FoundPassage[]>;
  /** What the workspace knows has changed. */
  changed(workspaceId: string): void;
  stop(): Promise<void>;
}

/** Another server on the same database may have added something. */
const LOOK_AGAIN_MS = 5_000;
const AT_ONCE = 200;
/** Workspaces that are held; the one that was asked longest ago goes first. */
const MOST_HELD = 200;
const MOST_PASSAGES = 200_000;

interface Held {
  stamp: string | undefined;
  passages: number;
  lookedMs: number;
  looking: Promise<void> | undefined;
}

export function createRetrieval({ store, log }: { store: PassageStore; log: Log }): Retrieval {
  const held = new Map<string, Held>();
  const thread = createRetrievalThread(log, () => held.clear());
  const { tell } = thread;

  return {
    mayKnow(workspaceId) {
      const known = held.get(workspaceId);
      void fresh(workspaceId);
      return known?.looking !== undefined || known === undefined || known.stamp !== undefined;
    },
    async find({ workspaceId, question, most, only }) {
      await fresh(workspaceId);
      if (held.get(workspaceId)?.stamp === undefined) return [];
      return thread.find({ workspaceId, question, most, only });
    },
    changed(workspaceId) {
      const known = held.get(workspaceId);
      if (known) known.lookedMs = -Infinity;
    },
    stop: () => thread.stop(),
  };

  /** What the thread holds of this workspace is what the database has, or nearly. */
  function fresh(workspaceId: string): Promise<void> {
    if (!thread.isThere) return Promise.resolve();
    const known = held.get(workspaceId) ?? { stamp: undefined, passages: 0, lookedMs: -Infinity, looking: undefined };
    held.delete(workspaceId);
    held.set(workspaceId, known);
    if (known.looking) return known.looking;
    if (performance.now() - known.lookedMs < LOOK_AGAIN_MS) return Promise.resolve();
    known.lookedMs = performance.now();
    known.looking = look(workspaceId, known)
      .catch((error: unknown) => log.warn({ err: error }, "What a workspace knows could not be read"))
      .finally(() => (known.looking = undefined));
    return known.looking;
  }

  async function look(workspaceId: string, known: Held): Promise<void> {
    const stamp = await store.stamp(workspaceId);
    if (stamp === known.stamp) return;
    if (stamp === undefined) {
      known.stamp = undefined;
      known.passages = 0;
      return tell({ kind: "forget", workspaceId });
    }
    const titles = await store.titles(workspaceId);
    tell({ kind: "begin", workspaceId });
    let passages = 0;
    for (let after: Parameters<PassageStore["chunks"]>[1]; ;) {
      const chunks = await store.chunks(workspaceId, after, AT_ONCE);
      passages += chunks.length;
      const titled = chunks.map((chunk) => ({ ...chunk, title: titles.get(chunk.itemId) ?? "" }));
      tell({ kind: "passages", workspaceId, passages: titled });
      after = chunks.at(-1);
      if (chunks.length < AT_ONCE) break;
    }
    tell({ kind: "done", workspaceId });
    // The thread failed meanwhile: it has nothing of this.
    if (held.get(workspaceId) !== known) return;
    known.stamp = stamp;
    known.passages = passages;
    for (const oldest of oldestOf(held)) {
      held.delete(oldest);
      tell({ kind: "forget", workspaceId: oldest });
    }
  }
}

/** Of what is held too much, what was asked longest ago. */
function* oldestOf(held: ReadonlyMap<string, Held>): Generator<string> {
  let left = held.size;
  let passages = [...held.values()].reduce((all, one) => all + one.passages, 0);
  for (const [workspaceId, one] of held) {
    if (left <= MOST_HELD && passages <= MOST_PASSAGES) return;
    if (one.looking) continue;
    left--;
    passages -= one.passages;
    yield workspaceId;
  }
}
