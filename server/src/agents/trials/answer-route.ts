/** What an agent says to a question, before a caller asks it. */
import { randomUUID } from "node:crypto";
import { answerQuestion, type Answer } from "@ongea/contract";
import { openWrittenConversation } from "@ongea/conversation";
import { createLanguageModel } from "@ongea/providers";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import type { Agents } from "../documents/agents.ts";
import { languageModelsFor } from "../plan/language-model.ts";
import { valuesOf } from "../plan/plan.ts";
import { createTestTools } from "../tests/test-tools.ts";
import { conversing, type TestedAgent, type TestedAgentParts } from "../tests/tested-agent.ts";

const BURST = 20;
const REFILL_MS = 3_000;
/** The rules take milliseconds; what they search, seconds at most. */
const PATIENCE_MS = 10_000;

/** A workspace may ask twenty times at once, and twenty times a minute. */
export function answerRoute(app: Http, parts: TestedAgentParts & { agents: Pick<Agents, "read"> }): void {
  const limit = createRateLimit({ burst: BURST, refillMs: REFILL_MS, nowMs: () => performance.now() });
  serve(app, answerQuestion, async ({ params, body }, { principal: { workspaceId } }) => {
    const { id, document, version } = await parts.agents.read(workspaceId, params.agent_id);
    limit.take(workspaceId);
    return answerOf({ id, workspaceId, document, saved: document, version }, body.question, parts);
  });
}

/** By the same rules, with the same knowledge, as in a call. Refuses with "server.busy" where they take too long. */
export async function answerOf(
  agent: TestedAgent,
  question: string,
  parts: TestedAgentParts,
): Promise<Answer<typeof answerQuestion>> {
  const model = await modelOf(agent, parts);
  const facts = { callId: randomUUID(), direction: "inbound" as const, userData: {}, startedAt: new Date() };
  const llms = [createLanguageModel({ use: "guided" }, {})];
  const { plan, languageModels, facts: all } = conversing(agent, { llms, ...facts }, parts);
  if (model !== null) return { text: null, model, sources: [], language: plan.language };
  const tools = createTestTools({ agent, replies: {}, callerNumber: "", values: valuesOf(all) });
  const conversation = openWrittenConversation({
    plan,
    clock: systemClock,
    languageModels,
    tools,
    checkArguments,
    journal: { write: () => {} },
  });
  try {
    const { text, sources } = await conversation.answer(question, AbortSignal.timeout(PATIENCE_MS));
    return { text, model: null, sources: [...sources], language: conversation.language };
  } catch {
    throw refuse("server.busy");
  } finally {
    conversation.close("stopped");
  }
}

/** Null: the rules answer. */
async function modelOf(agent: TestedAgent, { models }: TestedAgentParts): Promise<string | null> {
  const { connections } = models();
  const [{ realtime }, [first]] = await Promise.all([
    connections.lend(agent.workspaceId, agent.document),
    languageModelsFor(models(), agent, new Set()),
  ]);
  if (realtime) return realtime.model;
  return first === undefined || first.use === "guided" ? null : (first.model ?? first.use);
}
