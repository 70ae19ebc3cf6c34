import { randomUUID } from "node:crypto";
import type { Agent, AgentDocument } from "@ongea/contract";
import { and, asc, eq } from "drizzle-orm";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { refuse } from "../platform/http/refuse.ts";
import { agents } from "./tables.ts";
import { TEMPLATES } from "./templates.ts";

export interface StoredAgent {
  id: string;
  workspaceId: string;
  template: string | null;
  status: Agent["agent_status"];
  document: AgentDocument;
  createdAt: Date;
  updatedAt: Date;
}

export interface Agents {
  all(workspaceId: string): Promise<StoredAgent[]>;
  read(workspaceId: string, id: string): Promise<StoredAgent>;
  /** By id, template key or name, as a person types it. */
  find(workspaceId: string, words: string): Promise<StoredAgent | undefined>;
  /** Makes the template assistants in a workspace that has no assistant yet. Returns whether it was so. */
  seed(workspaceId: string): Promise<boolean>;
}

export function createAgents(tenancy: Tenancy): Agents {
  const all = async (workspaceId: string): Promise<StoredAgent[]> => {
    const rows = await tenancy
      .of(workspaceId)
      .select()
      .from(agents)
      .where(eq(agents.workspaceId, workspaceId))
      .orderBy(asc(agents.createdAt), asc(agents.id));
    return rows.map(stored);
  };
  return {
    all,
    async read(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(agents)
        .where(and(eq(agents.workspaceId, workspaceId), eq(agents.id, id)));
      if (!row) throw refuse("agent.not_found");
      return stored(row);
    },
    async find(workspaceId, words) {
      const wanted = plain(words);
      return (await all(workspaceId)).find((agent) =>
        [agent.id, agent.template ?? "", agent.document.agent_config.agent_name].some((name) => plain(name) === wanted),
      );
    },
    async seed(workspaceId) {
      if ((await all(workspaceId)).length > 0) return false;
      for (const { key, document } of TEMPLATES) {
        await tenancy
          .of(workspaceId)
          .insert(agents)
          .values({
            id: randomUUID(),
            workspaceId,
            template: key,
            status: "processed",
            config: document.agent_config,
            prompts: document.agent_prompts,
          })
          .onConflictDoNothing();
      }
      return true;
    },
  };
}

/** As the wire names it. */
export function wireAgent(agent: StoredAgent, numbers: readonly string[]): Agent {
  return {
    ...agent.document.agent_config,
    id: agent.id,
    agent_status: agent.status,
    agent_prompts: agent.document.agent_prompts,
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
    phone_numbers: [...numbers],
  };
}

function stored({ config, prompts, ...row }: typeof agents.$inferSelect): StoredAgent {
  return { ...row, document: { agent_config: config, agent_prompts: prompts } };
}

function plain(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]/g, "");
}
