/** Deletes what is older than its workspace keeps it: hourly, a batch in a transaction, each with its entry in the audit log. */
import { randomUUID } from "node:crypto";
import { RETAINED, type Retained, type Retention } from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import { sweepQueue } from "../../platform/jobs/queue.ts";
import type { DueCalls } from "../erasure/personal-calls.ts";
import type { PrivacyStore } from "../erasure/store.ts";

export interface RetentionParts {
  store: Pick<PrivacyStore, "retentions" | "retentionOf" | "addDeletion">;
  audit: Pick<Audit, "act">;
  due: DueCalls;
  messages(workspaceId: string, before: Date, most: number): Promise<number>;
  /** The calls are found by the words that are left, in the same transaction. */
  foundAgain(workspaceId: string, callIds: readonly string[]): Promise<void>;
  removeFiles(): Promise<void>;
  now(): Date;
}

export const retentionQueue = sweepQueue("retention", 3_000);
export const RETENTION_EVERY_SECONDS = 3_600;

const BATCH = 500;
const DAY_MS = 86_400_000;

/** Who deletes where nobody in person does. */
export const privacyActor = (workspaceId: string): Actor => ({ workspaceId, kind: "operator", id: "privacy", name: "Ongea" });

/** What a kill interrupts is gone on with by the next run: a batch is deleted and told of, or neither. */
export async function applyRetention(parts: RetentionParts, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const { workspaceId } of await parts.store.retentions()) {
    signal?.throwIfAborted();
    try {
      // As it is now: somebody may have changed it while others' data was deleted.
      const days = await parts.store.retentionOf(workspaceId);
      await applyTo(parts, { workspaceId, days, ...(signal && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      // What fails in one workspace keeps no other one's data.
      failures.push(error);
    }
  }
  await parts.removeFiles();
  if (failures.length > 0) throw new AggregateError(failures, "Data of some workspaces could not be deleted");
}

async function applyTo(
  parts: RetentionParts,
  { workspaceId, days, signal }: { workspaceId: string; days: Retention; signal?: AbortSignal },
): Promise<void> {
  const { store, audit, now } = parts;
  const id = randomUUID();
  const at = now();
  for (const kind of RETAINED) {
    const kept = days[kind];
    if (kept === null) continue;
    const before = new Date(at.getTime() - kept * DAY_MS);
    for (let deleted = BATCH; deleted === BATCH;) {
      signal?.throwIfAborted();
      deleted = await audit.act(privacyActor(workspaceId), async (write) => {
        const rows = await deleteDue(parts, kind, workspaceId, before);
        if (rows === 0) return 0;
        const counts = { [kind]: rows };
        await store.addDeletion({ id, workspaceId, reason: "retention", counts, at });
        await write({ act: "privacy.retention_applied", details: counts });
        return rows;
      });
    }
  }
}

async function deleteDue({ due, messages, foundAgain }: RetentionParts, kind: Retained, workspaceId: string, before: Date) {
  if (kind === "messages") return messages(workspaceId, before, BATCH);
  if (kind !== "transcripts") return due[kind](workspaceId, before, BATCH);
  const ids = await due.transcripts(workspaceId, before, BATCH);
  await foundAgain(workspaceId, ids);
  return ids.length;
}
