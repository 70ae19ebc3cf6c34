import { listFailedThreads, listThreadChecks, reviewThreadCheck, type ThreadCheck } from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { serve } from "../../../platform/http/serve.ts";
import { wireCheck } from "../result-routes.ts";
import type { CheckRuleRow, CheckStore } from "../store.ts";
import type { ThreadCheckRow, ThreadCheckStore } from "./store.ts";
import type { ThreadChecks } from "./thread-checks.ts";

export interface ThreadCheckRoutesParts {
  rules: Pick<CheckStore, "rules" | "rule">;
  store: Pick<ThreadCheckStore, "ofThread" | "review" | "failures">;
  threads: Pick<ThreadChecks, "those">;
  audit: Pick<Audit, "act">;
}

export function threadCheckRoutes(app: Http, { rules, store, threads, audit }: ThreadCheckRoutesParts): void {
  const wanted = async (workspaceId: string, id: string): Promise<void> => {
    if ((await threads.those(workspaceId, [id])).length === 0) throw refuse("thread.not_found");
  };
  serve(app, listThreadChecks, async ({ params: { thread_id: id } }, { principal: { workspaceId } }) => {
    await wanted(workspaceId, id);
    const [rows, all] = await Promise.all([store.ofThread(workspaceId, id), rules.rules(workspaceId)]);
    return { data: rows.flatMap((row) => wireThreadCheck(row, all) ?? []) };
  });
  serve(app, reviewThreadCheck, async ({ params, body: { passed } }, { principal: { workspaceId }, principal }) => {
    const { thread_id: threadId, check_id: id } = params;
    await wanted(workspaceId, threadId);
    return audit.act(principal, async (write) => {
      const row = await store.review({ workspaceId, threadId, id }, { passed, by: principal.name });
      const rule = row && (await rules.rule(workspaceId, row.ruleId));
      const check = rule && wireThreadCheck(row, [rule]);
      if (!check) throw refuse("check_rule.not_found");
      await write({ act: "thread.check_reviewed", subject: threadId });
      return check;
    });
  });
  serve(app, listFailedThreads, async ({ query: { rule_id: ruleId, ...page } }, { principal: { workspaceId } }) => {
    const [{ data, next }, all] = await Promise.all([store.failures(workspaceId, { ruleId, ...page }), rules.rules(workspaceId)]);
    const found = await threads.those(workspaceId, [...new Set(data.map(({ threadId }) => threadId))]);
    return {
      data: data.flatMap((row) => {
        const [check, thread] = [wireThreadCheck(row, all), found.find(({ id }) => id === row.threadId)];
        // One of them went meanwhile.
        if (!check || !thread) return [];
        return [{ ...check, thread_id: thread.id, agent_id: thread.agentId, channel: thread.channel }];
      }),
      next,
    };
  });
}

function wireThreadCheck(row: ThreadCheckRow, rules: readonly CheckRuleRow[]): ThreadCheck | undefined {
  const check = wireCheck(row, rules);
  if (!check) return undefined;
  const { at_ms: _, ...rest } = check;
  return { ...rest, id: row.id, message_id: row.messageId, last_message_id: row.lastMessageId };
}
