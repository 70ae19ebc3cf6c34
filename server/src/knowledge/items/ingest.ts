/**
 * Works on added items in three lanes: reads each, divides it into passages, stores them. Workspaces take turns, one item at a time in each
 * lane. What waits stands in the database: a server that is killed leaves its item to the next one, which begins it again.
 */
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { createWorker, type Worker } from "../../platform/jobs/worker.ts";
import type { Log } from "../../platform/log/log.ts";
import { contentsOf, type Readers } from "./contents.ts";
import type { RoomFor } from "./knowledge.ts";
import { LANES, type KnowledgeStore, type Lane, type StoredItem, type WorkStore } from "../passages/store.ts";

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
/** Addresses mostly wait for their servers. */
const AT_ONCE: Readonly<Record<Lane, number>> = { documents: 2, pages: 4, sites: 4 };
/** Another server may have been killed at work. */
const LOOK_EVERY_MS = 30_000;

export function createIngest(parts: IngestParts): Ingest {
  const stopping = new AbortController();
  const { signal } = stopping;
  const lanes = LANES.map((lane) => createLane(lane, parts, signal));
  const wake = (): void => lanes.forEach((lane) => lane.wake());
  const settled = async (): Promise<void> => {
    for (const lane of lanes) await lane.settled();
  };
  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  wake();
  return {
    wake,
    settled,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await settled();
    },
  };
}

function createLane(lane: Lane, parts: IngestParts, signal: AbortSignal): Worker<StoredItem> {
  const { store, log } = parts;
  const worker = createWorker<StoredItem>({
    async take(most) {
      const items: StoredItem[] = [];
      for (let item = await store.takeNext(HOLD_MS, lane); item; item = await store.takeNext(HOLD_MS, lane)) {
        items.push(item);
        if (items.length === most) break;
      }
      return items;
    },
    // The next item of the same workspace may begin then.
    handle: (item) => workOn(item).finally(() => worker.wake()),
    atOnce: AT_ONCE[lane],
    signal,
    log,
  });
  return worker;

  async function workOn(item: StoredItem): Promise<void> {
    if (item.attempts > MOST_ATTEMPTS) return fail(item, "broken");
    const content = await store.original(item);
    if (!content || !(await store.progress(item, 0.1, HOLD_MS))) return;
    const onPage = (pages: number): Promise<boolean> => store.progress(item, 0.1 + (0.6 * pages) / item.pages, HOLD_MS, pages);
    const read = await contentsOf(item, content, { ...parts, onPage, signal });
    if (signal.aborted || read.problem === "interrupted") return store.release(item);
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
