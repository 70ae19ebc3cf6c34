/**
 * Calls that are dialled later: at a moment that was asked for, when their assistant's or their country's hours open, or once more because nobody answered. The
 * intent to dial is stored before the telephone rings: a server that dies in between leaves a call of which nobody knows whether it rang, and
 * nobody dials it again.
 */
import { randomUUID } from "node:crypto";
import { isPlanned, type CallStatus, type RetryConfig } from "@ongea/contract";
import type { Agents, StoredAgent } from "../../agents/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { Refusal, refuse, statusOf } from "../../platform/http/refuse.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { NotNow } from "../../platform/jobs/queue.ts";
import {
  newCallRow,
  type NewCallFacts,
  isWithoutCapacity,
  interrupted,
  type Ending,
  type CallChange,
  type CallKey,
  type CallRow,
  type CallWriter,
  type NewPlan,
  type Plan,
  type PlanStore,
} from "../../calls/index.ts";
import type { CallOrder, Outbound } from "../../telephony/index.ts";
import { decisionOf, type Opening } from "../../compliance/index.ts";
import { retryAfterMinutes } from "./retries.ts";
import { plannedCallQueue } from "./queue.ts";

export interface PlannedOrder extends CallOrder {
  id: string;
  /** Absent: now, or as soon as may be. */
  at?: Date | undefined;
  anyHour: boolean;
  retry?: RetryConfig | undefined;
}

export interface PlannedCalls {
  /** Refuses what could not be dialled either. Rings at once where nothing is to be waited for and nothing to be tried again. */
  order(order: PlannedOrder): Promise<{ id: string; status: CallStatus }>;
  /** What waits of this call will not be dialled. False: nothing does. */
  takeBack(call: CallKey): Promise<boolean>;
  /** The attempt that may be on the line now, by the id of any of them; else the call itself. */
  attemptNow(call: CallKey): Promise<CallKey>;
}

export interface PlannedCallsParts {
  store: PlanStore;
  tenancy: Pick<Tenancy, "of" | "together">;
  agents: Pick<Agents, "read">;
  outbound: Pick<Outbound, "check" | "place">;
  jobs: Pick<Jobs, "send" | "work">;
  /** Writes the end of a call that was never placed. */
  writer: CallWriter;
  /** For its assistant's webhook: it is planned, or planned anew. */
  told(call: CallKey): Promise<void>;
  /** Calls that this server may still begin. */
  room(): number;
  opening: Opening;
  now(): Date;
}

const MOST_WAITING = 10_000;
const LONGEST_AHEAD_MS = 366 * 86_400_000;
/** Clocks differ a little. */
const LATE_MS = 60_000;
const MINUTE_MS = 60_000;
const NO_ROOM_SECONDS = 3;
const NO_TURN_SECONDS = 10;
const TOO_MANY = 429;
const MOST_WITHOUT_ROOM = 5;
const AT_ONCE = 4;

export function createPlannedCalls(parts: PlannedCallsParts): PlannedCalls {
  const { store, tenancy, agents, outbound, jobs, writer, opening, now } = parts;
  jobs.work(plannedCallQueue, (key) => dial(key, parts), { atOnce: AT_ONCE });
  return {
    async order({ at, anyHour, retry, ...order }) {
      const agent = await agents.read(order.workspaceId, order.agentId, { isDraft: order.isDraft });
      const { from, to } = await outbound.check(order);
      const wanted = at ?? now();
      const aheadMs = wanted.getTime() - now().getTime();
      if (aheadMs < -LATE_MS || aheadMs > LONGEST_AHEAD_MS) throw refuse("call.bad_time");
      const opens = anyHour ? undefined : (await opening.closed(agent, to, wanted))?.until;
      if (aheadMs <= 0 && !opens && !retry?.enabled)
        return { id: (await outbound.place({ ...order, anyHour })).id, status: "queued" };
      if (agent.isDraft) throw refuse("call.draft_must_not_wait");
      const { id, workspaceId } = order;
      if ((await store.waiting(workspaceId)) >= MOST_WAITING) throw refuse("call.too_many_planned");
      const dueAt = opens ?? wanted;
      const plan = { id, workspaceId, dueAt, fromNumber: order.from ?? null, anyHour, retry: retry ?? null, firstId: id };
      const facts = { ...order, agent, fromNumber: from, toNumber: to };
      const status = opens ? "rescheduled" : "scheduled";
      await tenancy.together(workspaceId, () => add(tenancy.of(workspaceId), plan, { ...facts, status }, parts));
      if (isTold(agent)) await parts.told({ id, workspaceId });
      return { id, status: aheadMs <= 0 && !opens ? "queued" : status };
    },
    async takeBack(call) {
      const taken = await store.takeBack(call);
      for (const one of taken) await writer.write(one, { finish: finishOf(takenBack(), now()) });
      return taken.length > 0;
    },
    attemptNow: async (call) => (await store.dialled(call)) ?? call,
  };
}

