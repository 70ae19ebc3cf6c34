import { ProviderFailure, type LanguageModel, type Thought, type ThinkRequest, type Usage } from "@ongea/conversation";
import { z } from "zod";
import { ask, PATIENT, Refusal, warmService, withoutSecrets, type ServiceAccess } from "../http/ask.ts";
import { wireMessages } from "./messages.ts";
import { SpokenPart } from "./spoken-part.ts";
import { eventsIn } from "../http/sse.ts";
import { wireTool } from "../thoughts/wire-tool.ts";
import { asCallOf, requiredTool } from "../thoughts/required-call.ts";
import { readingAhead } from "../thoughts/read-ahead.ts";
import { ToolCalls } from "../thoughts/tool-calls.ts";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface OpenAiModelOptions extends ServiceAccess {
  model: string;
  name?: string;
  /** Fields that this service takes besides. */
  extra?: Readonly<Record<string, unknown>>;
}

/** LLM: a language model behind `/chat/completions`: OpenAI, Groq, vLLM, Ollama, llama.cpp's server and the like. */
export function createOpenAiModel(options: OpenAiModelOptions): LanguageModel {
  /** What this service does not accept, learnt from its refusals. */
  const dialect: Dialect = { without: new Set(), tokens: tokenField(options.baseUrl) };
  const access: ServiceAccess = { ...PATIENT, ...options };
  async function* think(request: ThinkRequest, signal: AbortSignal): AsyncGenerator<Thought> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = thoughts(access, bodyOf(options, request, dialect), signal);
        const tool = bySchema(request, dialect);
        yield* tool ? asCallOf(tool, answer) : answer;
        return;
      } catch (error) {
        if (attempt >= 3 || !(error instanceof Refusal) || !adapt(dialect, error)) throw error;
      }
    }
  }
  return {
    name: options.name ?? options.model,
    readsWholeKnowledge: true,
    warm: () => warmService(options),
    ...readingAhead(options.baseUrl, think),
  };
}

interface Dialect {
  without: Set<string>;
  tokens: "max_tokens" | "max_completion_tokens";
}

function tokenField(baseUrl: string): Dialect["tokens"] {
  return new URL(baseUrl).hostname.endsWith("openai.com") ? "max_completion_tokens" : "max_tokens";
}

const RESPONSE_FORMAT = "response_format";
const DISPENSABLE = [
  "stream_options",
  "temperature",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "reasoning_effort",
  RESPONSE_FORMAT,
];

/** The tool whose call is answered as JSON of its schema. */
function bySchema(request: ThinkRequest, { without }: Dialect): ReturnType<typeof requiredTool> {
  return without.has(RESPONSE_FORMAT) ? undefined : requiredTool(request);
}

/** Whether the request can be put so that it is accepted: models differ in the settings that they know. */
function adapt(dialect: Dialect, { status, field, message }: Refusal): boolean {
  if (status !== 400) return false;
  const other = dialect.tokens === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  if ((field ?? message).includes(dialect.tokens)) {
    dialect.tokens = other;
    return true;
  }
  const disliked = DISPENSABLE.find((name) => (field ?? message).includes(name) && !dialect.without.has(name));
  if (disliked) dialect.without.add(disliked);
  return disliked !== undefined;
}

function bodyOf({ model, extra }: OpenAiModelOptions, request: ThinkRequest, dialect: Dialect): string {
  const { without, tokens } = dialect;
  const { settings, tools } = request;
  const only = bySchema(request, dialect);
  const body: Record<string, unknown> = {
    model,
    messages: wireMessages(request),
    stream: true,
    stream_options: { include_usage: true },
    [tokens]: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    presence_penalty: settings.presencePenalty,
    frequency_penalty: settings.frequencyPenalty,
    ...extra,
  };
  if (only) body[RESPONSE_FORMAT] = { type: "json_schema", json_schema: { name: only.name, schema: wireTool(only).parameters } };
  else if (tools.length > 0) body["tool_choice"] = request.toolChoice;
  if (tools.length > 0 && !only) body["tools"] = tools.map((tool) => ({ type: "function", function: wireTool(tool) }));
  for (const name of without) delete body[name];
  return JSON.stringify(body);
}

const tokens = z.number().int().nonnegative();
const usageShape = z.object({
  prompt_tokens: tokens.default(0),
  completion_tokens: tokens.default(0),
  prompt_tokens_details: z.object({ cached_tokens: tokens.nullish() }).nullish(),
});

const chunkShape = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().min(0).max(63).optional(),
                  id: z.string().nullish(),
                  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  error: z.object({ message: z.string().optional() }).nullish(),
  usage: usageShape.nullish().catch(undefined),
});

type Counted = z.output<typeof usageShape>;

async function* thoughts(access: ServiceAccess, body: string, signal: AbortSignal): AsyncGenerator<Thought, void, undefined> {
  const calls = new ToolCalls();
  const spoken = new SpokenPart();
  let finished = false;
  let usage: Usage | undefined;
  for await (const event of eventsIn(ask(access, { path: "chat/completions", body, maxBytes: MAX_ANSWER_BYTES }, signal))) {
    if (event === "[DONE]") {
      finished = true;
      break;
    }
    const { choices, error, usage: counted } = parsed(event);
    // Some tell the sum so far with every piece: the last is all of it.
    if (counted) usage = usageOf(counted);
    if (error) throw new ProviderFailure("unavailable", `the provider broke off: ${saidBy(error, access)}`);
    const choice = choices[0];
    const text = spoken.push(choice?.delta?.content ?? "");
    if (text) yield { kind: "text", text };
    const pieces = choice?.delta?.tool_calls ?? [];
    if (pieces.length > 0) yield { kind: "calling" };
    for (const piece of pieces) calls.push(piece);
    if (choice?.finish_reason) finished = true;
  }
  if (signal.aborted) return;
  if (!finished) throw new ProviderFailure("bad-answer", "the provider's answer was cut off");
  const rest = spoken.end();
  if (rest) yield { kind: "text", text: rest };
  yield* calls.complete();
  if (usage?.tokensIn || usage?.tokensOut) yield { kind: "usage", usage };
}

function saidBy({ message = "" }: { message?: string | undefined }, { apiKey }: ServiceAccess): string {
  return withoutSecrets(message, apiKey ? [apiKey] : []).slice(0, 200);
}

function usageOf({ prompt_tokens: tokensIn, completion_tokens: tokensOut, prompt_tokens_details: details }: Counted): Usage {
  return { tokensIn, tokensOut, tokensCached: details?.cached_tokens ?? 0 };
}

function parsed(event: string): z.output<typeof chunkShape> {
  try {
    return chunkShape.parse(JSON.parse(event));
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's answer is not understood", { cause });
  }
}
