import { ProviderFailure, type LanguageModel, type Thought, type ThinkRequest } from "@ongea/conversation";
import { z } from "zod";
import { ask, askForText, PATIENT, Refusal, withoutSecrets, type ServiceAccess } from "../http/ask.ts";
import { linesIn } from "../http/ndjson.ts";
import { SpokenPart } from "../openai/spoken-part.ts";
import { asCallOf, requiredTool } from "../thoughts/required-call.ts";
import { readingAhead } from "../thoughts/read-ahead.ts";
import { ToolCalls } from "../thoughts/tool-calls.ts";
import { wireTool } from "../thoughts/wire-tool.ts";
import { ollamaMessages } from "./messages.ts";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Between two calls: to load a model takes longer than a caller waits. */
const KEEP_ALIVE = "1h";
const LOADING_MS = 120_000;

export interface OllamaOptions extends ServiceAccess {
  model: string;
  name?: string;
}

/** LLM: Ollama by its own protocol (`/api/chat`), which keeps a model loaded and keeps it from thinking at length. `baseUrl` ends in `/api`. */
export function createOllamaModel(options: OllamaOptions): LanguageModel {
  const access: ServiceAccess = { ...PATIENT, ...options };
  const { model } = options;
  /** Whether it takes `think`, learnt from its refusals. */
  let mayThink = true;
  async function* think(request: ThinkRequest, signal: AbortSignal): AsyncGenerator<Thought> {
    const tool = requiredTool(request);
    const answer = (): AsyncGenerator<Thought> => {
      const said = thoughts(access, bodyOf(model, request, mayThink), signal);
      return tool ? asCallOf(tool, said) : said;
    };
    try {
      yield* answer();
    } catch (error) {
      if (!mayThink || !(error instanceof Refusal) || error.status !== 400 || !/think/i.test(error.message)) throw error;
      mayThink = false;
      yield* answer();
    }
  }
  return {
    name: options.name ?? `ollama ${model}`,
    readsWholeKnowledge: true,
    // Without messages it loads the model. What fails now is told by the first question.
    warm: () => {
      const body = JSON.stringify({ model, messages: [], keep_alive: KEEP_ALIVE });
      const request = { path: "chat", body, maxBytes: MAX_ANSWER_BYTES };
      void askForText(access, request, AbortSignal.timeout(LOADING_MS)).catch(() => undefined);
    },
    ...readingAhead(options.baseUrl, think),
  };
}

function bodyOf(model: string, request: ThinkRequest, mayThink: boolean): string {
  const { settings, tools } = request;
  const only = requiredTool(request);
  return JSON.stringify({
    model,
    messages: ollamaMessages(request),
    stream: true,
    // A caller waits meanwhile.
    ...(mayThink ? { think: false } : {}),
    keep_alive: KEEP_ALIVE,
    options: {
      num_predict: settings.maxTokens,
      temperature: settings.temperature,
      top_p: settings.topP,
      presence_penalty: settings.presencePenalty,
      frequency_penalty: settings.frequencyPenalty,
    },
    ...(only ? { format: wireTool(only).parameters } : {}),
    ...(tools.length === 0 || only ? {} : { tools: tools.map((tool) => ({ type: "function", function: wireTool(tool) })) }),
  });
}

const count = z.number().int().nonnegative().nullish().catch(undefined);
/** What is used of a line; `thinking` is for nobody's ears. */
const lineShape = z.object({
  message: z
    .object({
      content: z.string().nullish(),
      tool_calls: z
        .array(
          z.object({
            id: z.string().nullish(),
            function: z.object({ name: z.string().nullish(), arguments: z.record(z.string(), z.unknown()).nullish() }),
          }),
        )
        .nullish(),
    })
    .nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: count,
  eval_count: count,
  error: z.string().nullish(),
});

async function* thoughts(access: ServiceAccess, body: string, signal: AbortSignal): AsyncGenerator<Thought, void, undefined> {
  const calls = new ToolCalls();
  const spoken = new SpokenPart();
  let callCount = 0;
  let last: z.output<typeof lineShape> | undefined;
  for await (const line of linesIn(ask(access, { path: "chat", body, maxBytes: MAX_ANSWER_BYTES }, signal))) {
    const answer = parsed(line);
    if (answer.error) throw new ProviderFailure("unavailable", `the provider broke off: ${saidBy(answer.error, access)}`);
    const text = spoken.push(answer.message?.content ?? "");
    if (text) yield { kind: "text", text };
    for (const { id, function: called } of answer.message?.tool_calls ?? []) {
      const given = JSON.stringify(called.arguments ?? {});
      calls.push({ index: callCount++, id, function: { name: called.name, arguments: given } });
      yield { kind: "calling" };
    }
    if (answer.done) {
      last = answer;
      break;
    }
  }
  if (signal.aborted) return;
  if (!last) throw new ProviderFailure("bad-answer", "the provider's answer was cut off");
  if (last.done_reason === "load") throw new ProviderFailure("unavailable", "the model is still being loaded");
  const rest = spoken.end();
  if (rest) yield { kind: "text", text: rest };
  yield* calls.complete();
  const usage = { tokensIn: last.prompt_eval_count ?? 0, tokensOut: last.eval_count ?? 0 };
  if (usage.tokensIn || usage.tokensOut) yield { kind: "usage", usage };
}

function saidBy(message: string, { apiKey }: ServiceAccess): string {
  return withoutSecrets(message, apiKey ? [apiKey] : []).slice(0, 200);
}

function parsed(line: string): z.output<typeof lineShape> {
  try {
    return lineShape.parse(JSON.parse(line));
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's answer is not understood", { cause });
  }
}
