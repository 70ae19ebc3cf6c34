import type { ThinkRequest } from "@ongea/conversation";
import { wireMessages, type WireMessage } from "../openai/messages.ts";
import { inputOf } from "../thoughts/numbered-calls.ts";

export type OllamaMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; tool_calls?: { function: { name: string; arguments: object } }[] }
  | { role: "tool"; tool_name: string; content: string };

/** As OpenAI's wire has them, for the templates of the same models; but arguments are objects, and a result names its tool. */
export function ollamaMessages(request: ThinkRequest): OllamaMessage[] {
  const names = new Map<string, string>();
  return inOrder(wireMessages(request)).map((message): OllamaMessage => {
    if (message.role === "tool")
      return { role: "tool", tool_name: names.get(message.tool_call_id) ?? "", content: message.content };
    if (message.role !== "assistant") return message;
    const { content, tool_calls: calls } = message;
    for (const { id, function: called } of calls ?? []) names.set(id, called.name);
    const wire = calls?.map(({ function: { name, arguments: given } }) => ({ function: { name, arguments: inputOf(given) } }));
    return { role: "assistant", content: content ?? "", ...(wire ? { tool_calls: wire } : {}) };
  });
}

/** Results in the order of their calls, whose ids count upwards: of two calls of a tool nothing else says which is whose. */
function inOrder(wire: readonly WireMessage[]): WireMessage[] {
  const ordered: WireMessage[] = [];
  for (const message of wire) {
    const isLater = (before: WireMessage | undefined): boolean =>
      message.role === "tool" && before?.role === "tool" && before.tool_call_id > message.tool_call_id;
    let at = ordered.length;
    while (isLater(ordered[at - 1])) at--;
    ordered.splice(at, 0, message);
  }
  return ordered;
}
