/**
 * Lines of trunks: how many calls a trunk carries at a time, and how many begin at it in a second. Counted in the database for all servers
 * together: whoever takes a line holds the trunk's row, as whoever claims contacts of a batch holds the workspace's.
 */
import { randomUUID } from "node:crypto";
import { refuse } from "../../platform/http/refuse.ts";
import type { LineRequest, LineStore } from "./store.ts";

export interface TakenLine {
  /** When it may ring: resolves after two seconds at most. */
  turn(): Promise<void>;
  /** However the call ended. May be called more than once. */
  release(): void;
}

export interface TrunkLines {
  /** Refuses with "call.trunk_full" or "call.trunk_too_fast". Nothing is written where the trunk has no limits. */
  take(asked: LineRequest): Promise<TakenLine>;
  /** Refuses what `take` would refuse now, and takes nothing. */
  check(asked: LineRequest): Promise<void>;
}

export interface TrunkLinesParts {
  store: LineStore;
  /** The server that carries its calls: lines of one that is gone are free. */
  ownerId: string;
}

/** Whoever would wait longer for a turn is told so. */
export const LONGEST_WAIT_MS = 2_000;
/** The database was away when a line was given back. */
const GIVE_AGAIN_MS = 2_000;

export const FREE_LINE: TakenLine = { turn: async () => undefined, release: () => undefined };

export function createTrunkLines({ store, ownerId }: TrunkLinesParts): TrunkLines {
  return {
    async take(asked) {
      if (isWithoutLimits(asked)) return FREE_LINE;
      const id = randomUUID();
      let isHeld = true;
      const give = (): void => void store.give(asked.workspaceId, id).catch(() => setTimeout(give, GIVE_AGAIN_MS).unref());
      const release = (): void => {
        if (isHeld) give();
        isHeld = false;
      };
      try {
        const taken = await store.take({ ...asked, id, ownerId, longestWaitMs: LONGEST_WAIT_MS });
        if (typeof taken === "string") throw refuse(taken);
        return { turn: () => until(taken.dueMs), release };
      } catch (error) {
        // It may have been taken all the same: the answer may have been lost.
        release();
        throw error;
      }
    },
    async check(asked) {
      if (isWithoutLimits(asked)) return;
      const problem = await store.problem({ ...asked, longestWaitMs: LONGEST_WAIT_MS });
      if (problem) throw refuse(problem);
    },
  };
}

const isWithoutLimits = ({ limits }: LineRequest): boolean => limits.lines === null && limits.callsPerSecond === null;

function until(dueMs: number): Promise<void> {
  const waitMs = dueMs - performance.now();
  return waitMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, waitMs));
}
