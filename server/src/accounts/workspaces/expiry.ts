/** Demo workspaces that nobody claimed go when their visit is over, with everything in them. */
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { sweepQueue } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import { oldDemos, removeDemo } from "./store.ts";

export interface ExpiryParts {
  tenancy: Tenancy;
  log: Log;
  /** Of these workspaces, those that somebody still visits. */
  visited(workspaceIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The files of a workspace's calls. */
  removeFiles(workspaceId: string): Promise<void>;
}

export const expiryQueue = sweepQueue("demo-expiry", 600);

const SWEEP_EVERY_SECONDS = 3_600;
/** Longer than a visit: whoever is still about to claim one keeps it. */
const KEPT_DAYS = 31;
const MOST_AT_ONCE = 20;

export function startExpiry(jobs: Pick<Jobs, "work" | "every">, parts: ExpiryParts): void {
  jobs.work(expiryQueue, async () => void (await sweepDemos(parts)));
  jobs.every(expiryQueue, {}, SWEEP_EVERY_SECONDS);
}

/** Returns how many went. */
export async function sweepDemos({ tenancy, log, visited, removeFiles }: ExpiryParts): Promise<number> {
  const old = await oldDemos(tenancy, KEPT_DAYS);
  const kept = await visited(old);
  const over = old.filter((id) => !kept.has(id)).slice(0, MOST_AT_ONCE);
  for (const id of over) {
    await removeFiles(id);
    await removeDemo(tenancy, id);
  }
  if (over.length > 0) log.info({ count: over.length }, "Demo workspaces whose visits are over have been removed");
  return over.length;
}
