import type { OpenAiServer } from "./openai-server.ts";

/** A piece of an answer: words, thoughts, or calls. */
export type OllamaPiece = string | { thinking?: string; content?: string; tool_calls?: readonly object[] };

/** Answers of a server that speaks Ollama's `/api/chat`: a line for each piece, and the one that ends it. */
export function ollamaLines(pieces: readonly OllamaPiece[], doneReason = "stop"): string[] {
  const about = { model: "qwen3:4b", created_at: "2026-11-21T06:41:00.196249Z" };
  const said = pieces.map((piece) => {
    const message = { role: "assistant", content: "", ...(typeof piece === "string" ? { content: piece } : piece) };
    return ollamaLine({ ...about, message, done: false });
  });
  const counted = { total_duration: 9, load_duration: 1, prompt_eval_count: 1_100, prompt_eval_duration: 4, eval_count: 12 };
  const end = { ...about, message: { role: "assistant", content: "" }, done: true, done_reason: doneReason, ...counted };
  return [...said, ollamaLine(end)];
}

export function ollamaLine(json: object): string {
  return `${JSON.stringify(json)}\n`;
}

export function streamsLines(lines: readonly string[]): OpenAiServer["answer"] {
  return (response) => void response.writeHead(200, { "content-type": "application/x-ndjson" }).end(lines.join(""));
}

export function ollamaRefuses(status: number, error: string): OpenAiServer["answer"] {
  return (response) => void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
}
