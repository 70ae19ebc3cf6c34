/** Holds threads against the rules of their workspace, once for what was written since the check before, by whichever server comes first. */
import type { ThreadChecks } from "../../compliance/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import type { ThreadKey } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import { checkSweepQueue, MOST_ATTEMPTS, threadCheckQueue } from "./queue.ts";
import type { PartStore } from "../messages/unchecked/store.ts";

export interface CheckingParts {
  store: PartStore;
  checks: Pick<ThreadChecks, "find" | "keep" | "alert">;
  threads: Pick<Threads, "tell">;
  tenancy: Pick<Tenancy, "together" | "togetherEverywhere">;
  jobs: Pick<Jobs, "work" | "every" | "send">;
}

const LOOK_EVERY_SECONDS = 10;
const MOST_DUE = 200;
const AT_ONCE = 4;

export function startChecking({ store, checks, threads, tenancy, jobs }: CheckingParts): void {
  jobs.work(checkSweepQueue, () =>
    tenancy.togetherEverywhere(async () => {
      for (const key of await store.due(MOST_DUE)) await jobs.send(threadCheckQueue, key);
    }),
  );
  jobs.work(threadCheckQueue, check, { atOnce: AT_ONCE });
  jobs.every(checkSweepQueue, {}, LOOK_EVERY_SECONDS);

  async function check(key: ThreadKey, { attempts, signal }: Job): Promise<void> {
    const unchecked = await store.unchecked(key);
    if (!unchecked) return;
    const { part } = unchecked;
    const found = await checks.find(part, { mayWait: attempts < MOST_ATTEMPTS, signal });
    const isKept = await tenancy.together(key.workspaceId, async () => {
      // Another server may have been faster, or the thread is gone.
      if (!(await store.mark(key, unchecked))) return false;
      await checks.keep(part, found);
      return true;
    });
    if (!isKept || found.length === 0) return;
    threads.tell(part);
    await checks.alert(part, found);
  }
}
