/** The SQL of batches of messages: whose turn it is, and what has become of whom. Every step holds for all servers on one database. */
import type { BatchFollowUp, BatchGoal, BatchMessage, GateDecision, MessageFailure, RefusalCode } from "@ongea/contract";
import type { SealDecision } from "../../../compliance/index.ts";
import { and, eq, gt, sql } from "drizzle-orm";
import type { PageOf } from "../../../platform/database/keyset.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { uuidOf } from "../../../platform/uuid-of.ts";
import type { BatchKey, ContactRow } from "../store.ts";
import { batchContacts, batches, senderSchedules } from "../tables.ts";

export interface RunningBatch extends BatchKey {
  agentId: string;
  message: BatchMessage;
  /** Of a batch of calls: the message is written after them. */
  followUp: BatchFollowUp | null;
  goal: BatchGoal | null;
}

export interface MessagePace {
  perSecond: number;
  /** Messages of a sender that are stored and have not been taken by the provider. */
  mostSending: number;
  /** Turns that have passed for so long are made up for, no more. */
  behindMs: number;
}

export type Turn = Pick<ContactRow, "line" | "number" | "variables" | "executionId">;

/** How it goes on with a contact whose turn it was. */
export type TurnResult =
  | { kind: "written"; messageId: string; threadId: string }
  | { kind: "wait"; until: Date }
  | { kind: "refused"; code: RefusalCode; decision: GateDecision }
  /** The message is for others. */
  | { kind: "not due" }
  | { kind: "left out"; problem: NonNullable<ContactRow["problem"]> };

export type MessageState = "sent" | "delivered" | "read" | "failed";

export type MessagingStore = ReturnType<typeof createMessagingStore>;

const ofWorkspace = ({ workspaceId, id }: BatchKey) =>
  and(eq(batchContacts.workspaceId, workspaceId), eq(batchContacts.batchId, id));
/** Of a batch of messages, or of one of calls. */
const MESSAGE = sql`coalesce(b.message, b.follow_up->'message')`;
/** The message follows a call, whose outcome stays. */
const isOfCall = sql`batch_contacts.execution_id is not null`;
/** What the gate said, and not the provider. */
const GATE: ReadonlySet<string> = new Set(["opted_out", "no_consent"]);

export function createMessagingStore(tenancy: Tenancy, seal: SealDecision) {
  return { ...createTurns(tenancy, seal), ...createResults(tenancy), ...createDecisions(tenancy, seal) };
}

