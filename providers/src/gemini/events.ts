import { ProviderFailure, type Usage } from "@ongea/conversation";
import { z } from "zod";

const count = z.number().int().nonnegative().nullish();
const usage = z.object({
  promptTokenCount: count,
  cachedContentTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
});
const part = z.object({
  text: z.string().nullish(),
  /** What it thought to itself. */
  thought: z.boolean().nullish(),
  thoughtSignature: z.string().nullish(),
  functionCall: z
    .object({ id: z.string().nullish(), name: z.string().nullish(), args: z.record(z.string(), z.unknown()).nullish() })
    .nullish(),
});

/** What is used of a `GenerateContentResponse`; a stream is made of them. */
const responseShape = z.object({
  candidates: z
    .array(z.object({ content: z.object({ parts: z.array(part).nullish() }).nullish(), finishReason: z.string().nullish() }))
    .nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: usage.nullish().catch(undefined),
  error: z.object({ code: z.number().nullish(), message: z.string().nullish() }).nullish(),
});

export type GeminiResponse = z.output<typeof responseShape>;
type Counted = z.output<typeof usage>;

export function responseIn(data: string): GeminiResponse {
  try {
    return responseShape.parse(JSON.parse(data));
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's answer is not understood", { cause });
  }
}

/** Cached tokens are among those of the prompt. */
export function usageOfQuestion({ promptTokenCount, cachedContentTokenCount }: Counted): Usage {
  return { tokensIn: promptTokenCount ?? 0, tokensCached: cachedContentTokenCount ?? 0 };
}

/** Thoughts are paid for as words are. */
export function usageOfAnswer({ candidatesTokenCount, thoughtsTokenCount }: Counted): Usage {
  return { tokensOut: (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0) };
}

/** Reasons why it keeps an answer to itself. */
const WITHHELD = new Set(["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR"]);

/** Why an answer that has ended so cannot be used; undefined: it can. */
export function failureOfEnd(reason: string, isAnything: boolean): ProviderFailure | undefined {
  if (/TOOL_CALL|FUNCTION_CALL|MALFORMED|THOUGHT_SIGNATURE/.test(reason))
    return new ProviderFailure("bad-answer", `the model's call of a tool cannot be read (${reason})`);
  if (isAnything || reason === "STOP") return undefined;
  if (WITHHELD.has(reason)) return new ProviderFailure("refused", `the model declines to answer (${reason})`);
  return new ProviderFailure("bad-answer", `the model ended without a word (${reason})`);
}
