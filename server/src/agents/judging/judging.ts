/** Criteria in words, judged by the language model that an agent has. */
import type { Verdict } from "@ongea/contract";
import { conversationOf } from "@ongea/contract";
import { createLanguageModel } from "@ongea/providers";
import type { Agents } from "../documents/agents.ts";
import { languageModelFor, type LanguageModelParts, UNFIT_AFTERWARDS } from "../plan/language-model.ts";
import { judge } from "./judge.ts";
import { type Judged, notJudged } from "./verdicts.ts";

export interface Judging {
  /** One verdict for each criterion, in their order. Never rejects. */
  judge(
    agent: { workspaceId: string; agentId: string | null },
    judged: Omit<Judged, "language">,
    signal: AbortSignal,
  ): Promise<Verdict[]>;
  /** Of the first agent that has one; null: none of the workspace's has. */
  modelOf(workspaceId: string): Promise<string | null>;
}

const MOST_AGENTS = 100;

export function createJudging({
  agents,
  models,
}: {
  agents: Pick<Agents, "present" | "all">;
  models: () => LanguageModelParts;
}): Judging {
  return {
    async judge({ workspaceId, agentId }, judged, signal) {
      try {
        const agent = agentId === null ? undefined : await agents.present(workspaceId, agentId);
        const settings = agent && (await languageModelFor(models(), { workspaceId, document: agent.document }, UNFIT_AFTERWARDS));
        const llm = settings && createLanguageModel(settings, {});
        const language = agent ? conversationOf(agent.document).tools_config.transcriber.language : "en";
        return await judge({ ...judged, language }, llm, { signal });
      } catch {
        return judged.criteria.map(() => notJudged("failed"));
      }
    },
    async modelOf(workspaceId) {
      for (const { document } of (await agents.all(workspaceId)).slice(0, MOST_AGENTS)) {
        const settings = await languageModelFor(models(), { workspaceId, document }, UNFIT_AFTERWARDS);
        if (settings) return createLanguageModel(settings, {}).name;
      }
      return null;
    },
  };
}
