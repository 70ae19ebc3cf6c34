/** Which language model an assistant is lent for what is asked of it outside a call. */
import { type AgentDocument, conversationOf } from "@ongea/contract";
import { ProviderFailure } from "@ongea/conversation";
import type { LanguageModelSettings } from "@ongea/providers";
import { refuse, type Refusal } from "../../platform/http/refuse.ts";
import { type ProviderResolver, AGENT_MODEL, forLanguage, ownPartsOf, type Choices } from "../../engines/index.ts";

/** Which workspaces may use what the installation pays for. */
export interface Admissions {
  has(workspaceId: string): Promise<boolean>;
}

export interface LanguageModelParts {
  connections: Pick<ProviderResolver, "lend">;
  choices: Choices;
  /** Who may use the installation's own services. */
  admissions: Admissions;
}

type Use = LanguageModelSettings["use"];

/** Of what is made of finished conversations: rules judge nothing, and a local model runs beside the media threads only. */
export const UNFIT_AFTERWARDS: ReadonlySet<Use> = new Set(["guided", "local"]);

/** What whoever asked is told of a model that did not answer: what its provider refuses is in the request, all else may pass. */
export function noAnswer(error?: unknown): Refusal {
  if (!(error instanceof ProviderFailure) || error.code !== "refused") return refuse("prompt.no_answer");
  return refuse("prompt.model_refused", [{ type: "refused", loc: ["body", "model"], msg: error.message }]);
}

/** The first that is fit for it; undefined: there is none. */
export async function languageModelFor(
  parts: LanguageModelParts,
  of: { workspaceId: string; document: AgentDocument },
  unfit: ReadonlySet<Use>,
): Promise<LanguageModelSettings | undefined> {
  return (await languageModelsFor(parts, of, unfit))[0];
}

/**
 * Those that are fit for it, in the order in which they stand in for each other. Where the rules are not, the model is that they ask what a
 * caller meant.
 */
export async function languageModelsFor(
  { connections, choices, admissions }: LanguageModelParts,
  { workspaceId, document }: { workspaceId: string; document: AgentDocument },
  unfit: ReadonlySet<Use>,
): Promise<LanguageModelSettings[]> {
  const { llm_agent, transcriber } = conversationOf(document).tools_config;
  const { languageModels } = await connections.lend(workspaceId, document);
  const allowed = (await admissions.has(workspaceId)) ? choices : ownPartsOf(choices);
  const all = [...languageModels, ...forLanguage(allowed.languageModels, transcriber.language)];
  const asked = unfit.has("guided") ? all.map(modelBehind) : all;
  return asked
    .filter(({ use }) => !unfit.has(use))
    .map((llm) =>
      llm.use === "openai" && llm.model === AGENT_MODEL ? { ...llm, model: llm_agent.llm_config.model || "default" } : llm,
    );
}

function modelBehind(llm: LanguageModelSettings): LanguageModelSettings {
  if (llm.use !== "guided" || !llm.interpreter) return llm;
  const { limitMs: _limit, ...model } = llm.interpreter;
  return model;
}
