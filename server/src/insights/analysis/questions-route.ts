/** Tries an assistant's questions on a transcript, as after a call. */
import { conversationOf, testDispositions } from "@ongea/contract";
import { timeLimit, createLanguageModel } from "@ongea/providers";
import { type Agents, languageModelFor, noAnswer, type LanguageModelParts, UNFIT_AFTERWARDS } from "../../agents/index.ts";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { answered } from "./analyse.ts";
import type { Question } from "./questions.ts";

export interface QuestionsRouteParts extends LanguageModelParts {
  agents: Pick<Agents, "read">;
  questionsOf(workspaceId: string, agentId: string): Promise<readonly Question[]>;
}

const PATIENCE_MS = 60_000;
const BURST = 10;
const REFILL_MS = 6_000;

export function questionsRoute(app: Http, parts: QuestionsRouteParts, nowMs: () => number): void {
  const limit = createRateLimit({ burst: BURST, refillMs: REFILL_MS, nowMs });
  serve(app, testDispositions, async ({ params, body }, { principal: { workspaceId }, reply }) => {
    const { id, document } = await parts.agents.read(workspaceId, params.agent_id);
    const questions = await parts.questionsOf(workspaceId, id);
    if (questions.length === 0) return { extracted_data: {} };
    limit.take(workspaceId);
    const settings = await languageModelFor(parts, { workspaceId, document }, UNFIT_AFTERWARDS);
    if (!settings) throw refuse("prompt.no_model");
    const { language } = conversationOf(document).tools_config.transcriber;
    const signal = timeLimit(PATIENCE_MS, whileHere(reply));
    const when = body.call_date ? `The call was on ${body.call_date}.\n` : "";
    const words = { transcript: when + body.transcript, language };
    try {
      return { extracted_data: await answered(words, questions, createLanguageModel(settings, {}), signal) };
    } catch (error) {
      throw noAnswer(error);
    }
  });
}
