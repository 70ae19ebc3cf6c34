/** All the SQL of rules, and of how calls went by them. */
import type { CheckRuleDraft } from "@ongea/contract";
import { and, asc, count, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { checkRules } from "./tables.ts";
import { type CheckResults, resultStore } from "./results/store.ts";

export type CheckRuleRow = typeof checkRules.$inferSelect;
export interface CheckStore extends CheckResults {
  /** The oldest first. */
  rules(workspaceId: string): Promise<CheckRuleRow[]>;
  rule(workspaceId: string, id: string): Promise<CheckRuleRow | undefined>;
  /** Undefined: there are as many as there may be. */
  add(workspaceId: string, draft: CheckRuleDraft, most: number): Promise<CheckRuleRow | undefined>;
  change(workspaceId: string, id: string, draft: CheckRuleDraft): Promise<CheckRuleRow | undefined>;
  /** Its name; undefined where there was none. */
  remove(workspaceId: string, id: string): Promise<string | undefined>;
  /** How many calls failed it, where somebody is to be told of that now; once, whichever server asks. */
  alarm(workspaceId: string, rule: CheckRuleRow): Promise<number | undefined>;
}

export function createCheckStore(tenancy: Tenancy): CheckStore {
  return { ...ruleStore(tenancy), ...resultStore(tenancy) };
}

function ruleStore(tenancy: Tenancy): Pick<CheckStore, "rules" | "rule" | "add" | "change" | "remove" | "alarm"> {
  const one = (workspaceId: string, id: string) => and(eq(checkRules.workspaceId, workspaceId), eq(checkRules.id, id));
  return {
    rules: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(checkRules)
        .where(eq(checkRules.workspaceId, workspaceId))
        .orderBy(asc(checkRules.createdAt), asc(checkRules.id)),
    async rule(workspaceId, id) {
      const [row] = await tenancy.of(workspaceId).select().from(checkRules).where(one(workspaceId, id));
      return row;
    },
    async add(workspaceId, draft, most) {
      const db = tenancy.of(workspaceId);
      // Two at a time would both find room.
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`check-rules:${workspaceId}`}, 0))`);
      const [row] = await db.select({ all: count() }).from(checkRules).where(eq(checkRules.workspaceId, workspaceId));
      if ((row?.all ?? 0) >= most) return undefined;
      const [added] = await db.insert(checkRules).values({ workspaceId, draft }).returning();
      return added;
    },
    async change(workspaceId, id, draft) {
      const [row] = await tenancy
        .of(workspaceId)
        .update(checkRules)
        .set({ draft, changedAt: sql`now()`, alertedAt: null })
        .where(one(workspaceId, id))
        .returning();
      return row;
    },
    async remove(workspaceId, id) {
      const [gone] = await tenancy.of(workspaceId).delete(checkRules).where(one(workspaceId, id)).returning();
      return gone?.draft.name;
    },
    async alarm(workspaceId, { id, draft: { alert } }) {
      if (!alert) return undefined;
      const since = sql`greatest(now() - make_interval(mins => ${alert.minutes}), check_rules.changed_at)`;
      const failed = sql<number>`(select count(*)::int from call_checks where rule_id = check_rules.id and not passed
        and not_judged is null and checked_at >= ${since})`;
      const isQuiet = lt(checkRules.alertedAt, sql`now() - make_interval(mins => ${alert.quiet_minutes})`);
      const [told] = await tenancy
        .of(workspaceId)
        .update(checkRules)
        .set({ alertedAt: sql`now()` })
        .where(and(one(workspaceId, id), gte(failed, alert.failures), or(isNull(checkRules.alertedAt), isQuiet)))
        .returning({ failed });
      return told?.failed;
    },
  };
}
