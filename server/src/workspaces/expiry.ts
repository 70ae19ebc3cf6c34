/** Demo workspaces that nobody claimed go when their visit is over, with everything in them. */
import { and, eq, sql } from "drizzle-orm";
import type { Tenancy } from "../platform/database/tenancy.ts";
import type { Log } from "../platform/log/log.ts";
import { workspaces } from "./tables.ts";

export interface Expiry {
  /** Returns how many went. */
  sweep(): Promise<number>;
  stop(): void;
}

export interface ExpiryParts {
  tenancy: Tenancy;
  log: Log;
  /** The files of a workspace's calls. */
  removeFiles(workspaceId: string): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;
/** Longer than a visit: whoever is still about to claim one keeps it. */
const KEPT_DAYS = 31;
const MOST_AT_ONCE = 20;

export function createExpiry({ tenancy, log, removeFiles }: ExpiryParts): Expiry {
  const sweep = async (): Promise<number> => {
    const over = await tenancy.everywhere
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(
        and(
          eq(workspaces.kind, "demo"),
          sql`${workspaces.createdAt} < now() - ${KEPT_DAYS} * interval '1 day'`,
          sql`not exists (select from visits where visits.workspace_id = ${workspaces.id} and visits.expires_at > now())`,
        ),
      )
      .limit(MOST_AT_ONCE);
    for (const { id } of over) {
      await removeFiles(id);
      await tenancy
        .of(id)
        .delete(workspaces)
        .where(and(eq(workspaces.id, id), eq(workspaces.kind, "demo")));
    }
    if (over.length > 0) log.info({ count: over.length }, "Demo workspaces whose visits are over have been removed");
    return over.length;
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, "Demo workspaces could not be removed"));
  }, SWEEP_EVERY_MS).unref();
  return { sweep, stop: () => clearInterval(timer) };
}
