/** The SQL of dialling a batch: who is next, and what has become of whom. Every step holds for all servers on one database. */
import type { RefusalCode } from "@ongea/contract";
import { and, eq, inArray, lt, lte, notExists, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { BatchRow } from "../store.ts";
import { batchContacts, batches, dialSchedules } from "../tables.ts";

/** A contact that this server is to dial, and nobody else. */
export interface Claim {
  batchId: string;
  workspaceId: string;
  line: number;
  number: string;
  variables: Record<string, string>;
  /** Of the call that will be made. */
  executionId: string;
  attempts: number;
  agentId: string;
  fromNumbers: readonly string[];
  anyHour: boolean;
  /** From now, until it is its turn. */
  inMs: number;
}

export interface Pace {
  perSecond: number;
  /** Of the workspace, on all servers. */
  atOnce: number;
  /** So much later at most it may be a contact's turn. */
  aheadMs: number;
  /** That this server has room for. */
  most: number;
}

export interface DialStore {
  /** Scheduled batches whose moment has come run from now on. Returns the workspaces in which batches run. */
  active(): Promise<string[]>;
  claim(workspaceId: string, me: string, pace: Pace): Promise<Claim[]>;
  /** The intent: from now on the telephone may ring. False: it is not ours any more, or the batch does not run. */
  intend(claim: Claim, me: string): Promise<boolean>;
  /** It has not rung, and waits again. */
  giveBack(claim: Claim, notBefore?: Date): Promise<void>;
  /** The dial gate says no: nobody will dial it. */
  refused(claim: Claim, code: RefusalCode): Promise<void>;
  /** It cannot go on like this; whoever has been claimed waits again. */
  fail(batch: { id: string; workspaceId: string }, code: RefusalCode): Promise<BatchRow | undefined>;
  /** Claims of servers that have not come to it wait again. */
  loosen(olderMs: number): Promise<void>;
  /** Intents that are so old; their calls should be known. */
  intents(olderMs: number, most: number): Promise<{ workspaceId: string; executionId: string }[]>;
  /** Nobody knows whether these rang: they are not dialled again. */
  unknown(workspaceId: string, executionIds: readonly string[]): Promise<void>;
  /** Running batches of which nobody waits any more are completed. */
  complete(): Promise<BatchRow[]>;
  /** The contacts that these calls were made for. */
  ofCalls(db: Db, workspaceId: string, executionIds: readonly string[]): Promise<ContactOfCall[]>;
  /** Of those that were to ring; one that ended before was claimed in vain. */
  ended(db: Db, ends: readonly EndOfContact[]): Promise<void>;
}

export interface ContactOfCall extends Pick<BatchRow, "retry" | "followUp"> {
  batchId: string;
  workspaceId: string;
  line: number;
  attempts: number;
  executionId: string;
}

export interface EndOfContact extends Pick<ContactOfCall, "batchId" | "workspaceId" | "line" | "executionId"> {
  outcome: string;
  /** It will be tried again. */
  againAt?: Date | undefined;
  /** It may be written to: its message waits. */
  isFollowed?: boolean;
}

const open = ["waiting", "claimed", "dialled", "following", "sending"] as const;
/** The call of these is over. */
const OVER = ["following", "sending", "finished"] as const;

export function createDialStore(tenancy: Tenancy): DialStore {
  return { ...createTurns(tenancy), ...createTidying(tenancy), ...createEnds() };
}

const mine = ({ workspaceId, batchId, line, executionId }: Pick<Claim, "workspaceId" | "batchId" | "line" | "executionId">) =>
  and(
    eq(batchContacts.workspaceId, workspaceId),
    eq(batchContacts.batchId, batchId),
    eq(batchContacts.line, line),
    eq(batchContacts.executionId, executionId),
  );

/** From the claim to the intent, or back. */
function createTurns(tenancy: Tenancy): Pick<DialStore, "active" | "claim" | "intend" | "giveBack" | "refused" | "fail"> {
  const { everywhere } = tenancy;
  return {
    async active() {
      await everywhere
        .update(batches)
        .set({ status: "running", updatedAt: new Date() })
        .where(and(eq(batches.status, "scheduled"), lte(batches.scheduledAt, sql`now()`)));
      const rows = await everywhere
        .select({ workspaceId: batches.workspaceId })
        .from(batches)
        .where(eq(batches.status, "running"))
        .groupBy(batches.workspaceId);
      return rows.map(({ workspaceId }) => workspaceId);
    },
    claim: (workspaceId, me, pace) =>
      tenancy.together(workspaceId, () => claimIn(tenancy.of(workspaceId), workspaceId, me, pace)),
    async intend(claim, me) {
      const { rowCount } = await tenancy.of(claim.workspaceId).execute(sql`
        update batch_contacts set state = 'dialled', since = now()
        from batches where batches.id = batch_contacts.batch_id and batches.status = 'running'
          and batch_contacts.workspace_id = ${claim.workspaceId} and batch_contacts.batch_id = ${claim.batchId}
          and line = ${claim.line} and execution_id = ${claim.executionId} and claimed_by = ${me} and state = 'claimed'`);
      return rowCount === 1;
    },
    async giveBack(claim, notBefore) {
      const set = { state: "waiting" as const, claimedBy: null, attempts: claim.attempts - 1, notBefore: notBefore ?? null };
      await tenancy
        .of(claim.workspaceId)
        .update(batchContacts)
        .set(set)
        .where(and(mine(claim), notInArray(batchContacts.state, [...OVER])));
    },
    async refused(claim, code) {
      const set = { state: "finished" as const, outcome: "refused", refusal: code, executionId: null, changedAt: sql`now()` };
      const isOpen = notInArray(batchContacts.state, ["following", "sending"]);
      await tenancy
        .of(claim.workspaceId)
        .update(batchContacts)
        .set(set)
        .where(and(mine(claim), isOpen));
    },
    async fail({ id, workspaceId }, code) {
      const failed = await tenancy
        .of(workspaceId)
        .update(batches)
        .set({ status: "failed", problem: code, updatedAt: new Date() })
        .where(and(eq(batches.workspaceId, workspaceId), eq(batches.id, id), eq(batches.status, "running")))
        .returning();
      return failed[0];
    },
  };
}

/** What servers that are gone have left, and batches that are done. */
function createTidying(tenancy: Tenancy): Pick<DialStore, "loosen" | "intents" | "unknown" | "complete"> {
  const { everywhere } = tenancy;
  return {
    async loosen(olderMs) {
      await everywhere
        .update(batchContacts)
        .set({ state: "waiting", claimedBy: null, attempts: sql`attempts - 1` })
        .where(and(eq(batchContacts.state, "claimed"), lt(batchContacts.since, before(olderMs))));
    },
    async intents(olderMs, most) {
      const rows = await everywhere
        .select({ workspaceId: batchContacts.workspaceId, executionId: batchContacts.executionId })
        .from(batchContacts)
        .where(and(eq(batchContacts.state, "dialled"), lt(batchContacts.since, before(olderMs))))
        .limit(most);
      return rows.flatMap(({ workspaceId, executionId }) => (executionId === null ? [] : [{ workspaceId, executionId }]));
    },
    async unknown(workspaceId, executionIds) {
      if (executionIds.length === 0) return;
      const these = and(
        eq(batchContacts.workspaceId, workspaceId),
        inArray(batchContacts.executionId, [...executionIds]),
        eq(batchContacts.state, "dialled"),
      );
      await tenancy
        .of(workspaceId)
        .update(batchContacts)
        .set({ state: "finished", outcome: "unknown", changedAt: sql`now()` })
        .where(these);
    },
    complete: () =>
      everywhere
        .update(batches)
        .set({ status: "completed", updatedAt: new Date() })
        .where(
          and(
            eq(batches.status, "running"),
            notExists(
              everywhere
                .select({ one: sql`1` })
                .from(batchContacts)
                .where(and(eq(batchContacts.batchId, batches.id), inArray(batchContacts.state, [...open]))),
            ),
          ),
        )
        .returning(),
  };
}

function createEnds(): Pick<DialStore, "ofCalls" | "ended"> {
  return {
    async ofCalls(db, workspaceId, executionIds) {
      const { batchId, line, attempts, executionId } = batchContacts;
      const rows = await db
        .select({ batchId, line, attempts, executionId, retry: batches.retry, followUp: batches.followUp })
        .from(batchContacts)
        .innerJoin(batches, eq(batches.id, batchId))
        .where(and(eq(batchContacts.workspaceId, workspaceId), inArray(executionId, [...executionIds])));
      return rows.flatMap((row) => (row.executionId === null ? [] : [{ ...row, workspaceId, executionId: row.executionId }]));
    },
    async ended(db, ends) {
      for (const end of ends) {
        const { outcome, againAt, isFollowed = false } = end;
        const again = { state: "waiting" as const, outcome, notBefore: againAt, claimedBy: null };
        const over = isFollowed
          ? { state: "following" as const, outcome, notBefore: null }
          : { state: "finished" as const, outcome };
        const set = againAt ? again : over;
        await db
          .update(batchContacts)
          .set({ ...set, changedAt: sql`now()` })
          .where(and(mine(end), eq(batchContacts.state, "dialled")));
      }
    },
  };
}

const before = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;

/** One server at a time decides for a workspace: the row of its schedule is held until the claims stand. */
async function claimIn(db: Db, workspaceId: string, me: string, { perSecond, atOnce, aheadMs, most }: Pace): Promise<Claim[]> {
  await db
    .insert(dialSchedules)
    .values({ workspaceId, nextAt: sql`now()` })
    .onConflictDoNothing();
  const [schedule] = await db
    .select({
      nowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
      nextMs: sql<number>`(extract(epoch from next_at) * 1000)::float8`,
    })
    .from(dialSchedules)
    .where(eq(dialSchedules.workspaceId, workspaceId))
    .for("update");
  const readMs = performance.now();
  if (!schedule) return [];
  const firstMs = Math.max(schedule.nowMs, schedule.nextMs);
  const waitMs = firstMs - schedule.nowMs;
  const [busy] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(batchContacts)
    .where(and(eq(batchContacts.workspaceId, workspaceId), inArray(batchContacts.state, ["claimed", "dialled"])));
  const inTime = Math.floor(((aheadMs - waitMs) * perSecond) / 1_000) + 1;
  const room = Math.min(atOnce - (busy?.count ?? 0), inTime, most);
  if (room <= 0) return [];
  const { rows } = await db.execute<Omit<Claim, "inMs">>(sql`
    with next as (
      select batch_id, line, b.agent_id, b.from_numbers, b.any_hour from batch_contacts c join batches b on b.id = c.batch_id
      where c.workspace_id = ${workspaceId} and b.status = 'running' and b.message is null and c.state = 'waiting'
        and (c.not_before is null or c.not_before <= now())
      order by b.created_at, c.batch_id, c.line limit ${room} for update of c skip locked
    )
    update batch_contacts c set state = 'claimed', claimed_by = ${me}, since = now(), attempts = attempts + 1, execution_id = gen_random_uuid()
    from next where c.batch_id = next.batch_id and c.line = next.line
    returning c.batch_id as "batchId", c.workspace_id as "workspaceId", c.line, c.number, c.variables, c.execution_id as "executionId",
      c.attempts, next.agent_id as "agentId", next.from_numbers as "fromNumbers", next.any_hour as "anyHour"`);
  if (rows.length === 0) return [];
  const stepMs = 1_000 / perSecond;
  await db
    .update(dialSchedules)
    .set({ nextAt: sql`to_timestamp(${(firstMs + rows.length * stepMs) / 1_000}::float8)` })
    .where(eq(dialSchedules.workspaceId, workspaceId));
  const sinceMs = performance.now() - readMs;
  return rows.toSorted((a, b) => a.line - b.line).map((row, i) => ({ ...row, inMs: Math.max(0, waitMs + i * stepMs - sinceMs) }));
}
