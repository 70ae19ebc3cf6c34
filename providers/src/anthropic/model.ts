import { ProviderFailure, type LanguageModel, type Thought, type ThinkRequest } from "@ongea/conversation";
import { ask, PATIENT, Refusal, warmService, withoutSecrets, type ServiceAccess } from "../http/ask.ts";
import { eventsIn } from "../http/sse.ts";
import { beginning, hasNotes, instructionsOf } from "../thoughts/instructions.ts";
import { wireTool } from "../thoughts/wire-tool.ts";
import { ToolCalls } from "../thoughts/tool-calls.ts";
import { eventIn, usageOfQuestion } from "./events.ts";
import { wireMessages, type WireMessage } from "./messages.ts";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface AnthropicOptions {
  apiKey: string;
  /** `claude-haiku-4-5` … */
  model: string;
  baseUrl?: string;
  connectTimeoutMs?: number;
  firstBytesTimeoutMs?: number;
  idleTimeoutMs?: number;
  name?: string;
}

/** LLM: Anthropic's Messages API, streamed. What stays the same through a call is marked to be kept there (prompt caching). */
export function createAnthropicModel(options: AnthropicOptions): LanguageModel {
  const access: ServiceAccess = {
    ...PATIENT,
    ...options,
    baseUrl: options.baseUrl ?? "https://api.anthropic.com",
    keyHeader: "x-api-key",
    headers: { "anthropic-version": "2023-06-01" },
  };
  /** Settings that this model does not take, learnt from its refusals. */
  const without = new Set<string>();
  return {
    name: options.name ?? `anthropic ${options.model}`,
    readsWholeKnowledge: true,
    warm: () => warmService(access),
    async *think(request, signal) {
      for (;;) {
        try {
          yield* thoughts(access, bodyOf(options.model, request, without), signal);
          return;
        } catch (error) {
          const disliked = dislikedIn(error, without);
          if (!disliked) throw error;
          without.add(disliked);
        }
      }
    },
  };
}

/** Models differ: some take one of the two, the newest neither. */
function dislikedIn(error: unknown, without: ReadonlySet<string>): string | undefined {
  if (!(error instanceof Refusal) || error.status !== 400) return undefined;
  return ["top_p", "temperature"].find((name) => error.message.includes(name) && !without.has(name));
}

function bodyOf(model: string, request: ThinkRequest, without: ReadonlySet<string>): string {
  const { settings, tools } = request;
  const { lasting, passing } = instructionsOf(request);
  const body: Record<string, unknown> = {
    model,
    max_tokens: settings.maxTokens,
    // It counts to 1, others to 2.
    temperature: Math.min(1, settings.temperature),
    top_p: settings.topP,
    stream: true,
    system: [{ type: "text", text: lasting, cache_control: CACHED }],
    messages: noted(wireMessages(request.messages, beginning(request)), hasNotes(request.messages) ? "" : passing),
  };
  if (tools.length > 0)
    body["tools"] = tools.map(wireTool).map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters }));
  if (tools.length > 0 && request.toolChoice) body["tool_choice"] = { type: "any" };
  for (const name of without) delete body[name];
  return JSON.stringify(body);
}

const CACHED = { type: "ephemeral" };

/** What changes from turn to turn stands in the last message; what is before it may be kept. */
function noted(messages: WireMessage[], passing: string): object[] {
  const note = passing === "" ? [] : [{ type: "text" as const, text: passing }];
  return messages.map(({ role, content }, index) => {
    // Results of tools come first in a message.
    if (index === messages.length - 1) {
      const results = content.filter(({ type }) => type === "tool_result");
      return { role, content: [...results, ...note, ...content.filter(({ type }) => type !== "tool_result")] };
    }
    if (index < messages.length - 2) return { role, content };
    return {
      role,
      content: content.map((block, at) => (at === content.length - 1 ? { ...block, cache_control: CACHED } : block)),
    };
  });
}

async function* thoughts(access: ServiceAccess, body: string, signal: AbortSignal): AsyncGenerator<Thought, void, undefined> {
  const calls = new ToolCalls();
  let isFinished = false;
  let isAnything = false;
  let stopReason = "";
  for await (const data of eventsIn(ask(access, { path: "v1/messages", body, maxBytes: MAX_ANSWER_BYTES }, signal))) {
    const event = eventIn(data);
    if (!event) continue;
    if (event.type === "error") throw brokenOff(event.error, access.apiKey ?? "");
    if (event.type === "message_start" && event.message.usage)
      yield { kind: "usage", usage: usageOfQuestion(event.message.usage) };
    if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
      const { id, name } = event.content_block;
      calls.push({ index: event.index, id, function: { name } });
      isAnything = true;
      yield { kind: "calling" };
    }
    if (event.type === "content_block_delta") {
      const { text, partial_json: json } = event.delta;
      if (event.delta.type === "text_delta" && text) {
        isAnything = true;
        yield { kind: "text", text };
      } else if (event.delta.type === "input_json_delta" && json)
        calls.push({ index: event.index, function: { arguments: json } });
    }
    if (event.type === "message_delta") {
      stopReason = event.delta.stop_reason ?? stopReason;
      if (event.usage?.output_tokens) yield { kind: "usage", usage: { tokensOut: event.usage.output_tokens } };
    }
    if (event.type === "message_stop") {
      isFinished = true;
      break;
    }
  }
  if (signal.aborted) return;
  if (!isFinished) throw new ProviderFailure("bad-answer", "the provider's answer was cut off");
  if (!isAnything && stopReason === "refusal") throw new ProviderFailure("refused", "the model declines to answer");
  yield* calls.complete();
}

function brokenOff({ type, message }: { type: string; message: string }, apiKey: string): ProviderFailure {
  const isBusy = type === "overloaded_error" || type === "rate_limit_error";
  const said = withoutSecrets(message, apiKey ? [apiKey] : []).slice(0, 200);
  return new ProviderFailure(isBusy ? "rate-limited" : "unavailable", `the provider broke off: ${said || type}`);
}
