/** What an assistant knows about a question. */
import { type KnowledgePassage, type LanguageModel, type ToolOutcome, WRITTEN_WAIT_MS, withKnowledge } from "@ongea/conversation";
import { retrieverBy } from "../../engines/index.ts";
import type { IndexedPassage, RetrievalQuery, Retrieval } from "../../knowledge/index.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import { namedKnowledge } from "../documents/named-knowledge.ts";
import type { StoredAgent } from "../documents/store.ts";

type KnowingAgent = Pick<StoredAgent, "id" | "workspaceId" | "document">;

/** For whoever runs an agent. */
export interface KnowledgeOfAgents {
  /** False: this agent is known to have no knowledge. What is not known yet is read meanwhile. */
  mayKnow(agent: KnowingAgent): boolean;
  /** Answers a conversation that asks for passages; `used`: told what a provider counts for the question. */
  find(question: string, agent: KnowingAgent, used: RetrievalQuery["used"]): Promise<ToolOutcome>;
  /** The model of a written conversation, given what its agent knows. */
  givenTo(llm: LanguageModel, agent: KnowingAgent): LanguageModel;
}

export function createKnowledgeOfAgents(retrieval: Pick<Retrieval, "mayKnow" | "find" | "whole">): KnowledgeOfAgents {
  const knowledge: KnowledgeOfAgents = {
    mayKnow: (agent) => retrieval.mayKnow(agent.workspaceId, { id: agent.id, named: namedKnowledge(agent).named }),
    async find(question, agent, used) {
      const { id, workspaceId } = agent;
      const { named, most } = namedKnowledge(agent);
      const known = { id, named };
      const found =
        question === ""
          ? await retrieval.whole(workspaceId, known)
          : await retrieval.find({ workspaceId, question, most, agent: known, used });
      return { ok: true, result: JSON.stringify(found.map(wirePassage)) };
    },
    givenTo(llm, agent) {
      if (!knowledge.mayKnow(agent)) return llm;
      const tools = { run: (asked: { arguments: string }) => knowledge.find(asked.arguments, agent, () => {}) };
      return withKnowledge(llm, retrieverBy(tools), systemClock, WRITTEN_WAIT_MS);
    },
  };
  return knowledge;
}

function wirePassage({ itemId, position, title, page, lastPage, text }: IndexedPassage): KnowledgePassage {
  const pages = page === lastPage ? `${page}` : `${page}–${lastPage}`;
  return { id: `${itemId}#${position}`, source: page === null ? title : `${title}, p. ${pages}`, text };
}
