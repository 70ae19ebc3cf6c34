/**
 * Makes cloned voices at their provider and deletes them there. That a voice was asked for is written down before it is: after an answer
 * that was lost, the provider is searched for it by its mark before another is made, and whatever carries the mark is deleted with it.
 */
import type { CLONE_PROBLEMS } from "@ongea/contract";
import type { Cloner } from "@ongea/providers";
import type { Actor, Audit } from "../../../accounts/index.ts";
import type { Job, Jobs } from "../../../platform/jobs/jobs.ts";
import type { Log } from "../../../platform/log/log.ts";
import { idOf } from "../library.ts";
import type { AddedStore } from "../store.ts";
import type { CloningAccounts } from "./clones.ts";
import { cloneMakingQueue, cloneRemovalQueue, cloneSweepQueue, MOST_MAKINGS, MOST_REMOVALS } from "./queues.ts";
import type { CloneKey, CloneStore, StoredClone } from "./store.ts";

export interface CloningParts {
  store: CloneStore;
  added: Pick<AddedStore, "add">;
  accounts: CloningAccounts;
  audit: Pick<Audit, "act">;
  log: Pick<Log, "info" | "warn">;
  /** The provider's voices are listed anew. */
  changed(workspaceId: string): void;
}

type Problem = (typeof CLONE_PROBLEMS)[number];

const DRAFT_DAYS = 7;
const SWEPT_AT_ONCE = 200;
const SWEEP_EVERY_SECONDS = 3_600;

export function startCloning(jobs: Pick<Jobs, "work" | "every">, parts: CloningParts): void {
  jobs.work(cloneMakingQueue, (key, job) => make(parts, key, job));
  jobs.work(cloneRemovalQueue, (key, job) => remove(parts, key, job));
  jobs.work(cloneSweepQueue, () => sweep(parts, new Date(Date.now() - DRAFT_DAYS * 86_400_000)));
  jobs.every(cloneSweepQueue, {}, SWEEP_EVERY_SECONDS);
}

export function markOf({ id }: Pick<StoredClone, "id">): string {
  return `ongea-${id}`;
}

async function make(parts: CloningParts, key: CloneKey, { attempts, signal }: Job): Promise<void> {
  const { store, accounts } = parts;
  const row = await store.one(key);
  if (row?.state !== "making") return;
  const failed = (problem: Problem, says: string): Promise<void> => {
    // What has no answer is asked again; a no is a no.
    if (problem === "unreachable" && attempts < MOST_MAKINGS) throw new Error(says);
    return settleFailed(parts, row, problem, says);
  };
  const cloner = await accounts.of(key.workspaceId, row.provider);
  if (!cloner) return failed("not_connected", "its provider is not connected");
  if (row.askedAt !== null) {
    const found = await cloner.find(markOf(row), signal);
    signal.throwIfAborted();
    if (!found.ok) return failed(found.problem, found.says);
    if (found.voiceIds.length > 0) return settleReady(parts, row, cloner, found.voiceIds);
  }
  const sample = await store.sound(key, "sample");
  if (!sample) throw new Error("A cloned voice has no sample");
  await store.change(key, ["making"], { askedAt: new Date() });
  const order = { name: row.name, mark: markOf(row), language: row.language, sample };
  const made = await cloner.make(order, signal);
  signal.throwIfAborted();
  if (!made.ok) return failed(made.problem, made.says);
  return settleReady(parts, row, cloner, [made.voiceId]);
}

async function settleReady(
  { store, added, accounts, audit, log, changed }: CloningParts,
  row: StoredClone,
  cloner: Cloner,
  [voiceId = "", ...more]: readonly string[],
): Promise<void> {
  const { workspaceId, provider, name, language } = row;
  const engine = (await accounts.engines(workspaceId)).find((one) => one.provider === provider);
  await audit.act(actorOf(row), async (write) => {
    if (!(await store.change(row, ["making"], { state: "ready", problem: null, voiceId }))) return;
    const shown = { id: idOf({ provider, voiceId }), accent: "", gender: "neutral" as const, added: true, offered: true };
    await added.add(workspaceId, { ...shown, provider, voice_id: voiceId, name, language, model: engine?.model ?? provider });
    await write({ act: "voice.cloned", subject: name, details: { provider, speaker: row.speaker } });
  });
  changed(workspaceId);
  // Of an answer that was lost and another that came: one is enough.
  for (const one of more) {
    const removed = await cloner.remove(one);
    if (!removed.ok)
      log.warn({ clone: row.id, problem: removed.problem }, "A second copy of a cloned voice could not be deleted");
  }
}

async function settleFailed(
  { store, audit, log }: CloningParts,
  row: StoredClone,
  problem: Problem,
  says: string,
): Promise<void> {
  log.warn({ clone: row.id, provider: row.provider, problem, says }, "A voice was not cloned");
  await audit.act(actorOf(row), async (write) => {
    if (!(await store.change(row, ["making"], { state: "failed", problem }))) return;
    await write({ act: "voice.clone_failed", subject: row.name, details: { provider: row.provider, problem } });
  });
}

async function remove(
  { store, accounts, audit, changed }: CloningParts,
  key: CloneKey,
  { attempts, signal }: Job,
): Promise<void> {
  const row = await store.one(key);
  if (row?.state !== "removing") return;
  const cloner = await accounts.of(key.workspaceId, row.provider);
  const problem = cloner ? await removedBy(cloner, row, signal) : ("not_connected" as const);
  signal.throwIfAborted();
  if (problem !== undefined) {
    // Shown, and it may be asked for again; this job goes on trying meanwhile.
    await store.change(key, ["removing"], { problem });
    if (attempts < MOST_REMOVALS) throw new Error(`A cloned voice could not be deleted: ${problem}`);
    return;
  }
  await audit.act(actorOf(row), async (write) => {
    await store.remove(key);
    await write({ act: "voice.clone_gone", subject: row.name, details: { provider: row.provider } });
  });
  changed(key.workspaceId);
}

async function removedBy(cloner: Cloner, row: StoredClone, signal: AbortSignal): Promise<Problem | undefined> {
  const found = await cloner.find(markOf(row), signal);
  if (!found.ok) return found.problem;
  const known = row.voiceId === null ? [] : [row.voiceId];
  for (const voiceId of new Set([...known, ...found.voiceIds])) {
    const removed = await cloner.remove(voiceId, signal);
    if (!removed.ok) return removed.problem;
  }
  return undefined;
}

/** The recordings of people whose voices were never made are not kept for ever. */
async function sweep({ store, log }: CloningParts, before: Date): Promise<void> {
  const forgotten = await store.forgotten(before, SWEPT_AT_ONCE);
  for (const key of forgotten) await store.remove(key);
  if (forgotten.length > 0) log.info({ count: forgotten.length }, "Drafts of cloned voices that nobody went on with are gone");
}

function actorOf({ workspaceId, actor }: StoredClone): Actor {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored from an actor
  return { workspaceId, ...(actor ?? { kind: "person", id: "", name: "" }) } as Actor;
}
