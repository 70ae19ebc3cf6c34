/** A call's recording after its end: what is masked in its words is silent in it before anybody hears it. */
import type { Entry } from "@ongea/contract";
import { silentRanges } from "../../compliance/index.ts";
import { type Range, type Recordings, SHARED_RECORDINGS } from "../../engines/index.ts";
import { withTimeout } from "../../platform/async/with-timeout.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CallRow } from "../records/store.ts";

export type RecordedCall = Pick<CallRow, "id" | "recording" | "traits">;

/** Whether its recording may be heard now. Never rejects: one that could not be masked is withheld, and masked later. */
export type MaskSound = (call: RecordedCall, journal: readonly Entry[]) => Promise<boolean>;

export interface SoundMasking {
  /** Absent: nothing is masked. */
  maskSound?: MaskSound | undefined;
}

export interface MaskSoundParts {
  recordings: Pick<Recordings, "mask">;
  log: Pick<Log, "error">;
  limitMs?: number;
}

/** An hour of two sides takes a few seconds; the end of the call waits for it. */
const LIMIT_MS = 60_000;
const WITHHELD = { code: "not-masked", message: "The recording is withheld until what is masked in it is silent" };

export function createMaskSound({ recordings, log, limitMs = LIMIT_MS }: MaskSoundParts): MaskSound {
  return async ({ id, recording, traits }, journal) => {
    if (recording === null || traits.masked === undefined || recording.startsWith(SHARED_RECORDINGS)) return true;
    try {
      const work = recordings.mask(recording, rangesOf(journal), traits.masked === "sealed");
      await withTimeout(work, limitMs, "A recording was not masked in time");
      return true;
    } catch (error) {
      log.error({ err: error, callId: id }, "A recording is withheld: what is masked could not be made silent");
      return false;
    }
  };
}

interface EndedCall extends SoundMasking {
  call: RecordedCall;
  record: { entries: readonly Entry[]; note(entry: Extract<Entry, { kind: "failure" }>): void };
  atMs: number;
}

/** As the finished row has it; the transcript says of one that is withheld that it is. */
export async function closeRecording({ call, record, atMs, maskSound }: EndedCall) {
  const { recording } = call;
  const recordingClosed = recording !== null && ((await maskSound?.(call, record.entries)) ?? true);
  if (recording !== null && !recordingClosed)
    record.note({ kind: "failure", atMs, stage: "record", problem: WITHHELD, recovery: "none" });
  return { recording, recordingClosed };
}

function rangesOf(journal: readonly Entry[]): Range[] {
  const { caller, assistant } = silentRanges(journal);
  return [
    ...caller.map((part) => ({ ...part, side: "caller" as const })),
    ...assistant.map((part) => ({ ...part, side: "assistant" as const })),
  ];
}
