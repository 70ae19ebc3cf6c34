import type { OpenAiServer } from "./openai-server.ts";

/** A piece of a streamed answer: words, or a call. */
export type GeminiPart =
  | string
  | { functionCall: { id?: string; name?: string; args?: unknown }; thoughtSignature?: string }
  | { text: string; thought?: boolean; thoughtSignature?: string };

const USAGE = { promptTokenCount: 1_100, cachedContentTokenCount: 1_000, totalTokenCount: 1_112 };

/** Answers of a server that speaks Gemini's `streamGenerateContent?alt=sse`: each response with its parts, the last one with the reason of the end. */
export function geminiEvents(responses: readonly (readonly GeminiPart[])[], finishReason = "STOP"): string[] {
  return responses.map((parts, at) => {
    const isLast = at === responses.length - 1;
    const content = { role: "model", parts: parts.map((part) => (typeof part === "string" ? { text: part } : part)) };
    return geminiEvent({
      candidates: [{ ...(parts.length === 0 ? {} : { content }), index: 0, ...(isLast ? { finishReason } : {}) }],
      usageMetadata: isLast ? { ...USAGE, candidatesTokenCount: 10, thoughtsTokenCount: 2 } : USAGE,
      modelVersion: "gemini-3.8-flash",
      responseId: "r1",
    });
  });
}

export function geminiEvent(json: object): string {
  return `data: ${JSON.stringify(json)}\r\n\r\n`;
}

/** Refuses as Google's services do. */
export function googleRefusal(code: number, message: string, details: readonly object[] = []): OpenAiServer["answer"] {
  return (response) =>
    void response
      .writeHead(code, { "content-type": "application/json" })
      .end(JSON.stringify({ error: { code, message, status: "X", details } }));
}
