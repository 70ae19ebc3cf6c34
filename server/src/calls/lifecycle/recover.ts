/** Gives a call whose server is gone its end, once, and its recording a true length. */
import type { Entry } from "@ongea/contract";
import type { CloseReason } from "@ongea/conversation";
import type { Log } from "../../platform/log/log.ts";
import type { Recordings } from "../../engines/index.ts";
import type { CallRow, CallStore, Ended } from "../records/store.ts";
import { summarise } from "../records/summary.ts";
import type { SoundMasking } from "../recording/mask-sound.ts";
import { linesLeftOpen } from "./lines.ts";
import { endingOf, interrupted, type Ending } from "./endings.ts";

export interface RecoverParts extends SoundMasking {
  store: Pick<CallStore, "entries" | "apply">;
  recordings: Pick<Recordings, "path" | "repair">;
  log: Log;
  /** What else is written down with the end of a call. */
  ended: Ended;
  costOf(seconds: number, entries: readonly Entry[]): CallRow["cost"];
}

export async function recoverCall(
  row: CallRow,
  { store, recordings, maskSound, log, ended, costOf }: RecoverParts,
): Promise<void> {
  const entries = await store.entries(row);
  const isHere = row.recording !== null && recordings.path(row.recording) !== undefined;
  const soundMs = row.recording !== null && isHere ? repaired(row.recording, recordings, log) : undefined;
  const lastMs = Math.max(0, soundMs ?? 0, ...entries.map((entry) => ("endMs" in entry ? entry.endMs : entry.atMs)));
  const lines = linesLeftOpen(entries, lastMs);
  const { transcript, latency, weave, transfer, measures } = summarise(entries, lastMs);
  const ending: Ending = entries.some((entry) => entry.kind === "closed")
    ? endingOf(closeReason(entries), row, entries)
    : interrupted(row.status);
  const now = new Date();
  const last = {
    ...ending,
    errorMessage: row.recording !== null && !isHere ? elsewhere(ending) : ending.errorMessage,
    endedAt: now,
    updatedAt: now,
    durationSeconds: lastMs / 1_000,
    transcript,
    latency,
    weave,
    transfer,
    measures,
    // What lies on the machine that carried the call is completed there, when that starts again (recording/left-open.ts).
    recording: soundMs || !isHere ? row.recording : null,
    recordingClosed: soundMs !== undefined && ((await maskSound?.(row, entries)) ?? true),
    cost: costOf(row.answeredAt ? lastMs / 1_000 : 0, [...entries, ...lines]),
  };
  const left = lines.map((entry, at) => ({ position: entries.length + at, entry }));
  await store.apply(row, { entries: left, finish: last }, ended);
  log.warn(
    { callId: row.id, seconds: Math.round(lastMs / 1_000) },
    "A call that was cut off by the end of its server has been settled",
  );
}

function elsewhere({ errorMessage }: Ending): string {
  return `${errorMessage ?? ""} Its recording lies on the machine that carried it.`.trim();
}

function repaired(name: string, recordings: RecoverParts["recordings"], log: Log): number | undefined {
  try {
    return recordings.repair(name);
  } catch (error) {
    log.error({ err: error }, "A recording could not be repaired");
    return undefined;
  }
}

function closeReason(entries: readonly Entry[]): CloseReason {
  const closed = entries.find((entry) => entry.kind === "closed");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by a conversation; the wire has it as a text
  return (closed?.reason ?? "stopped") as CloseReason;
}
