import {
  type CheckRuleChange,
  type CheckRuleDraft,
  createCheckRule,
  deleteCheckRule,
  listCheckRules,
  MOST_CHECK_RULES,
  replaceCheckRule,
  type CheckRule,
} from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { CallChecks } from "./call-checks.ts";
import type { CheckRuleRow, CheckStore } from "./store.ts";
import type { CheckFigures } from "./results/store.ts";
import { type CheckResultRoutesParts, resultRoutes } from "./result-routes.ts";

export interface CallCheckRoutesParts extends CheckResultRoutesParts {
  store: CheckStore;
  checks: Pick<CallChecks, "tried" | "those" | "exists" | "changed" | "judgeName">;
}

export function callCheckRoutes(app: Http, parts: CallCheckRoutesParts): void {
  const { store, checks, audit } = parts;
  const wire = async (row: CheckRuleRow): Promise<CheckRule> => wireRule(row, (await store.figures(row.workspaceId))(row.id));
  serve(app, listCheckRules, async (_given, { principal: { workspaceId } }) => {
    const [rows, figures, judge] = await Promise.all([
      store.rules(workspaceId),
      store.figures(workspaceId),
      checks.judgeName(workspaceId),
    ]);
    return { data: rows.map((row) => wireRule(row, figures(row.id))), judge };
  });
  serve(app, createCheckRule, async ({ body }, { principal: { workspaceId }, principal }) => {
    const added = await audit.act(principal, async (write) => {
      const row = await store.add(workspaceId, body, MOST_CHECK_RULES);
      if (!row) throw refuse("check_rule.too_many");
      await write({ act: "check_rule.created", subject: body.name });
      return wire(row);
    });
    checks.changed(workspaceId);
    return added;
  });
  serve(app, replaceCheckRule, async ({ params, body }, { principal: { workspaceId }, principal }) => {
    const replaced = await audit.act(principal, async (write) => {
      const before = await store.rule(workspaceId, params.rule_id);
      const row = before && (await store.change(workspaceId, before.id, changed(body, before.draft)));
      if (!row) throw refuse("check_rule.not_found");
      await write({ act: "check_rule.changed", subject: body.name });
      return wire(row);
    });
    checks.changed(workspaceId);
    return replaced;
  });
  serve(app, deleteCheckRule, async ({ params }, { principal: { workspaceId }, principal }) => {
    await audit.act(principal, async (write) => {
      const name = await store.remove(workspaceId, params.rule_id);
      if (name === undefined) throw refuse("check_rule.not_found");
      await write({ act: "check_rule.deleted", subject: name });
    });
    checks.changed(workspaceId);
    return { success: true as const };
  });
  resultRoutes(app, parts);
}

/** A client that knows of no choice leaves it as it was. */
function changed(body: CheckRuleChange, before: CheckRuleDraft): CheckRuleDraft {
  const as = body.kind === "announces_recording" ? "calls" : before.applies_to;
  return { ...body, applies_to: body.applies_to ?? as };
}

function wireRule({ id, draft, createdAt, changedAt }: CheckRuleRow, figures: CheckFigures): CheckRule {
  return {
    ...draft,
    id,
    created_at: createdAt.toISOString(),
    changed_at: changedAt.toISOString(),
    checked: figures.checked,
    failed: figures.failed,
    last_failed_at: figures.lastFailedAt?.toISOString() ?? null,
    threads: figures.threads,
    reviewed: figures.reviewed,
    agreed: figures.agreed,
    days: [...figures.days],
  };
}