/** What the end of a planned call means: nothing more, or a further attempt. */
export function plansOfEnded(parts: Pick<PlannedCallsParts, "store" | "jobs" | "now">) {
  return async (db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void> => {
    const outbound = new Map(calls.filter(({ direction }) => direction === "outbound").map((call) => [call.id, call]));
    const plans = await parts.store.ofCalls(db, workspaceId, [...outbound.keys()]);
    await parts.store.over(
      db,
      workspaceId,
      plans.map(({ id }) => id),
    );
    for (const plan of plans) {
      const call = outbound.get(plan.id);
      if (call && plan.state === "dialled") await again(db, plan, call, parts);
    }
  };
}

async function again(db: Db, plan: Plan, call: CallRow, parts: Pick<PlannedCallsParts, "store" | "jobs" | "now">): Promise<void> {
  // It was never placed, though there was room a moment ago.
  const isSoon = isWithoutCapacity(call) && plan.attempt < MOST_WITHOUT_ROOM;
  const minutes = isSoon ? 1 : retryAfterMinutes(plan.retry, call, plan.attempt);
  if (minutes === undefined) return;
  const dueAt = new Date(parts.now().getTime() + minutes * MINUTE_MS);
  const attempt = plan.attempt + 1;
  const { agentName, agentId, fromNumber, toNumber, userData } = call;
  const row = {
    ...newCallRow({ id: agentId, name: agentName, workspaceId: plan.workspaceId }, null),
    fromNumber,
    toNumber,
    userData,
  };
  const id = randomUUID();
  const next = { ...plan, id, dueAt, attempt, state: "waiting" as const };
  await addRow(db, next, { ...row, id, provider: "sip", direction: "outbound", status: "scheduled", initiatedAt: null }, parts);
}

type Facts = Pick<NewCallFacts, "agent" | "fromNumber" | "toNumber" | "userData" | "status">;

async function add(
  db: Db,
  plan: NewPlan,
  { agent, ...facts }: Facts,
  parts: Pick<PlannedCallsParts, "store" | "jobs">,
): Promise<void> {
  const of = { id: agent.id, name: agent.document.agent_config.agent_name, workspaceId: agent.workspaceId };
  const row = { ...newCallRow(of, null), ...facts, userData: facts.userData ?? {}, initiatedAt: null };
  await addRow(db, plan, { ...row, id: plan.id, provider: "sip", direction: "outbound" }, parts);
}

async function addRow(
  db: Db,
  plan: NewPlan,
  call: Parameters<PlanStore["add"]>[2],
  { store, jobs }: Pick<PlannedCallsParts, "store" | "jobs">,
): Promise<void> {
  if (!(await store.add(db, plan, { ...call, scheduledAt: plan.dueAt }))) return;
  await jobs.send(plannedCallQueue, { id: plan.id, workspaceId: plan.workspaceId });
}

async function dial(key: CallKey, parts: PlannedCallsParts): Promise<void> {
  const { store, agents, outbound, writer, room, opening, now } = parts;
  const found = await store.read(key);
  if (!found) return;
  const { plan, call } = found;
  const end = (ending: Ending): Promise<unknown> => writer.write(key, { finish: finishOf(ending, now()) });
  if (plan.state !== "waiting") {
    if (!isPlanned(call.status) || call.endedAt !== null) return;
    // Whoever dialled it is gone, and its call has not begun: perhaps it rang. One that was taken back did not.
    await end(plan.state === "dialled" ? interrupted(call.status) : takenBack());
    return;
  }
  const waitMs = plan.dueAt.getTime() - now().getTime();
  if (waitMs > 0) throw new NotNow(Math.ceil(waitMs / 1_000));
  try {
    if (call.agentId === null) throw refuse("agent.not_found");
    const agent = await agents.read(key.workspaceId, call.agentId);
    const opens = plan.anyHour ? undefined : (await opening.closed(agent, call.toNumber ?? "", now()))?.until;
    if (opens) {
      await store.postpone(key, opens);
      if (isTold(agent)) await parts.told(key);
      throw new NotNow(Math.ceil((opens.getTime() - now().getTime()) / 1_000));
    }
    if (room() <= 0) throw new NotNow(NO_ROOM_SECONDS);
    if (!(await store.dial(key))) return;
    await outbound.place(orderOf(agent, plan, call)).catch(async (error: unknown) => {
      // What is not placed has not rung.
      await store.undial(key);
      throw error;
    });
  } catch (error) {
    if (!(error instanceof Refusal) || statusOf(error.code) >= 500) throw error;
    // As many as may be are on their way: it waits for its turn.
    if (statusOf(error.code) === TOO_MANY || error.code === "call.outside_hours") throw new NotNow(NO_TURN_SECONDS);
    const gate = [decisionOf("call", call.toNumber ?? "", error.code)];
    await writer.write(key, { finish: { ...finishOf({ ...unplaced("failed"), errorMessage: error.message }, now()), gate } });
  }
}

function orderOf({ id: agentId, workspaceId }: StoredAgent, plan: Plan, call: CallRow): CallOrder {
  const from = plan.fromNumber ?? undefined;
  const { id, anyHour } = plan;
  return { id, workspaceId, agentId, to: call.toNumber ?? "", from, userData: call.userData, anyHour };
}

const isTold = ({ document }: StoredAgent): boolean => Boolean(document.agent_config.webhook_url);

function unplaced(status: "failed" | "stopped"): Ending {
  return { status, hangupBy: "API Request", hangupReason: "Call canceled", hangupCode: null, errorMessage: null };
}

const takenBack = (): Ending => unplaced("stopped");

function finishOf(ending: Ending, at: Date): CallChange {
  return { ...ending, endedAt: at, updatedAt: at };
}
