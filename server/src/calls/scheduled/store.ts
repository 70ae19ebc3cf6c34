/** All the SQL of planned calls. */
import type { ExecutionDetail } from "@ongea/contract";
import { and, asc, count, eq, inArray, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { CallKey, CallRow, NewCall } from "../records/store.ts";
import { executions } from "../records/tables.ts";
import { plannedCalls } from "./tables.ts";

export type Plan = typeof plannedCalls.$inferSelect;
export type NewPlan = typeof plannedCalls.$inferInsert;

export interface PlanStore {
  /** With its call's row. False: it is there already. */
  add(db: Db, plan: NewPlan, call: NewCall): Promise<boolean>;
  read(call: CallKey): Promise<{ plan: Plan; call: CallRow } | undefined>;
  waiting(workspaceId: string): Promise<number>;
  /** From now on it may ring. False: another has dialled it, or somebody has taken it back. */
  dial(call: CallKey): Promise<boolean>;
  /** It was not placed: it waits again. */
  undial(call: CallKey): Promise<void>;
  postpone(call: CallKey, until: Date): Promise<void>;
  /** Whatever waits of a call and its further attempts; returns the calls that will not be dialled now. */
  takeBack(call: CallKey): Promise<CallKey[]>;
  /** The attempt of the same order that was dialled and is not over. */
  dialled(call: CallKey): Promise<CallKey | undefined>;
  /** Of these calls, the plans of those that were planned. */
  ofCalls(db: Db, workspaceId: string, ids: readonly string[]): Promise<Plan[]>;
  over(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Of a call's order: the attempts before this one. */
  retries(call: CallKey): Promise<Retries>;
}

export type Retries = Pick<ExecutionDetail, "retry_count" | "retry_config" | "retry_history">;

const the = ({ id, workspaceId }: CallKey) => and(eq(plannedCalls.workspaceId, workspaceId), eq(plannedCalls.id, id));
const these = (workspaceId: string, ids: readonly string[]) =>
  and(eq(plannedCalls.workspaceId, workspaceId), inArray(plannedCalls.id, [...ids]));

export function createPlanStore(tenancy: Tenancy): PlanStore {
  const isWaiting = eq(plannedCalls.state, "waiting");
  const attemptsOf = (call: CallKey) => {
    const first = tenancy.of(call.workspaceId).select({ firstId: plannedCalls.firstId }).from(plannedCalls).where(the(call));
    return and(eq(plannedCalls.workspaceId, call.workspaceId), inArray(plannedCalls.firstId, first));
  };
  return {
    async add(db, plan, call) {
      const added = await db.insert(executions).values(call).onConflictDoNothing().returning({ id: executions.id });
      if (added.length === 0) return false;
      await db.insert(plannedCalls).values(plan);
      return true;
    },
    async read(key) {
      const [row] = await tenancy
        .of(key.workspaceId)
        .select({ plan: plannedCalls, call: executions })
        .from(plannedCalls)
        .innerJoin(executions, eq(executions.id, plannedCalls.id))
        .where(the(key));
      return row;
    },
    async waiting(workspaceId) {
      const rows = tenancy.of(workspaceId).select({ count: count() }).from(plannedCalls);
      const [row] = await rows.where(and(eq(plannedCalls.workspaceId, workspaceId), isWaiting));
      return row?.count ?? 0;
    },
    async dial(key) {
      const set = tenancy.of(key.workspaceId).update(plannedCalls).set({ state: "dialled" });
      return (await set.where(and(the(key), isWaiting)).returning({ id: plannedCalls.id })).length > 0;
    },
    async undial(key) {
      const isDialled = eq(plannedCalls.state, "dialled");
      await tenancy
        .of(key.workspaceId)
        .update(plannedCalls)
        .set({ state: "waiting" })
        .where(and(the(key), isDialled));
    },
    postpone: (key, until) =>
      tenancy.together(key.workspaceId, async () => {
        const db = tenancy.of(key.workspaceId);
        await db.update(plannedCalls).set({ dueAt: until }).where(the(key));
        const its = and(eq(executions.workspaceId, key.workspaceId), eq(executions.id, key.id));
        await db.update(executions).set({ status: "rescheduled", scheduledAt: until }).where(its);
      }),
    async takeBack(call) {
      const { workspaceId } = call;
      const set = tenancy.of(workspaceId).update(plannedCalls).set({ state: "over" });
      const taken = await set.where(and(attemptsOf(call), isWaiting)).returning({ id: plannedCalls.id });
      return taken.map(({ id }) => ({ id, workspaceId }));
    },
    async dialled(call) {
      const { workspaceId } = call;
      const rows = tenancy.of(workspaceId).select({ id: plannedCalls.id }).from(plannedCalls);
      const [row] = await rows.where(and(attemptsOf(call), eq(plannedCalls.state, "dialled")));
      return row && { id: row.id, workspaceId };
    },
    retries: (call) => retriesOf(tenancy, call, attemptsOf(call)),
    async ofCalls(db, workspaceId, ids) {
      return ids.length === 0 ? [] : db.select().from(plannedCalls).where(these(workspaceId, ids));
    },
    async over(db, workspaceId, ids) {
      if (ids.length > 0) await db.update(plannedCalls).set({ state: "over" }).where(these(workspaceId, ids));
    },
  };
}

/** `attempts`: of the same order. */
async function retriesOf(tenancy: Tenancy, call: CallKey, attempts: SQL | undefined): Promise<Retries> {
  const { attempt, retry, id } = plannedCalls;
  const { status, initiatedAt, createdAt } = executions;
  const rows = await tenancy
    .of(call.workspaceId)
    .select({ id, attempt, retry, status, initiatedAt, createdAt })
    .from(plannedCalls)
    .innerJoin(executions, eq(executions.id, plannedCalls.id))
    .where(attempts)
    .orderBy(asc(attempt));
  const mine = rows.find((row) => row.id === call.id);
  const before = rows.filter((row) => row.attempt < (mine?.attempt ?? 0));
  return {
    retry_count: before.length,
    retry_config: mine?.retry ?? null,
    retry_history: before.map((row) => ({
      attempt: row.attempt,
      status: row.status,
      at: (row.initiatedAt ?? row.createdAt).toISOString(),
    })),
  };
}
