/** An agent that is tried outside calls: what answers for it, what hears its caller, and what it knows. */
import { type AgentDocument, conversationOf } from "@ongea/contract";
import { type LanguageModel, type Plan, withOptOut, withRoutes } from "@ongea/conversation";
import { createLanguageModel, type LanguageModelSettings } from "@ongea/providers";
import type { CallerPreferences } from "../../engines/index.ts";
import type { KnowledgeOfAgents } from "../plan/knowledge.ts";
import { languageModelFor, type LanguageModelParts, languageModelsFor, UNFIT_AFTERWARDS } from "../plan/language-model.ts";
import { planFor, preferencesOf, type CallFacts } from "../plan/plan.ts";

export interface TestedAgent {
  id: string;
  workspaceId: string;
  document: AgentDocument;
  saved: AgentDocument;
  /** Null: the document was not saved. */
  version: number | null;
  /** Of the document. */
  fingerprint?: string | undefined;
}

export interface TestedAgentParts {
  models(): LanguageModelParts;
  knowledge: Pick<KnowledgeOfAgents, "givenTo">;
  timeZone: string;
  country?: string | undefined;
}

export interface TestedModels {
  llms: readonly LanguageModel[];
  judgeModel: LanguageModel | undefined;
}

/** What a local model needs runs beside the media threads only. */
const UNFIT: ReadonlySet<LanguageModelSettings["use"]> = new Set(["local"]);

export async function modelsFor(agent: TestedAgent, { models }: TestedAgentParts): Promise<TestedModels> {
  const [settings, judge] = await Promise.all([
    languageModelsFor(models(), agent, UNFIT),
    languageModelFor(models(), agent, UNFIT_AFTERWARDS),
  ]);
  return { llms: settings.map((one) => createLanguageModel(one, {})), judgeModel: judge && createLanguageModel(judge, {}) };
}

/** By whom it is heard; `connectedStt`: with the STT that the workspace has connected. */
export async function hearingPreferences(
  agent: TestedAgent,
  { models }: TestedAgentParts,
  connectedStt: boolean,
): Promise<CallerPreferences> {
  const { transcriber } = conversationOf(agent.document).tools_config;
  const { recognisers } = connectedStt ? await models().connections.lend(agent.workspaceId, agent.document) : { recognisers: [] };
  const { voice: agentVoice } = preferencesOf(agent.document);
  return { language: transcriber.language, agentVoice, connected: recognisers };
}

/** How it converses in writing. */
export function conversing(
  agent: TestedAgent,
  { llms, ...facts }: Omit<CallFacts, "agentId" | "timeZone" | "country"> & Pick<TestedModels, "llms">,
  { knowledge, timeZone, country }: TestedAgentParts,
): { plan: Plan; languageModels: readonly LanguageModel[]; facts: CallFacts } {
  const all = { ...facts, agentId: agent.id, timeZone, country };
  // Nobody hears the caller, so there is nothing to announce.
  const { recording: _recording, ...plan } = planFor(agent.document, all);
  // With what the agent as it is saved answers from: a document that nobody has saved opens no other's knowledge.
  const saved = { ...agent, document: agent.saved };
  const languageModels = llms.map((llm) => withOptOut(withRoutes(knowledge.givenTo(llm, saved), plan.routes ?? [])));
  return { plan, languageModels, facts: all };
}
