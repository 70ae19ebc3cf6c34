/** Whether a workspace may use what the installation pays for, as every call asks: soon, also while the database is away. */
import type { Log } from "../../platform/log/log.ts";
import { DATABASE_IS_LATE, withTimeout } from "../../platform/async/with-timeout.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { Workspaces } from "./store.ts";

export interface Admissions {
  /** Never rejects. What was last known holds while the database is away; of a workspace that nobody knows, no. */
  has(workspaceId: string): Promise<boolean>;
}

/** Another server may have changed it. */
const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
const MOST_REMEMBERED = 10_000;

export function createAdmissions(workspaces: Pick<Workspaces, "read">, log: Pick<Log, "warn">): Admissions {
  const lastRead = new Map<string, boolean>();
  const admitted = memoizeFor(FRESH_MS, async (workspaceId) => (await workspaces.read(workspaceId)).admitted);
  return {
    async has(workspaceId) {
      try {
        const isAdmitted = await withTimeout(admitted(workspaceId), PATIENCE_MS, DATABASE_IS_LATE);
        if (lastRead.size >= MOST_REMEMBERED) lastRead.clear();
        lastRead.set(workspaceId, isAdmitted);
        return isAdmitted;
      } catch (error) {
        log.warn({ err: error }, "A call goes by what was last known of its workspace");
        return lastRead.get(workspaceId) ?? false;
      }
    },
  };
}
