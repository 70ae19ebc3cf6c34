/** All the SQL of assistants. */
import { randomUUID } from "node:crypto";
import type { Agent, AgentDocument } from "@ongea/contract";
import { and, asc, eq } from "drizzle-orm";
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
