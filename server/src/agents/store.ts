/** All the SQL of assistants. */
import { randomUUID } from "node:crypto";
import type { Agent, AgentDocument } from "@ongea/contract";
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { agents } from "./tables.ts";

export interface StoredAgent {
  id: string;
  workspaceId: string;
  template: string | null;
  status: Agent["agent_status"];
  document: AgentDocument;
  createdAt: Date;
  updatedAt: Date;
}

export interface AgentStore {
  all(workspaceId: string): Promise<StoredAgent[]>;
  read(workspaceId: string, id: string): Promise<StoredAgent | undefined>;
  /** One of a template; a workspace has each once. */
  add(workspaceId: string, made: { template: string; document: AgentDocument }): Promise<void>;
}

export function createAgentStore(tenancy: Tenancy): AgentStore {
  return {
    async all(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(agents)
        .where(eq(agents.workspaceId, workspaceId))
        .orderBy(asc(agents.createdAt), asc(agents.id));
      return rows.map(stored);
    },
    async read(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(agents)
        .where(and(eq(agents.workspaceId, workspaceId), eq(agents.id, id)));
      return row && stored(row);
    },
    async add(workspaceId, { template, document: { agent_config: config, agent_prompts: prompts } }) {
      const row = { id: randomUUID(), workspaceId, template, status: "processed" as const, config, prompts };
      await tenancy.of(workspaceId).insert(agents).values(row).onConflictDoNothing();
    },
  };
}

function stored({ config, prompts, ...row }: typeof agents.$inferSelect): StoredAgent {
  return { ...row, document: { agent_config: config, agent_prompts: prompts } };
}

/** Those that can answer. */
export async function countActiveAgents(tenancy: Tenancy, workspaceId: string): Promise<number> {
  const [row] = await tenancy
    .of(workspaceId)
    .select({ active: count() })
    .from(agents)
    .where(and(eq(agents.workspaceId, workspaceId), eq(agents.status, "processed")));
  return row?.active ?? 0;
}

/** The oldest first, without their documents. */
export async function agentNames(tenancy: Tenancy, workspaceId: string, most: number): Promise<{ id: string; name: string }[]> {
  return tenancy
    .of(workspaceId)
    .select({ id: agents.id, name: sql<string>`coalesce(${agents.config} ->> 'agent_name', '')` })
    .from(agents)
    .where(eq(agents.workspaceId, workspaceId))
    .orderBy(asc(agents.createdAt))
    .limit(most);
}

export interface MadeAgent {
  id: string;
  document: AgentDocument;
  createdAt: Date;
}

/** Many at a time. */
export async function addMadeAgents(db: Db, workspaceId: string, made: readonly MadeAgent[]): Promise<void> {
  const rows = made.map(({ id, document: { agent_config: config, agent_prompts: prompts }, createdAt: at }) => {
    return { id, config, prompts, at };
  });
  await db.execute(sql`
    insert into agents (id, workspace_id, status, config, prompts, created_at, updated_at)
    select id, ${workspaceId}, 'processed', config, prompts, at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, config jsonb, prompts jsonb, at timestamptz)`);
}
