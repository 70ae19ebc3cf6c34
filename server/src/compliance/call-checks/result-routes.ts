/** What checks of calls have found. */
import {
  listCallChecks,
  listFailedRules,
  MOST_CALLS_TRIED,
  MOST_THREADS_TRIED,
  reviewCallCheck,
  tryCheckRule,
  type RuleCheck,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { CallChecks } from "./call-checks.ts";
import type { ThreadChecks } from "./written/thread-checks.ts";
import type { CheckRuleRow, CheckStore } from "./store.ts";
import type { CallCheckRow } from "./results/store.ts";

export interface CheckResultRoutesParts {
  store: Pick<CheckStore, "rule" | "rules" | "review" | "failures" | "ofCall">;
  checks: Pick<CallChecks, "tried" | "those" | "exists">;
  threads: Pick<ThreadChecks, "tried">;
  audit: Pick<Audit, "act">;
}

/** A hundred journals are read for each. */
const TRIED = { burst: 5, refillMs: 3_000 };

export function resultRoutes(app: Http, { store, checks, threads, audit }: CheckResultRoutesParts): void {
  serve(app, reviewCallCheck, async ({ params, body: { passed } }, { principal: { workspaceId }, principal }) => {
    const { execution_id: callId, rule_id: ruleId } = params;
    if (!(await checks.exists(workspaceId, callId))) throw refuse("call.not_found");
    return audit.act(principal, async (write) => {
      const rule = await store.rule(workspaceId, ruleId);
      const row = await store.review({ workspaceId, callId, ruleId }, { passed, by: principal.name });
      const check = rule && row && wireCheck(row, [rule]);
      if (!check) throw refuse("check_rule.not_found");
      await write({ act: "call.check_reviewed", subject: callId });
      return check;
    });
  });
  const limit = createRateLimit({ ...TRIED, nowMs: () => performance.now() });
  serve(app, tryCheckRule, async ({ body }, { principal: { workspaceId } }) => {
    limit.take(workspaceId);
    const [found, written] = await Promise.all([
      checks.tried(workspaceId, body, MOST_CALLS_TRIED),
      threads.tried(workspaceId, body, MOST_THREADS_TRIED),
    ]);
    const failures = found.filter(({ checked }) => !checked.passed);
    const failedThreads = written.filter(({ checked }) => !checked.passed);
    return {
      checked: found.length,
      failed: failures.length,
      failures: failures.map(({ call, checked }) => ({
        execution_id: call.id,
        agent_name: call.agentName,
        call_at: call.createdAt.toISOString(),
        at_ms: checked.atMs,
      })),
      threads: {
        checked: written.length,
        failed: failedThreads.length,
        failures: failedThreads.map(({ part: { id, channel, lastAt }, checked }) => ({
          thread_id: id,
          channel,
          last_at: lastAt.toISOString(),
          message_id: checked.messageId,
        })),
      },
    };
  });
  serve(app, listFailedRules, async ({ query: { rule_id: ruleId, ...page } }, { principal: { workspaceId } }) => {
    const [{ data, next }, rules] = await Promise.all([
      store.failures(workspaceId, { ruleId, ...page }),
      store.rules(workspaceId),
    ]);
    const calls = await checks.those(workspaceId, [...new Set(data.flatMap(({ callId }) => callId ?? []))]);
    return {
      data: data.flatMap((row) => {
        const [check, call] = [wireCheck(row, rules), calls.find(({ id }) => id === row.callId)];
        // One of them went meanwhile.
        if (!check || !call) return [];
        return [{ ...check, execution_id: call.id, agent_name: call.agentName, call_at: call.createdAt.toISOString() }];
      }),
      next,
    };
  });
  serve(app, listCallChecks, async ({ params: { execution_id: id } }, { principal: { workspaceId } }) => {
    if (!(await checks.exists(workspaceId, id))) throw refuse("call.not_found");
    const [rows, rules] = await Promise.all([store.ofCall(workspaceId, id), store.rules(workspaceId)]);
    // In the order of the rules.
    return {
      data: rules.flatMap((rule) => {
        const row = rows.find(({ ruleId }) => ruleId === rule.id);
        return (row && wireCheck(row, [rule])) ?? [];
      }),
    };
  });
}

export function wireCheck(row: CallCheckRow, rules: readonly CheckRuleRow[]): RuleCheck | undefined {
  const rule = rules.find(({ id }) => id === row.ruleId);
  if (!rule) return undefined;
  const { name, kind } = rule.draft;
  const { passed, atMs, checkedAt, notJudged, reviewedBy: by, reviewedAt: at, found } = row;
  const review = by !== null && at !== null ? { by, at: at.toISOString(), found } : null;
  const result = { passed, at_ms: atMs, checked_at: checkedAt.toISOString(), not_judged: notJudged, review };
  return { rule_id: rule.id, name, kind, ...result };
}
