/** Which language model an assistant is lent for what is asked of it outside a call. */
import { type AgentDocument, conversationOf } from "@ongea/contract";
import type { LanguageModelSettings } from "@ongea/providers";
import type { Lender } from "../../connections/index.ts";
import { ASSISTANTS_MODEL, forLanguage, type Choices } from "../../speech/index.ts";

export interface MindParts {
  connections: Pick<Lender, "lend">;
  choices: Choices;
}

type Use = LanguageModelSettings["use"];

/** The first that is fit for it; undefined: there is none. */
export async function mindFor(
  { connections, choices }: MindParts,
  { workspaceId, document }: { workspaceId: string; document: AgentDocument },
  unfit: ReadonlySet<Use>,
): Promise<LanguageModelSettings | undefined> {
  const { llm_agent, transcriber } = conversationOf(document).tools_config;
  const { minds } = await connections.lend(workspaceId, document);
  const all = [...minds, ...forLanguage(choices.minds, transcriber.language)];
  const [mind] = all.filter(({ use }) => !unfit.has(use));
  if (mind?.use !== "openai" || mind.model !== ASSISTANTS_MODEL) return mind;
  return { ...mind, model: llm_agent.llm_config.model || "default" };
}
