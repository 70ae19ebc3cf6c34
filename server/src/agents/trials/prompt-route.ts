import { AgentDocument, conversationOf, type Entry, testPrompt, testPromptV2 } from "@ongea/contract";
import { timeLimit, createLanguageModel, type LanguageModelSettings, type Prices } from "@ongea/providers";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { languageModelFor, noAnswer, type LanguageModelParts } from "../plan/language-model.ts";
import { minorToUnits } from "../../platform/money/money.ts";
import { localIso } from "../../platform/time/local-time.ts";
import { costOfProviders } from "../../engines/index.ts";

/** What a local model needs runs beside the media threads only. */
const UNFIT: ReadonlySet<LanguageModelSettings["use"]> = new Set(["local"]);
const PATIENCE_MS = 20_000;
const MOST_ANSWER = 8_000;
const BURST = 10;
const REFILL_MS = 6_000;

/** A workspace may ask ten times at once, and ten times a minute. */
export function promptRoute(
  app: Http,
  parts: LanguageModelParts & { prices: Pick<Prices, "priceFor"> },
  nowMs: () => number,
): void {
  const limit = createRateLimit({ burst: BURST, refillMs: REFILL_MS, nowMs });
  const document = AgentDocument.parse({ agent_config: { agent_name: "Prompt" } });
  for (const route of [testPrompt, testPromptV2]) {
    serve(app, route, async ({ body }, { principal, reply }) => {
      const prompt = body.prompt?.trim() ?? "";
      if (prompt === "") throw refuse("prompt.missing");
      limit.take(principal.workspaceId);
      const llm = await languageModelFor(parts, { workspaceId: principal.workspaceId, document }, UNFIT);
      if (!llm) throw refuse("prompt.no_model");
      const message = body.message?.trim() ?? "";
      const asked = message === "" ? { instructions: "", text: prompt } : { instructions: prompt, text: message };
      return ask(llm, asked, timeLimit(PATIENCE_MS, whileHere(reply)));
    });
  }

  async function ask(settings: LanguageModelSettings, asked: { instructions: string; text: string }, signal: AbortSignal) {
    const model = createLanguageModel(settings, {});
    const { tools_config } = conversationOf(document);
    const { max_tokens: maxTokens, temperature } = tools_config.llm_agent.llm_config;
    const request = {
      instructions: asked.instructions,
      knowledge: [],
      messages: [{ role: "caller" as const, text: asked.text }],
      tools: [],
      language: tools_config.transcriber.language,
      localTime: localIso(new Date(), "UTC"),
      settings: { maxTokens, temperature },
    };
    let said = "";
    const used: Entry[] = [];
    try {
      for await (const thought of model.think(request, signal)) {
        if (thought.kind === "text") said += thought.text;
        if (thought.kind === "usage")
          used.push({ kind: "usage", stage: "think", by: thought.by ?? model.name, atMs: 0, usage: thought.usage } as Entry);
        if (said.length > MOST_ANSWER) break;
      }
    } catch (error) {
      throw noAnswer(error);
    }
    if (said.trim() === "") throw noAnswer();
    const isHere = settings.use === "guided" && used.length === 0;
    const cost_usd = isHere ? 0 : minorToUnits(costOfProviders(used, parts.prices).llm);
    return { reply: said.trim(), model: model.name, cost_usd: isHere || cost_usd > 0 ? cost_usd : null };
  }
}
