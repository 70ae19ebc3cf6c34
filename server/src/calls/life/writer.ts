/** Stores what happens in calls, of each call in order; what the database does not take at once waits for it. */
import type { Log } from "../../platform/log/log.ts";
import type { CallKey, CallStore, CallWrite, CallWriter, Ended } from "../store.ts";

export interface WriterParts {
  store: CallStore;
  /** Written down together with a call's end. */
  ended: Ended;
  log: Log;
}

export function createCallWriter({ store, ended, log }: WriterParts): CallWriter {
  /** Of each call, the write before. */
  const last = new Map<string, Promise<void>>();
  return {
    write(call, write) {
      const before = last.get(call.id) ?? Promise.resolve();
      const stored = before.then(() => apply(call, write));
      const kept = stored.catch((error: unknown) => {
        log.error({ err: error, callId: call.id, kind: write.kind }, "What happened in a call could not be stored");
      });
      last.set(call.id, kept);
      void kept.then(() => last.get(call.id) === kept && last.delete(call.id));
      return stored;
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
