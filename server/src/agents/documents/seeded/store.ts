/** The SQL of agents of a demo workspace. */
import type { AgentDocument } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";

export interface SeededAgent {
  id: string;
  document: AgentDocument;
  createdAt: Date;
}

/** Many at a time. */
export async function addSeededAgents(db: Db, workspaceId: string, made: readonly SeededAgent[]): Promise<void> {
  const rows = made.map(({ id, document: { agent_config: config, agent_prompts: prompts }, createdAt: at }) => {
    return { id, config, prompts, at };
  });
  await db.execute(sql`
    insert into agents (id, workspace_id, status, config, prompts, created_at, updated_at)
    select id, ${workspaceId}, 'processed', config, prompts, at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, config jsonb, prompts jsonb, at timestamptz)`);
}