function createTurns(tenancy: Tenancy, seal: SealDecision) {
  return {
    /** Those of all workspaces, the oldest first. */
    async running(): Promise<RunningBatch[]> {
      const { rows } = await tenancy.everywhere.execute<RunningBatch & Record<string, unknown>>(sql`
        select b.id, b.workspace_id as "workspaceId", b.agent_id as "agentId", ${MESSAGE} as message, b.follow_up as "followUp", b.goal
        from batches b where b.status = 'running' and (b.message is not null or b.follow_up is not null and exists (
          select from batch_contacts c where c.batch_id = b.id and c.state = 'following' and (c.not_before is null or c.not_before <= now())))
        order by b.created_at, b.id`);
      return rows;
    },
    /**
     * Whose turn it is, in a transaction of the caller's: the sender's schedule and the batch are held until it is done, so that no other server
     * decides meanwhile and a batch that is stopped has nothing under way.
     */
    async turns(
      { id, workspaceId, message, followUp }: RunningBatch,
      { perSecond, mostSending, behindMs }: MessagePace,
    ): Promise<Turn[]> {
      const db = tenancy.of(workspaceId);
      const { sender_id: senderId } = message;
      await db
        .insert(senderSchedules)
        .values({ senderId, workspaceId, nextAt: sql`now()` })
        .onConflictDoNothing();
      const [schedule] = await db
        .select({ waitMs: sql<number>`(extract(epoch from next_at - clock_timestamp()) * 1000)::float8` })
        .from(senderSchedules)
        .where(and(eq(senderSchedules.workspaceId, workspaceId), eq(senderSchedules.senderId, senderId)))
        .for("update");
      if (!schedule || schedule.waitMs > 0) return [];
      const { rows: running } = await db.execute(sql`
        select 1 from batches where workspace_id = ${workspaceId} and id = ${id} and status = 'running' for share`);
      if (running.length === 0) return [];
      const { rows: busy } = await db.execute<{ count: number }>(sql`
        select count(*)::int as count from batch_contacts c join batches b on b.id = c.batch_id
        where b.workspace_id = ${workspaceId} and ${MESSAGE}->>'sender_id' = ${senderId} and c.state = 'sending'`);
      const behind = Math.min(behindMs, -schedule.waitMs);
      const room = Math.min(mostSending - (busy[0]?.count ?? 0), Math.floor((behind * perSecond) / 1_000) + 1);
      if (room <= 0) return [];
      const turns = await db
        .select({
          line: batchContacts.line,
          number: batchContacts.number,
          variables: batchContacts.variables,
          executionId: batchContacts.executionId,
        })
        .from(batchContacts)
        .where(
          and(
            ofWorkspace({ id, workspaceId }),
            eq(batchContacts.state, stateBefore(followUp)),
            sql`(${batchContacts.notBefore} is null or ${batchContacts.notBefore} <= now())`,
          ),
        )
        .orderBy(batchContacts.line)
        .limit(room)
        .for("update", { skipLocked: true });
      const usedMs = (turns.length * 1_000) / perSecond - behind;
      if (turns.length > 0)
        await db
          .update(senderSchedules)
          .set({ nextAt: sql`clock_timestamp() + ${usedMs} * interval '1 millisecond'` })
          .where(and(eq(senderSchedules.workspaceId, workspaceId), eq(senderSchedules.senderId, senderId)));
      return turns;
    },
    async settle(batch: RunningBatch, line: number, result: TurnResult): Promise<void> {
      await tenancy
        .of(batch.workspaceId)
        .update(batchContacts)
        .set({
          ...(batch.followUp ? changeAfterCall(result) : changeBy(result)),
          ...(result.kind === "refused" && { gate: [seal(evidenceId(batch.id, line), [], result.decision)] }),
          ...(result.kind !== "wait" && { changedAt: sql`now()` }),
        })
        .where(and(ofWorkspace(batch), eq(batchContacts.line, line), eq(batchContacts.state, stateBefore(batch.followUp))));
    },
    async fail({ id, workspaceId }: BatchKey, code: RefusalCode): Promise<{ fileName: string } | undefined> {
      const failed = await tenancy
        .of(workspaceId)
        .update(batches)
        .set({ status: "failed", problem: code, updatedAt: new Date() })
        .where(and(eq(batches.workspaceId, workspaceId), eq(batches.id, id), eq(batches.status, "running")))
        .returning({ fileName: batches.fileName });
      return failed[0];
    },
  };
}

/** In which its message is not stored yet. */
function stateBefore(followUp: BatchFollowUp | null) {
  return followUp ? "following" : "waiting";
}

function changeBy(result: TurnResult) {
  const since = sql`now()`;
  if (result.kind === "not due") return { state: "finished" as const };
  if (result.kind === "wait") return { notBefore: result.until };
  if (result.kind === "refused") return { state: "finished" as const, outcome: "refused", refusal: result.code, notBefore: null };
  if (result.kind === "left out") return { state: "refused" as const, problem: result.problem, notBefore: null };
  const { messageId, threadId } = result;
  return { state: "sending" as const, messageId, threadId, since, attempts: sql`attempts + 1`, notBefore: null };
}

function changeAfterCall(result: TurnResult) {
  const over = { state: "finished" as const, notBefore: null };
  if (result.kind === "wait") return { notBefore: result.until };
  if (result.kind === "not due") return over;
  if (result.kind === "refused") return { ...over, messageOutcome: "refused" as const, refusal: result.code };
  if (result.kind === "left out") return { ...over, messageOutcome: "refused" as const, problem: result.problem };
  const { messageId, threadId } = result;
  return { state: "sending" as const, messageId, threadId, since: sql`now()`, notBefore: null };
}

