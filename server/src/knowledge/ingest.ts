/**
 * Works on what was added, one item after the other: reads it, divides it into passages, stores them. What waits stands in the database:
 * a server that is killed leaves its item to the next one, which begins it again.
 */
import type { Tenancy } from "../platform/database/tenancy.ts";
import type { Log } from "../platform/log/log.ts";
import { contentsOf, type Readers } from "./contents.ts";
import type { RoomFor } from "./knowledge.ts";
import type { KnowledgeStore, StoredItem, WorkStore } from "./store.ts";

export interface IngestParts extends Readers {
  store: WorkStore & Pick<KnowledgeStore, "original" | "counts">;
  together: Tenancy["together"];
  log: Log;
  roomFor: RoomFor;
  /** Told of each item whose state has changed. */
  changed(item: StoredItem, problem: string | undefined): void;
  /** Its passages are there and need vectors: in the transaction that stores them. */
  wanting(item: StoredItem): Promise<void>;
}

export interface Ingest {
  /** Something waits. */
  wake(): void;
  /** Resolves when nothing waits that this server may take. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Longer than the longest reading. */
const HOLD_MS = 180_000;
/** An item that ended the server that worked on it is not begun for ever. */
const MOST_ATTEMPTS = 3;
/** Another server may have been killed at work. */
const LOOK_EVERY_MS = 30_000;

export function createIngest(parts: IngestParts): Ingest {
  const { store, log } = parts;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let wanted = false;
  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  wake();
  return {
    wake,
    async settled() {
      for (let work = running; work; work = running) await work;
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };

  function wake(): void {
    wanted = true;
    running ??= work().finally(() => {
      running = undefined;
      if (wanted && !stopping.signal.aborted) wake();
    });
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      wanted = false;
      try {
        const item = await store.takeNext(HOLD_MS);
        if (!item) return;
        await workOn(item);
      } catch (error) {
        log.warn({ err: error }, "A knowledge item could not be worked on; it will be tried again");
        return;
      }
    }
  }

  async function workOn(item: StoredItem): Promise<void> {
    if (item.attempts > MOST_ATTEMPTS) return fail(item, "broken");
    const content = await store.original(item);
    if (!content || !(await store.progress(item, 0.1, HOLD_MS))) return;
    const read = await contentsOf(item, content, { ...parts, signal: stopping.signal });
    if (stopping.signal.aborted || read.problem === "interrupted") return store.release(item);
    if (read.problem !== undefined) return fail(item, read.problem);
    const { characters, chunks } = read;
    if (!(await store.progress(item, 0.7, HOLD_MS))) return;
    const { chunks: stored } = await store.counts(item.workspaceId);
    const room = await parts.roomFor(item.workspaceId);
    if (stored - item.chunks + chunks.length > room.chunks) return fail(item, "full");
    const isThere = await parts.together(item.workspaceId, async () => {
      const stored = await store.ready(item, characters, chunks);
      if (stored && item.embedding !== "builtin") await parts.wanting(item);
      return stored;
    });
    if (isThere) parts.changed(item, undefined);
  }

  async function fail(item: StoredItem, problem: string): Promise<void> {
    await store.failed(item, problem);
    parts.changed(item, problem);
  }
}
