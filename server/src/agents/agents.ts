import { randomUUID } from "node:crypto";
import type { Agent, AgentDocument } from "@ongea/contract";
import { asc, eq } from "drizzle-orm";
import type { Db } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refuse.ts";
import { agents } from "./tables.ts";
import { TEMPLATES } from "./templates.ts";

export interface StoredAgent {
  id: string;
  template: string | null;
  status: Agent["agent_status"];
  document: AgentDocument;
  createdAt: Date;
  updatedAt: Date;
}

export interface Agents {
  all(): Promise<StoredAgent[]>;
  read(id: string): Promise<StoredAgent>;
  /** By id, template key or name, as a person types it. */
  find(words: string): Promise<StoredAgent | undefined>;
  /** Makes the template assistants in a new installation. Returns whether it was one. */
  seed(): Promise<boolean>;
}

export function createAgents(db: Db): Agents {
  const all = async (): Promise<StoredAgent[]> =>
    (await db.select().from(agents).orderBy(asc(agents.createdAt), asc(agents.id))).map(stored);
  return {
    all,
    async read(id) {
      const [row] = await db.select().from(agents).where(eq(agents.id, id));
      if (!row) throw refuse("agent.not_found");
      return stored(row);
    },
    async find(words) {
      const wanted = plain(words);
      return (await all()).find((agent) =>
        [agent.id, agent.template ?? "", agent.document.agent_config.agent_name].some((name) => plain(name) === wanted),
      );
    },
    async seed() {
      const [any] = await db.select({ id: agents.id }).from(agents).limit(1);
      if (any) return false;
      for (const { key, document } of TEMPLATES) {
        await db
          .insert(agents)
          .values({
            id: randomUUID(),
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

function stored(row: typeof agents.$inferSelect): StoredAgent {
  const { id, template, status, config, prompts, createdAt, updatedAt } = row;
  return { id, template, status, document: { agent_config: config, agent_prompts: prompts }, createdAt, updatedAt };
}

function plain(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]/g, "");
}
