/** People are told when a rule has failed as often as it says. */
import type { Activity } from "../../accounts/index.ts";
import type { CheckRuleRow, CheckStore } from "./store.ts";
import type { RuleFound } from "./results/store.ts";

/** Delivers it to the agent's webhook, where the agent wants it. */
export type DeliverFailure = (happened: {
  workspaceId: string;
  agentId: string;
  event: "rule.failed";
  data: object;
}) => Promise<void>;

export interface Failing {
  workspaceId: string;
  agentId: string | null;
  subject: { kind: "call" | "thread"; id: string };
  /** What the webhook says of it besides. */
  data: object;
}

export type AlertPeople = (
  failing: Failing,
  rules: readonly CheckRuleRow[],
  found: readonly Pick<RuleFound, "ruleId" | "passed" | "notJudged">[],
) => Promise<void>;

export interface AlertsParts {
  store: Pick<CheckStore, "alarm">;
  activity: Pick<Activity, "tell">;
  deliver: DeliverFailure;
}

export function createAlerts({ store, activity, deliver }: AlertsParts): AlertPeople {
  return async ({ workspaceId, agentId, subject, data }, rules, found) => {
    const failed = new Set(found.filter(({ passed, notJudged }) => !passed && !notJudged).map(({ ruleId }) => ruleId));
    for (const rule of rules) {
      if (!failed.has(rule.id)) continue;
      const count = await store.alarm(workspaceId, rule);
      if (count === undefined) continue;
      const details = { name: rule.draft.name, calls: count };
      await activity.tell(workspaceId, { kind: "rule.failed", tone: "error", details, subject, notify: true });
      const told = { rule_id: rule.id, rule: rule.draft.name, failed_calls: count, agent_id: agentId, ...data };
      if (agentId !== null) await deliver({ workspaceId, agentId, event: "rule.failed", data: told });
    }
  };
}
