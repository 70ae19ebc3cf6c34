/** Rules that a demo workspace begins with, and how its calls went by them. */
import type { CheckRuleDraft } from "@ongea/contract";
import type { Db } from "../../../platform/database/db.ts";
import { checkCall } from "../check-call.ts";
import { readCall, type CheckedCall } from "../read-call.ts";
import { addSeededChecks } from "./store.ts";

export interface SeededRule {
  id: string;
  /** When it was made. */
  at: string;
  draft: CheckRuleDraft;
}

export interface SeededCall extends CheckedCall {
  id: string;
  agentId: string;
  /** When it ended. */
  at: string;
}

/** Each rule is held against each call, as it would be when such a call ends. */
export function addCheckedCalls(
  db: Db,
  workspaceId: string,
  rules: readonly SeededRule[],
  calls: readonly SeededCall[],
): Promise<void> {
  const checks = calls.flatMap(({ id: callId, at, ...call }) => {
    const read = readCall(call);
    return rules.flatMap(({ id: ruleId, draft }) => {
      const checked = checkCall(draft, read);
      return checked ? [{ ...checked, callId, ruleId, agentId: call.agentId, at }] : [];
    });
  });
  return addSeededChecks(db, workspaceId, rules, checks);
}
