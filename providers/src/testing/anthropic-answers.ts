import type { OpenAiServer } from "./openai-server.ts";

/** Answers of a server that speaks Anthropic's Messages API, for a peer that takes requests over HTTP. */
export function anthropicEvents(blocks: readonly Block[], stopReason = "end_turn"): string[] {
  const events = blocks.flatMap((block, index) => [
    event({ type: "content_block_start", index, content_block: startOf(block) }),
    ...("text" in block ? block.text : block.json).map((piece) =>
      event({
        type: "content_block_delta",
        index,
        delta: "text" in block ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece },
      }),
    ),
    event({ type: "content_block_stop", index }),
  ]);
  return [
    event({
      type: "message_start",
      message: {
        id: "msg_1",
        role: "assistant",
        content: [],
        usage: { input_tokens: 40, cache_read_input_tokens: 1_000, cache_creation_input_tokens: 60, output_tokens: 1 },
      },
    }),
    event({ type: "ping" }),
    ...events,
    event({ type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 12 } }),
    event({ type: "message_stop" }),
  ];
}

type Block = { text: readonly string[] } | { id: string; name: string; json: readonly string[] };

function startOf(block: Block): object {
  return "text" in block ? { type: "text", text: "" } : { type: "tool_use", id: block.id, name: block.name, input: {} };
}

export function event(json: { type: string } & Record<string, unknown>): string {
  return `event: ${json.type}\ndata: ${JSON.stringify(json)}\n\n`;
}

export function streams(events: readonly string[]): OpenAiServer["answer"] {
  return (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end(events.join(""));
}
