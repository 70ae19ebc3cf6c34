/** What of the knowledge base an agent names. Pure. */
import { z } from "zod";
import type { StoredAgent } from "./store.ts";

const MOST_ALLOWED = 15;

const Ids = z.array(z.uuid()).max(100);
/** As the wire has it, in the model's settings or beside them. */
const VectorStore = z.looseObject({
  provider_config: z.looseObject({
    vector_id: z.uuid().optional(),
    vector_ids: Ids.optional(),
    similarity_top_k: z.number().int().min(1).optional(),
  }),
});

/** The items that an agent's document names, beside those that list the agent as a user; and how many passages it wants. */
export function namedKnowledge({ document }: Pick<StoredAgent, "document">): { named: string[]; most: number | undefined } {
  const agent = document.agent_config.tasks[0]?.tools_config.llm_agent;
  const rag = agent && (Rag.safeParse(agent.llm_config).data ?? Rag.safeParse(agent).data);
  const { vector_id: one, vector_ids: several = [], similarity_top_k: most } = rag?.vector_store.provider_config ?? {};
  const named = [...several, ...(one === undefined ? [] : [one])];
  return { named, most: most === undefined ? undefined : Math.min(most, MOST_ALLOWED) };
}

const Rag = z.looseObject({ vector_store: VectorStore });
