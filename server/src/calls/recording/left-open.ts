/**
 * Recordings of calls that another server has settled: the sound lay here, on the machine that carried them, and is found again. And those that
 * were withheld because they could not be masked.
 */
import type { Entry } from "@ongea/contract";
import type { Log } from "../../platform/log/log.ts";
import type { CallKey, CallRow } from "../records/store.ts";
import type { Recordings } from "../../engines/index.ts";
import type { MaskSound } from "./mask-sound.ts";

export interface LeftOpenParts {
  store: {
    /** Calls that are over and whose recording nobody has completed, newest first. */
    leftOpen(): Promise<Pick<CallRow, "id" | "workspaceId" | "recording" | "traits">[]>;
    /** `null`: there is no sound in it. */
    closeRecording(call: CallKey, recording: string | null): Promise<void>;
  };
  recordings: Pick<Recordings, "path" | "repair">;
  /** On this server: its sound still comes, whoever has settled it. */
  isRunning(callId: string): boolean;
  entries(call: CallKey): Promise<Entry[]>;
  maskSound: MaskSound;
  log: Log;
}

/** Completes those that lie on this machine. Never rejects: what fails is tried again an hour later. */
export async function completeLeftOpen({ store, recordings, isRunning, entries, maskSound, log }: LeftOpenParts): Promise<void> {
  try {
    let count = 0;
    for (const { recording, traits, ...call } of await store.leftOpen()) {
      if (recording === null || isRunning(call.id) || recordings.path(recording) === undefined) continue;
      const hasSound = recordings.repair(recording) !== undefined;
      if (hasSound && traits.masked && !(await maskSound({ ...call, recording, traits }, await entries(call)))) continue;
      await store.closeRecording(call, hasSound ? recording : null);
      count++;
    }
    if (count > 0) log.info({ count }, "Recordings of calls that another server has settled are found again");
  } catch (error) {
    log.warn({ err: error }, "Recordings that were left open could not be completed");
  }
}
