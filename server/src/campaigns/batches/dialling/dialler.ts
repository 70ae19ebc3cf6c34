/**
 * Dials what batches have to dial. A contact is claimed a moment before its turn, its call is prepared, the intent to ring is stored, and then
 * it rings: a server that is killed leaves claims, which others take, and intents, of which the calls are known or nobody rings them again.
 */
import { beyondReach } from "../../../platform/database/reach.ts";
import { Refusal, statusOf } from "../../../platform/http/refuse.ts";
import type { Activity } from "../../../accounts/index.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { BatchRow } from "../store.ts";
import type { Claim, DialStore } from "./store.ts";

export interface DiallerParts {
  store: DialStore;
  /** Names this server among those of the database. */
  me: string;
  log: Log;
  place(order: Order): Promise<{ readonly id: string }>;
  /** Of these calls, those that the database knows. */
  known(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of these calls, those that are over: what that means for their contacts is written down, if it is not. */
  ended(workspaceId: string, ids: readonly string[]): Promise<void>;
  /** When this contact may be called, if not now. */
  opensAt(claim: Pick<Claim, "workspaceId" | "agentId" | "number">, now: Date): Promise<Date | undefined>;
  tell: Activity["tell"];
  /** Calls that this server may still begin. */
  room(): number;
  /** Calls that the workspace's limits leave room for now. The dial gate decides; whoever is over it is not claimed in vain. */
  free(workspaceId: string): Promise<number>;
  callsPerSecond: number;
  callsAtOnce: number;
  patience?: Patience;
}

/** How long others wait for a server, ms. */
interface Patience {
  /** A server that has claimed a contact comes to it sooner, or is gone. */
  claim: number;
  /** The call of an intent is in the database sooner, or never. */
  intent: number;
  /** Between two looks after what others have left. */
  tidy: number;
  /** Between two looks for who is next. */
  look: number;
}

interface Order {
  id: string;
  workspaceId: string;
  agentId: string;
  to: string;
  from: string | undefined;
  userData: Record<string, unknown>;
  batchId: string;
  anyHour: boolean;
  mayRing(): Promise<boolean>;
}

export interface Dialler {
  /** There may be somebody to call. */
  wake(): void;
  stop(): Promise<void>;
}

const AHEAD_MS = 1_500;
const PATIENCE: Patience = { claim: 8_000, intent: 30_000, tidy: 3_000, look: 500 };
const MOST_INTENTS = 500;
/** When the server, not the number, was the reason. */
const AGAIN_AFTER_MS = 10_000;
/** When the trunk was. */
const SOON_MS = 1_000;

export function createDialler(parts: DiallerParts): Dialler {
  const { store, me, log, patience = PATIENCE } = parts;
  const turns = new Map<string, NodeJS.Timeout>();
  const ringing = new Set<Promise<void>>();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let tidied = Number.NEGATIVE_INFINITY;
  const timer = setInterval(wake, patience.look).unref();

  function wake(): void {
    if (isStopped) return;
    // For every batch, whoever woke it.
    looking ??= beyondReach(look)
      .catch((error: unknown) => log.warn({ err: error }, "Batches could not be looked at; they will be in a moment"))
      .finally(() => (looking = undefined));
  }

  async function look(): Promise<void> {
    if (performance.now() - tidied > patience.tidy) {
      tidied = performance.now();
      await tidy(parts, patience);
    }
    for (const workspaceId of await store.active()) {
      const room = parts.room() - turns.size - ringing.size;
      if (isStopped || room <= 0) return;
      const most = Math.min(room, await parts.free(workspaceId));
      if (most <= 0) continue;
      const pace = { perSecond: parts.callsPerSecond, atOnce: parts.callsAtOnce, aheadMs: AHEAD_MS, most };
      for (const claim of await store.claim(workspaceId, me, pace)) await schedule(claim);
    }
  }

  async function schedule(claim: Claim): Promise<void> {
    const { anyHour, inMs } = claim;
    const turnMs = performance.now() + inMs;
    const opens = anyHour ? undefined : await parts.opensAt(claim, new Date(Date.now() + inMs));
    if (opens || isStopped) return store.giveBack(claim, opens);
    const act = (): void => {
      turns.delete(claim.executionId);
      const rings = dial(claim, parts)
        .catch((error: unknown) => log.error({ err: error, batchId: claim.batchId }, "A contact could not be dialled"))
        .finally(() => ringing.delete(rings));
      ringing.add(rings);
    };
    turns.set(claim.executionId, setTimeout(act, turnMs - performance.now()));
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      for (const turn of turns.values()) clearTimeout(turn);
      turns.clear();
      await looking;
      await Promise.allSettled(ringing);
    },
  };
}

async function dial(claim: Claim, { store, me, place, tell }: DiallerParts): Promise<void> {
  const { executionId: id, workspaceId, agentId, batchId, number: to, attempts, fromNumbers } = claim;
  const from = fromNumbers[(claim.line + attempts) % Math.max(1, fromNumbers.length)];
  try {
    const mayRing = (): Promise<boolean> => store.intend(claim, me);
    await place({ id, workspaceId, agentId, to, from, userData: claim.variables, batchId, anyHour: claim.anyHour, mayRing });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await refused(claim, error, { store, tell });
  }
}

/** What is wrong with the number is said of the contact; what is wrong with everything stops the batch. */
async function refused(claim: Claim, { code }: Refusal, { store, tell }: Pick<DiallerParts, "store" | "tell">): Promise<void> {
  if (WAITING.has(code)) return store.giveBack(claim, new Date(Date.now() + SOON_MS));
  if (statusOf(code) >= 500) return store.giveBack(claim, new Date(Date.now() + AGAIN_AFTER_MS));
  if (!STOPPING.has(code)) return store.refused(claim, code);
  await store.giveBack(claim);
  const batch = await store.fail({ id: claim.batchId, workspaceId: claim.workspaceId }, code);
  if (batch) await tell(batch.workspaceId, toldOf("batch.failed", batch));
}

async function tidy({ store, known, ended, tell }: DiallerParts, patience: Patience): Promise<void> {
  await store.loosen(patience.claim);
  const old = await store.intents(patience.intent, MOST_INTENTS);
  for (const workspaceId of new Set(old.map((one) => one.workspaceId))) {
    const ids = old.filter((one) => one.workspaceId === workspaceId).map(({ executionId }) => executionId);
    const there = await known(workspaceId, ids);
    // One that was hung up while its intent was being stored has its end already, and would wait for it for ever.
    await ended(workspaceId, [...there]);
    await store.unknown(
      workspaceId,
      ids.filter((id) => !there.has(id)),
    );
  }
  for (const batch of await store.complete()) await tell(batch.workspaceId, toldOf("batch.finished", batch));
}

function toldOf(kind: "batch.finished" | "batch.failed", { id, fileName }: BatchRow): Parameters<Activity["tell"]>[1] {
  const tone = kind === "batch.failed" ? "error" : "success";
  return { kind, tone, details: { name: fileName }, subject: { kind: "batch", id }, notify: true };
}

/** The trunk or the workspace carries as much as it may, or the hours have closed: the contact waits. */
const WAITING: ReadonlySet<string> = new Set([
  "call.trunk_full",
  "call.trunk_too_fast",
  "call.too_fast",
  "call.too_many_at_once",
  "call.outside_hours",
]);
/** Nobody at all can be called like this. */
const STOPPING: ReadonlySet<string> = new Set([
  "agent.not_found",
  "call.no_route",
  "call.bad_caller_id",
  "call.demo_outbound",
  "call.not_admitted",
  "call.unproven",
  "call.spent_today",
  "call.no_credit",
]);
