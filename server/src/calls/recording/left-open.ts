/** Recordings of calls that another server has settled: the sound lay here, on the machine that carried them, and is found again. */
import type { Log } from "../../platform/log/log.ts";
import type { CallKey, CallRow } from "../records/store.ts";
import type { Recordings } from "../../engines/index.ts";

export interface LeftOpenParts {
  store: {
    /** Calls that are over and whose recording nobody has completed, newest first. */
    leftOpen(): Promise<Pick<CallRow, "id" | "workspaceId" | "recording">[]>;
    /** `null`: there is no sound in it. */
    closeRecording(call: CallKey, recording: string | null): Promise<void>;
  };
  recordings: Pick<Recordings, "path" | "repair">;
  log: Log;
}

/** Completes those that lie on this machine. Never rejects: what fails is tried again at the next start. */
export async function completeLeftOpen({ store, recordings, log }: LeftOpenParts): Promise<void> {
  try {
    let count = 0;
    for (const { recording, ...call } of await store.leftOpen()) {
      if (recording === null || recordings.path(recording) === undefined) continue;
      const hasSound = recordings.repair(recording) !== undefined;
      await store.closeRecording(call, hasSound ? recording : null);
      count++;
    }
    if (count > 0) log.info({ count }, "Recordings of calls that another server has settled are found again");
  } catch (error) {
    log.warn({ err: error }, "Recordings that were left open could not be completed");
  }
}
