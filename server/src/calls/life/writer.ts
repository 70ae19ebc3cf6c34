/** Stores what happens in calls, of each call in order; what the database does not take at once waits on disk for it. */
import { join } from "node:path";
import { createWriteBehind, type WriteBehind } from "../../platform/database/write-behind.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CallKey, CallStore, CallWrite, CallWriter, Ended } from "../store.ts";

export interface WriterParts {
  store: Pick<CallStore, "add" | "change" | "addEntry" | "finish">;
  /** Written down together with a call's end. */
  ended: Ended;
  log: Log;
  dataDir: string;
}

export interface CallWriting extends CallWriter, Pick<WriteBehind<never>, "replay" | "waiting" | "stop"> {}

export function createCallWriter({ store, ended, log, dataDir }: WriterParts): CallWriting {
  const waiting = createWriteBehind<{ call: CallKey; write: CallWrite }>({
    file: join(dataDir, "calls-waiting"),
    apply: ({ call, write }) => apply(call, write),
    log,
  });
  return {
    write({ id, workspaceId }, write) {
      return waiting.write(id, { call: { id, workspaceId }, write }, { last: write.kind === "finish" });
    },
    replay: () => waiting.replay(),
    stop: () => waiting.stop(),
    get waiting() {
      return waiting.waiting;
    },
  };

  async function apply(call: CallKey, write: CallWrite): Promise<void> {
    switch (write.kind) {
      case "begin":
        return store.add(write.row);
      case "change":
        return store.change(call, write.change);
      case "entry":
        return store.addEntry(call, write.position, write.entry);
      case "finish":
        return store.finish(call, write.change, ended);
    }
  }
}