function createResults(tenancy: Tenancy) {
  return {
    /** In the transaction that makes it so. */
    async messageChanged(
      workspaceId: string,
      { id, state, reason }: { id: string; state: MessageState; reason: MessageFailure | null },
    ): Promise<void> {
      const isGates = reason !== null && GATE.has(reason);
      const outcome = state !== "failed" ? state : isGates ? "refused" : reason === "unknown" ? "unknown" : "failed";
      await tenancy
        .of(workspaceId)
        .update(batchContacts)
        .set({
          state: "finished",
          outcome: sql`case when ${isOfCall} then ${batchContacts.outcome} else ${outcome} end`,
          messageOutcome: sql`case when ${isOfCall} then ${outcome} end`,
          failure: reason,
          changedAt: sql`now()`,
        })
        .where(and(eq(batchContacts.workspaceId, workspaceId), eq(batchContacts.messageId, id)));
    },
    /** Their messages are taken back: they wait again. Returns how many of them were being sent. */
    async waitAgain(workspaceId: string, messageIds: readonly string[], until: Date | null = null): Promise<number> {
      if (messageIds.length === 0) return 0;
      const { rowCount } = await tenancy.of(workspaceId).execute(sql`
        update batch_contacts set state = case when ${isOfCall} then 'following' else 'waiting' end, message_id = null, thread_id = null,
          attempts = case when ${isOfCall} then attempts else attempts - 1 end, not_before = ${until?.toISOString() ?? null}
        where workspace_id = ${workspaceId} and message_id = any(${sql.param([...messageIds])}::uuid[]) and state = 'sending'`);
      return rowCount ?? 0;
    },
    /** A message that is stored is sent or fails within hours; one that was deleted with its thread does neither. */
    async giveUp(olderHours: number): Promise<void> {
      await tenancy.everywhere.execute(sql`
        update batch_contacts set state = 'finished', failure = 'unknown', changed_at = now(), outcome = case when ${isOfCall} then outcome else 'unknown' end,
          message_outcome = case when ${isOfCall} then 'unknown' end
        where state = 'sending' and since < now() - ${olderHours} * interval '1 hour'`);
    },
  };
}

/** Evidence of messages, for as long as a batch is kept. */
export interface DecidedMessage {
  /** Of the row, whether its message was stored or not. */
  id: string;
  to: string;
  threadId: string | null;
  outcome: string | null;
  changedAt: Date | null;
  gate: GateDecision[];
}

function createDecisions(tenancy: Tenancy, seal: SealDecision) {
  return {
    /** What the gate answered when a message was about to leave. Of one that belongs to no batch: nothing. */
    async decided(workspaceId: string, messageId: string, decision: GateDecision): Promise<void> {
      await tenancy.together(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        const isIts = and(eq(batchContacts.workspaceId, workspaceId), eq(batchContacts.messageId, messageId));
        const { batchId, line, gate } = batchContacts;
        const [row] = await db.select({ batchId, line, gate }).from(batchContacts).where(isIts).for("update");
        if (!row) return;
        const sealed = seal(evidenceId(row.batchId, row.line), row.gate, decision);
        await db
          .update(batchContacts)
          .set({ gate: [...row.gate, sealed] })
          .where(isIts);
      });
    },
    /** In the order of the file. */
    async decisions({ id, workspaceId }: BatchKey, cursor: string | undefined, limit: number): Promise<PageOf<DecidedMessage>> {
      const { line, number, threadId, outcome, messageOutcome, changedAt, gate } = batchContacts;
      const rows = await tenancy
        .of(workspaceId)
        .select({ line, to: number, threadId, outcome, messageOutcome, isOfCall: sql<boolean>`${isOfCall}`, changedAt, gate })
        .from(batchContacts)
        .where(and(ofWorkspace({ id, workspaceId }), sql`${gate} <> '[]'`, gt(line, Number(cursor ?? 0))))
        .orderBy(line)
        .limit(limit);
      const data = rows.map(({ line: at, messageOutcome: after, isOfCall: isAfter, outcome: instead, ...row }) => {
        return { ...row, id: evidenceId(id, at), outcome: isAfter ? after : instead };
      });
      return { data, next: rows.length < limit ? null : String(rows.at(-1)?.line) };
    },
  };
}

/** The same whether its message was stored or not. */
function evidenceId(batchId: string, line: number): string {
  return uuidOf(`evidence ${batchId} ${line}`);
}
