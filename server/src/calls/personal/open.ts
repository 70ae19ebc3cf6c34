/** What of calls is deleted by its age, or because it is one person's. */
import type { CallsOfPeople } from "../../compliance/index.ts";
import type { Recordings } from "../../engines/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CallRow, CallStore } from "../records/store.ts";
import type { CallWords } from "../records/words/store.ts";
import { removeFiles } from "./files.ts";
import { createDueCalls, createFilesToRemove, createPersonalCalls } from "./store.ts";

export interface PersonalParts {
  tenancy: Tenancy;
  store: Pick<CallStore, "those">;
  recordings: Pick<Recordings, "path" | "remove">;
  log: Log;
  /** Of what webhooks were told, what is due. */
  deliveries: CallsOfPeople["due"]["deliveries"];
  words: readonly CallWords[];
  foundAgain(db: Db, calls: readonly CallRow[]): Promise<void>;
}

export function openPersonal({ tenancy, store, recordings, log, deliveries, words, foundAgain }: PersonalParts): CallsOfPeople {
  const files = createFilesToRemove(tenancy);
  return {
    due: { ...createDueCalls(tenancy, words), deliveries },
    calls: createPersonalCalls(tenancy, words),
    path: (recording) => recordings.path(recording),
    foundAgain: async (workspaceId, callIds) => foundAgain(tenancy.of(workspaceId), await store.those(workspaceId, callIds, {})),
    removeFiles: () => removeFiles({ store: files, recordings, log }),
  };
}
