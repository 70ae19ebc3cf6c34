/** All the SQL of how threads went by rules. */
import { MOST_THREAD_CHECKS, type NotJudged } from "@ongea/contract";
import { and, asc, desc, eq, inArray, isNotNull, isNull, not, sql } from "drizzle-orm";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../../platform/database/keyset.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { CallCheckRow } from "../results/store.ts";
import { reviewedAs } from "../results/store.ts";
import { callChecks } from "../tables.ts";
import type { CheckedInWriting } from "./check-thread.ts";

export interface ThreadResult extends CheckedInWriting {
  ruleId: string;
  notJudged: NotJudged | null;
}

/** One of a thread. */
export interface ThreadCheckRow extends CallCheckRow {
  threadId: string;
  lastMessageId: string;
}

export interface ThreadCheckStore {
  /** Of a rule that is gone, nothing; a part that was checked before stays as it is. In a transaction of the caller's. */
  keep(
    part: { id: string; workspaceId: string; agentId: string; lastMessageId: string },
    found: readonly ThreadResult[],
  ): Promise<void>;
  /** The newest first. */
  ofThread(workspaceId: string, threadId: string): Promise<ThreadCheckRow[]>;
  /** Of these threads, all; for a person's export. */
  ofThreads(workspaceId: string, threadIds: readonly string[]): Promise<ThreadCheckRow[]>;
  /** A person's word from now on; undefined: there is no such result. */
  review(
    of: { workspaceId: string; threadId: string; id: string },
    word: { passed: boolean; by: string },
  ): Promise<ThreadCheckRow | undefined>;
  failures(
    workspaceId: string,
    page: { ruleId?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<PageOf<ThreadCheckRow>>;
}

export function createThreadCheckStore(tenancy: Tenancy): ThreadCheckStore {
  const { workspaceId: workspace, threadId: thread, checkedAt, id: ofResult } = callChecks;
  return {
    async keep({ id, workspaceId, agentId, lastMessageId }, found) {
      const rows = JSON.stringify(
        found.map(({ ruleId, passed, messageId, notJudged }) => ({ rule: ruleId, passed, at: messageId, why: notJudged })),
      );
      await tenancy.of(workspaceId).execute(sql`
        insert into call_checks (workspace_id, thread_id, last_message_id, message_id, rule_id, agent_id, passed, not_judged)
        select ${workspaceId}, ${id}, ${lastMessageId}, row.at, check_rules.id, ${agentId}, row.passed, row.why
        from jsonb_to_recordset(${rows}::jsonb) as row (rule uuid, passed boolean, at uuid, why text)
        join check_rules on check_rules.id = row.rule
        on conflict (last_message_id, rule_id) do nothing`);
    },
    async ofThread(workspaceId, threadId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(callChecks)
        .where(and(eq(workspace, workspaceId), eq(thread, threadId)))
        .orderBy(desc(checkedAt), desc(ofResult))
        .limit(MOST_THREAD_CHECKS);
      return rows.flatMap(written);
    },
    async ofThreads(workspaceId, threadIds) {
      if (threadIds.length === 0) return [];
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(callChecks)
        .where(and(eq(workspace, workspaceId), inArray(thread, [...threadIds])))
        .orderBy(asc(checkedAt), asc(ofResult));
      return rows.flatMap(written);
    },
    async review({ workspaceId, threadId, id }, { passed, by }) {
      const rows = await tenancy
        .of(workspaceId)
        .update(callChecks)
        .set(reviewedAs(passed, by))
        .where(and(eq(workspace, workspaceId), eq(thread, threadId), eq(ofResult, id)))
        .returning();
      return rows.flatMap(written)[0];
    },
    async failures(workspaceId, { ruleId, cursor, limit }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ row: callChecks, place: cursorOf(checkedAt, ofResult) })
        .from(callChecks)
        .where(
          and(
            eq(workspace, workspaceId),
            isNotNull(thread),
            not(callChecks.passed),
            isNull(callChecks.notJudged),
            ruleId === undefined ? undefined : eq(callChecks.ruleId, ruleId),
            afterCursor(cursor, checkedAt, ofResult),
          ),
        )
        .orderBy(desc(checkedAt), desc(ofResult))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.flatMap(({ row }) => written(row)), next };
    },
  };
}

function written(row: CallCheckRow): ThreadCheckRow[] {
  const { threadId, lastMessageId } = row;
  return threadId === null || lastMessageId === null ? [] : [{ ...row, threadId, lastMessageId }];
}
