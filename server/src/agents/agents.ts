import type { Agent } from "@ongea/contract";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { refuse } from "../platform/http/refuse.ts";
import { createAgentStore, type StoredAgent } from "./store.ts";
import { TEMPLATES } from "./templates.ts";

export interface Agents {
  all(workspaceId: string): Promise<StoredAgent[]>;
  read(workspaceId: string, id: string): Promise<StoredAgent>;
  /** By id, template key or name, as a person types it. */
  find(workspaceId: string, words: string): Promise<StoredAgent | undefined>;
  /** Makes the template assistants in a workspace that has no assistant yet. Returns whether it was so. */
  seed(workspaceId: string): Promise<boolean>;
}

export function createAgents(tenancy: Tenancy): Agents {
  const store = createAgentStore(tenancy);
  return {
    all: (workspaceId) => store.all(workspaceId),
    async read(workspaceId, id) {
      const agent = await store.read(workspaceId, id);
      if (!agent) throw refuse("agent.not_found");
      return agent;
    },
    async find(workspaceId, words) {
      const wanted = plain(words);
      return (await store.all(workspaceId)).find((agent) =>
        [agent.id, agent.template ?? "", agent.document.agent_config.agent_name].some((name) => plain(name) === wanted),
      );
    },
    async seed(workspaceId) {
      if ((await store.all(workspaceId)).length > 0) return false;
      for (const { key, document } of TEMPLATES) await store.add(workspaceId, { template: key, document });
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

function plain(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]/g, "");
}
