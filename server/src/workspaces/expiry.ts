/** Demo workspaces that nobody claimed go when their visit is over, with everything in them. */
import type { Tenancy } from "../platform/database/tenancy.ts";
import type { Log } from "../platform/log/log.ts";
import { oldDemos, removeDemo } from "./store.ts";

export interface Expiry {
  /** Returns how many went. */
  sweep(): Promise<number>;
  stop(): void;
}

export interface ExpiryParts {
  tenancy: Tenancy;
  log: Log;
  /** Of these workspaces, those that somebody still visits. */
  visited(workspaceIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The files of a workspace's calls. */
  removeFiles(workspaceId: string): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;
/** Longer than a visit: whoever is still about to claim one keeps it. */
const KEPT_DAYS = 31;
const MOST_AT_ONCE = 20;

export function createExpiry({ tenancy, log, visited, removeFiles }: ExpiryParts): Expiry {
  const sweep = async (): Promise<number> => {
    const old = await oldDemos(tenancy, KEPT_DAYS);
    const kept = await visited(old);
    const over = old.filter((id) => !kept.has(id)).slice(0, MOST_AT_ONCE);
    for (const id of over) {
      await removeFiles(id);
      await removeDemo(tenancy, id);
    }
    if (over.length > 0) log.info({ count: over.length }, "Demo workspaces whose visits are over have been removed");
    return over.length;
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, "Demo workspaces could not be removed"));
  }, SWEEP_EVERY_MS).unref();
  return { sweep, stop: () => clearInterval(timer) };
}
