/** What stands on the server, as the editor begins from it. */
import { type Agent, type AgentPublishing, documentOf, readAgent, readAgentDraft } from "@ongea/contract";
import type { QueryClient } from "@tanstack/react-query";
import { server } from "../../server.ts";
import * as questions from "./questions.ts";
import type { Read } from "./use-agent-draft.ts";

/** The draft, where there is one. */
export function readOf(agent: Agent, { draft }: Pick<AgentPublishing, "draft">): Read {
  const { version } = agent;
  return draft
    ? { version, revision: draft.revision, document: draft.document }
    : { version, revision: 0, document: documentOf(agent) };
}

/** Reads both anew and shows them at once: the screen never mixes a draft with a version that it is not of. */
export async function readAnew(queries: QueryClient, agent_id: string): Promise<{ agent: Agent; publishing: AgentPublishing }> {
  const params = { agent_id };
  const [agent, publishing] = await Promise.all([server.call(readAgent, { params }), server.call(readAgentDraft, { params })]);
  queries.setQueryData(questions.agent(agent_id).queryKey, agent);
  queries.setQueryData(questions.publishing(agent_id).queryKey, publishing);
  return { agent, publishing };
}

/** What is saved is a draft: so the agent is set, its tests must pass first, or there is one already. */
export function isDrafting({ saves_drafts, needs_tests, draft }: AgentPublishing): boolean {
  return saves_drafts || needs_tests || draft !== null;
}
