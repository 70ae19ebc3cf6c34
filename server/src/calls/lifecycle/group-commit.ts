/**
 * Group commit: what several calls of a workspace write within a moment, or while a transaction of it is on its way, goes into the database
 * together. A hundred calls that begin or end at once take a few transactions and not hundreds.
 *
 * All or none of a group is stored. One that the database refuses is tried again one by one, so that a bad write is its call's alone.
 */
import { isAway } from "../../platform/database/away.ts";
import type { WriteOfCall } from "../records/store.ts";

export interface GroupCommitParts {
  applyAll(workspaceId: string, writes: readonly WriteOfCall[]): Promise<void>;
  /** A first write waits so long for others; five times as long where many came together just before. */
  gatherMs?: number;
  mostTogether?: number;
  patienceMs?: number;
}

const GATHER_MS = 10;
/** So many together are a storm: fewer and larger transactions leave the machine to the calls. */
const MANY = 3;
const LONGER = 5;
const MOST_TOGETHER = 64;
/** A database that says nothing for so long holds up this group, and not those behind it. */
const PATIENCE_MS = 8_000;

interface Waiting {
  written: WriteOfCall;
  resolve(): void;
  reject(error: unknown): void;
}

/** Of one call there is never more than one write on its way. */
export function createGroupCommit(parts: GroupCommitParts): (written: WriteOfCall) => Promise<void> {
  const { applyAll, gatherMs = GATHER_MS, mostTogether = MOST_TOGETHER, patienceMs = PATIENCE_MS } = parts;
  const waitingOf = new Map<string, Waiting[]>();
  let lastTogether = 0;

  return (written) =>
    new Promise((resolve, reject) => {
      const { workspaceId } = written.call;
      const waiting = waitingOf.get(workspaceId);
      const one = { written, resolve, reject };
      if (waiting) return void waiting.push(one);
      waitingOf.set(workspaceId, [one]);
      setTimeout(() => void commit(workspaceId), lastTogether < MANY ? gatherMs : LONGER * gatherMs);
    });

  async function commit(workspaceId: string): Promise<void> {
    const waiting = waitingOf.get(workspaceId) ?? [];
    lastTogether = waiting.length;
    while (waiting.length > 0) await within(patienceMs, together(workspaceId, waiting.splice(0, mostTogether)));
    waitingOf.delete(workspaceId);
  }

  async function together(workspaceId: string, group: readonly Waiting[]): Promise<void> {
    try {
      await applyAll(
        workspaceId,
        group.map(({ written }) => written),
      );
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1 || isAway(error)) for (const { reject } of group) reject(error);
      else for (const one of group) await together(workspaceId, [one]);
    }
  }
}

function within(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms);
    void work.finally(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
