import { ProviderFailure, type LanguageModel, type Thought, type ThinkRequest, type Usage } from "@ongea/conversation";
import { ask, codeOf, PATIENT, Refusal, warmService, withoutSecrets, type ServiceAccess } from "../http/ask.ts";
import { eventsIn } from "../http/sse.ts";
import { instructionsOf } from "../thoughts/instructions.ts";
import { ToolCalls } from "../thoughts/tool-calls.ts";
import { wireTool } from "../thoughts/wire-tool.ts";
import { failureOfEnd, responseIn, usageOfAnswer, usageOfQuestion } from "./events.ts";
import { contentsOf, type History } from "./messages.ts";
import { geminiSchema } from "./schema.ts";
import { Signatures } from "./signatures.ts";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Its thoughts count among the tokens of an answer: without room for them a short answer ends before its first word. */
const ROOM_FOR_THOUGHTS = 1_024;

export interface GeminiOptions extends Partial<ServiceAccess> {
  /** `gemini-3.8-flash` … */
  model: string;
  name?: string;
}

/** LLM: Google's Gemini API (`streamGenerateContent`). What stays the same through a call stands first, and is cached there. */
export function createGeminiModel(options: GeminiOptions): LanguageModel {
  const model = options.model.replace(/^models\//, "");
  const access: ServiceAccess = {
    ...PATIENT,
    ...options,
    baseUrl: options.baseUrl ?? "https://generativelanguage.googleapis.com/v1beta",
    keyHeader: "x-goog-api-key",
    query: { alt: "sse" },
  };
  const isBefore3 = /^gemini-[12]\b/.test(model);
  const asked: Asked = {
    access,
    path: `models/${encodeURIComponent(model)}:streamGenerateContent`,
    history: { signatures: new Signatures(), needsSignatures: !isBefore3 },
    // A caller waits meanwhile.
    thinkingConfig: isBefore3 ? { thinkingBudget: 0 } : { thinkingLevel: "low" },
    without: new Set(),
  };
  return {
    name: options.name ?? `gemini ${model}`,
    readsWholeKnowledge: true,
    warm: () => warmService(access),
    async *think(request, signal) {
      for (;;) {
        try {
          yield* thoughts(asked, bodyOf(asked, request), signal);
          return;
        } catch (error) {
          const disliked = dislikedIn(error, asked.without);
          if (!disliked) throw error;
          for (const name of disliked) asked.without.add(name);
        }
      }
    },
  };
}

interface Asked {
  access: ServiceAccess;
  path: string;
  history: History;
  thinkingConfig: object;
  /** Settings that this model does not take, learnt from its refusals. */
  without: Set<string>;
}

/** How a refusal names a setting, and what is left out then. */
const DISPENSABLE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/thinking|budget/i, ["thinkingConfig"]],
  [/penalty/i, ["presencePenalty", "frequencyPenalty"]],
  [/top_?p\b/i, ["topP"]],
  [/temperature/i, ["temperature"]],
];

function dislikedIn(error: unknown, without: ReadonlySet<string>): readonly string[] | undefined {
  if (!(error instanceof Refusal) || error.status !== 400) return undefined;
  return DISPENSABLE.find(([says, [first = ""]]) => says.test(error.message) && !without.has(first))?.[1];
}

function bodyOf({ history, thinkingConfig, without }: Asked, request: ThinkRequest): string {
  const { settings, tools } = request;
  const mayThink = history.needsSignatures || without.has("thinkingConfig");
  const generationConfig: Record<string, unknown> = {
    maxOutputTokens: settings.maxTokens + (mayThink ? ROOM_FOR_THOUGHTS : 0),
    temperature: settings.temperature,
    topP: settings.topP,
    presencePenalty: settings.presencePenalty,
    frequencyPenalty: settings.frequencyPenalty,
    thinkingConfig,
  };
  for (const name of without) delete generationConfig[name];
  const functionDeclarations = tools.map(wireTool).map(({ parameters, ...tool }) => ({
    ...tool,
    // An object without properties is refused.
    ...(Object.keys(parameters["properties"] ?? {}).length === 0 ? {} : { parametersJsonSchema: geminiSchema(parameters) }),
  }));
  return JSON.stringify({
    systemInstruction: { parts: [{ text: instructionsOf(request).lasting }] },
    ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations }] }),
    ...(tools.length > 0 && request.toolChoice ? { toolConfig: { functionCallingConfig: { mode: "ANY" } } } : {}),
    contents: contentsOf(request, history),
    generationConfig,
  });
}

let answers = 0;

async function* thoughts(
  { access, path, history }: Asked,
  body: string,
  signal: AbortSignal,
): AsyncGenerator<Thought, void, undefined> {
  const calls = new ToolCalls();
  // Of this process: ids of other models never look like it.
  const step = `gemini-${++answers}`;
  let count = 0;
  let reason: string | undefined;
  let isAnything = false;
  let isQuestionCounted = false;
  let spent: Usage = {};
  for await (const data of eventsIn(ask(access, { path, body, maxBytes: MAX_ANSWER_BYTES }, signal))) {
    const { candidates, promptFeedback, usageMetadata, error } = responseIn(data);
    if (error) throw brokenOff(error, access.apiKey ?? "");
    if (usageMetadata) spent = usageOfAnswer(usageMetadata);
    if (usageMetadata?.promptTokenCount && !isQuestionCounted) {
      isQuestionCounted = true;
      yield { kind: "usage", usage: usageOfQuestion(usageMetadata) };
    }
    if (promptFeedback?.blockReason)
      throw new ProviderFailure("refused", `the model declines to answer (${promptFeedback.blockReason})`);
    const candidate = candidates?.[0];
    for (const { text, thought, thoughtSignature, functionCall } of candidate?.content?.parts ?? []) {
      if (thought) continue;
      if (text) {
        isAnything = true;
        yield { kind: "text", text };
      }
      if (!functionCall) continue;
      isAnything = true;
      const id = `${step}-${count}`;
      history.signatures.keep(id, { step, id: functionCall.id ?? undefined, signature: thoughtSignature ?? undefined });
      calls.push({
        index: count++,
        id,
        function: { name: functionCall.name, arguments: JSON.stringify(functionCall.args ?? {}) },
      });
      yield { kind: "calling" };
    }
    reason = candidate?.finishReason ?? reason;
    if (reason) break;
  }
  if (signal.aborted) return;
  if (spent.tokensOut) yield { kind: "usage", usage: spent };
  if (!reason) throw new ProviderFailure("bad-answer", "the provider's answer was cut off");
  const failure = failureOfEnd(reason, isAnything);
  if (failure) throw failure;
  yield* calls.complete();
}

function brokenOff(
  { code, message }: { code?: number | null | undefined; message?: string | null | undefined },
  apiKey: string,
): ProviderFailure {
  const said = withoutSecrets(message ?? "", apiKey ? [apiKey] : []).slice(0, 200);
  return new ProviderFailure(codeOf(code ?? 500), `the provider broke off: ${said || `error ${code ?? ""}`}`);
}
