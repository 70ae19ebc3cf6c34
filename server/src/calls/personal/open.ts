/** What of calls is deleted by its age, or because it is one person's. */
import type { Recordings } from "../../engines/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CallRow, CallStore } from "../records/store.ts";
import { removeFiles } from "./files.ts";
import { createDueCalls, createFilesToRemove, createPersonalCalls, type DueCalls, type PersonalCalls } from "./store.ts";

export interface Personal {
  due: DueCalls;
  calls: PersonalCalls;
  /** Where a recording lies; undefined: not on this server. */
  path(recording: string): string | undefined;
  /** In the transaction around it. */
  foundAgain(workspaceId: string, callIds: readonly string[]): Promise<void>;
  removeFiles(): Promise<void>;
}

export interface PersonalParts {
  tenancy: Tenancy;
  store: Pick<CallStore, "those">;
  recordings: Pick<Recordings, "path" | "remove">;
  log: Log;
  foundAgain(db: Db, calls: readonly CallRow[]): Promise<void>;
}

export function openPersonal({ tenancy, store, recordings, log, foundAgain }: PersonalParts): Personal {
  const files = createFilesToRemove(tenancy);
  return {
    due: createDueCalls(tenancy),
    calls: createPersonalCalls(tenancy),
    path: (recording) => recordings.path(recording),
    foundAgain: async (workspaceId, callIds) => foundAgain(tenancy.of(workspaceId), await store.those(workspaceId, callIds, {})),
    removeFiles: () => removeFiles({ store: files, recordings, log }),
  };
}
