/** The SQL of checks of a demo workspace. */
import type { CheckRuleDraft } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import type { Checked } from "../check-call.ts";
import { checkRules } from "../tables.ts";

export interface SeededCheck extends Checked {
  callId: string;
  ruleId: string;
  agentId: string;
  at: string;
}

export async function addSeededChecks(
  db: Db,
  workspaceId: string,
  rules: readonly { id: string; at: string; draft: CheckRuleDraft }[],
  checks: readonly SeededCheck[],
): Promise<void> {
  await db
    .insert(checkRules)
    .values(rules.map(({ id, at, draft }) => ({ id, workspaceId, draft, createdAt: new Date(at), changedAt: new Date(at) })));
  await db.execute(sql`
    insert into call_checks (workspace_id, call_id, rule_id, agent_id, passed, at_ms, checked_at)
    select ${workspaceId}, "callId", "ruleId", "agentId", passed, round("atMs"), at
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as row ("callId" uuid, "ruleId" uuid, "agentId" uuid, passed boolean,
      "atMs" double precision, at timestamptz)`);
}
