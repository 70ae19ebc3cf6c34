/** The SQL of what checks have found. */
import { CHECK_DAYS, type NotJudged } from "@ongea/contract";
import { and, count, desc, eq, isNotNull, isNull, max, not, sql } from "drizzle-orm";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../../platform/database/keyset.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { Checked } from "../check-call.ts";
import { callChecks, checkRules } from "../tables.ts";

export type CallCheckRow = typeof callChecks.$inferSelect;

/** Of a rule since it was changed, in the last days. */
export interface CheckFigures {
  checked: number;
  failed: number;
  lastFailedAt: Date | null;
  threads: { checked: number; failed: number };
  reviewed: number;
  agreed: number;
  days: readonly { day: string; checked: number; failed: number }[];
}

const NO_SUCH_CALL = "23503";

const NO_FIGURES: CheckFigures = {
  checked: 0,
  failed: 0,
  lastFailedAt: null,
  threads: { checked: 0, failed: 0 },
  reviewed: 0,
  agreed: 0,
  days: [],
};

export interface CheckResults {
  figures(workspaceId: string): Promise<(ruleId: string) => CheckFigures>;
  /** The last of two is kept, but a person's word stays; of a call or a rule that is gone, nothing. */
  keep(call: { id: string; workspaceId: string; agentId: string | null }, found: readonly RuleResult[]): Promise<void>;
  ofCall(workspaceId: string, callId: string): Promise<CallCheckRow[]>;
  /** A person's word from now on; undefined: the rule found nothing in the call. */
  review(
    of: { workspaceId: string; callId: string; ruleId: string },
    word: { passed: boolean; by: string },
  ): Promise<CallCheckRow | undefined>;
  failures(
    workspaceId: string,
    page: { ruleId?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<PageOf<CallCheckRow>>;
}

/** Wherever it was found. */
export interface RuleFound {
  ruleId: string;
  passed: boolean;
  notJudged?: NotJudged | null;
}

export interface RuleResult extends Checked, RuleFound {}

export function resultStore(tenancy: Tenancy): CheckResults {
  return {
    async figures(workspaceId) {
      const checked = count(callChecks.callId);
      const failed = count(sql`case when not ${callChecks.passed} then ${callChecks.callId} end`);
      const threads = count(callChecks.threadId);
      const failedThreads = count(sql`case when not ${callChecks.passed} then ${callChecks.threadId} end`);
      const lastFailedAt = max(sql`case when not ${callChecks.passed} then ${callChecks.checkedAt} end`).mapWith(
        callChecks.checkedAt,
      );
      const reviewed = count(sql`case when ${callChecks.found} is not null then 1 end`);
      const agreed = count(sql`case when ${callChecks.found} = ${callChecks.passed} then 1 end`);
      const day = sql<string>`to_char(${callChecks.checkedAt} at time zone 'UTC', 'YYYY-MM-DD')`;
      const isNew = sql`${callChecks.checkedAt} >= greatest(${checkRules.changedAt}, now() - make_interval(days => ${CHECK_DAYS}))`;
      const rows = await tenancy
        .of(workspaceId)
        .select({ id: callChecks.ruleId, day, checked, failed, threads, failedThreads, lastFailedAt, reviewed, agreed })
        .from(callChecks)
        .innerJoin(checkRules, eq(checkRules.id, callChecks.ruleId))
        .where(and(eq(checkRules.workspaceId, workspaceId), isNull(callChecks.notJudged), isNew))
        .groupBy(callChecks.ruleId, sql`2`)
        .orderBy(sql`2`);
      const byRule = new Map<string, CheckFigures>();
      for (const { id, ...ofDay } of rows) byRule.set(id, withDay(byRule.get(id) ?? NO_FIGURES, ofDay));
      return (ruleId) => byRule.get(ruleId) ?? NO_FIGURES;
    },
    async keep({ id, workspaceId, agentId }, found) {
      const rows = JSON.stringify(
        found.map(({ ruleId, passed, atMs, notJudged }) => ({ rule: ruleId, passed, at: atMs, why: notJudged })),
      );
      const kept = tenancy.of(workspaceId).execute(sql`
        insert into call_checks (workspace_id, call_id, rule_id, agent_id, passed, at_ms, not_judged)
        select ${workspaceId}, ${id}, check_rules.id, ${agentId}, row.passed, row.at, row.why
        from jsonb_to_recordset(${rows}::jsonb) as row (rule uuid, passed boolean, at integer, why text)
        join check_rules on check_rules.id = row.rule
        on conflict (call_id, rule_id)
        do update set passed = excluded.passed, at_ms = excluded.at_ms, not_judged = excluded.not_judged, checked_at = now()
        where call_checks.reviewed_at is null`);
      await kept.catch((error: { cause?: { code?: string } }) => {
        if (error.cause?.code !== NO_SUCH_CALL) throw error;
      });
    },
    ofCall: (workspaceId, callId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(callChecks)
        .where(and(eq(callChecks.workspaceId, workspaceId), eq(callChecks.callId, callId))),
    async review({ workspaceId, callId, ruleId }, { passed, by }) {
      const [row] = await tenancy
        .of(workspaceId)
        .update(callChecks)
        .set(reviewedAs(passed, by))
        .where(and(eq(callChecks.workspaceId, workspaceId), eq(callChecks.callId, callId), eq(callChecks.ruleId, ruleId)))
        .returning();
      return row;
    },
    async failures(workspaceId, { ruleId, cursor, limit }) {
      const { checkedAt, id } = callChecks;
      const rows = await tenancy
        .of(workspaceId)
        .select({ row: callChecks, place: cursorOf(checkedAt, id) })
        .from(callChecks)
        .where(
          and(
            eq(callChecks.workspaceId, workspaceId),
            isNotNull(callChecks.callId),
            not(callChecks.passed),
            isNull(callChecks.notJudged),
            ruleId === undefined ? undefined : eq(callChecks.ruleId, ruleId),
            afterCursor(cursor, checkedAt, id),
          ),
        )
        .orderBy(desc(checkedAt), desc(id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ row }) => row), next };
    },
  };
}

/** From now on a person's word stands there. */
export function reviewedAs(passed: boolean, by: string) {
  return {
    passed,
    // Of what was not judged, a person's word says nothing about the judge.
    found: sql`case when ${callChecks.notJudged} is not null then null
      when ${callChecks.reviewedAt} is null then ${callChecks.passed} else ${callChecks.found} end`,
    notJudged: null,
    reviewedBy: by,
    reviewedAt: sql`now()`,
  };
}

interface FiguresOfDay extends Omit<CheckFigures, "days" | "threads"> {
  day: string;
  threads: number;
  failedThreads: number;
}

function withDay(sum: CheckFigures, { day, ...of }: FiguresOfDay): CheckFigures {
  return {
    checked: sum.checked + of.checked,
    failed: sum.failed + of.failed,
    threads: { checked: sum.threads.checked + of.threads, failed: sum.threads.failed + of.failedThreads },
    // Days come in their order.
    lastFailedAt: of.lastFailedAt ?? sum.lastFailedAt,
    reviewed: sum.reviewed + of.reviewed,
    agreed: sum.agreed + of.agreed,
    days: [...sum.days, { day, checked: of.checked + of.threads, failed: of.failed + of.failedThreads }],
  };
}
