/** Tells people that calls are not recorded: once in a while for each workspace, not once a call. */
import type { Activity } from "../../accounts/index.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CallRow } from "../records/store.ts";

const EVERY_MS = 600_000;
/** More workspaces than this at once: some are told again. */
const MOST_REMEMBERED = 1_000;

export function createRecordingAlerts(activity: Pick<Activity, "tell">, log: Log): (call: CallRow) => void {
  const toldAtMs = new Map<string, number>();
  return ({ id, workspaceId, agentName }) => {
    const before = toldAtMs.get(workspaceId);
    if (before !== undefined && performance.now() - before < EVERY_MS) return;
    if (toldAtMs.size >= MOST_REMEMBERED) toldAtMs.clear();
    toldAtMs.set(workspaceId, performance.now());
    activity
      .tell(workspaceId, {
        kind: "recording.stopped",
        tone: "error",
        details: { name: agentName },
        subject: { kind: "call", id },
        notify: true,
      })
      .catch((error: unknown) => {
        toldAtMs.delete(workspaceId);
        log.warn({ err: error, callId: id }, "Nobody could be told that a recording stopped");
      });
  };
}
