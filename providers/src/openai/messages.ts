import type { Message, ThinkRequest } from "@ongea/conversation";
import { asWasHeard, instructionsOf, NOT_FINISHED } from "../thoughts/instructions.ts";

/** The wire's messages for what the conversation knows. */
export function wireMessages(request: ThinkRequest): WireMessage[] {
  const { lasting, passing } = instructionsOf(request);
  const dialogue = dialogueOf(request.messages);
  const last = dialogue.findLast((message) => message.role === "user");
  // Not a message of its own: some servers take system messages only first, and roles only in turn.
  if (last) last.content = `${passing}\n\n${last.content}`;
  else dialogue.push({ role: "user", content: passing });
  // Templates of some models (Mistral, Gemma) refuse a dialogue that the assistant begins.
  if (dialogue[0]?.role === "assistant") dialogue.unshift({ role: "user", content: BEGINS });
  return [{ role: "system", content: lasting }, ...dialogue];
}

export type WireMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: WireToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

const BEGINS = "(The call begins.)";

/** Roles take turns: what one side says in two messages is one. */
function add(wire: WireMessage[], role: "user" | "assistant", text: string): void {
  const last = wire.at(-1);
  if (last?.role === role && last.content !== null && !("tool_calls" in last)) last.content += `\n${text}`;
  else wire.push({ role, content: text });
}

/** Tool calls join the assistant's message before them, and each gets an answer, because services refuse anything else. */
function dialogueOf(messages: readonly Message[]): WireMessage[] {
  const wire: WireMessage[] = [];
  const unanswered = new Set<string>();
  const answerAll = (): void => {
    for (const id of unanswered) wire.push({ role: "tool", tool_call_id: id, content: NOT_FINISHED });
    unanswered.clear();
  };
  for (const message of messages) {
    const last = wire.at(-1);
    if (message.role === "tool-call") {
      const call: WireToolCall = {
        id: message.id,
        type: "function",
        function: { name: message.name, arguments: message.arguments || "{}" },
      };
      if (last?.role === "assistant") last.tool_calls = [...(last.tool_calls ?? []), call];
      else wire.push({ role: "assistant", content: null, tool_calls: [call] });
      unanswered.add(message.id);
    } else if (message.role === "tool-result") {
      if (unanswered.delete(message.id)) wire.push({ role: "tool", tool_call_id: message.id, content: message.result });
    } else {
      answerAll();
      add(wire, message.role === "caller" ? "user" : "assistant", message.role === "caller" ? message.text : asWasHeard(message));
    }
  }
  answerAll();
  return wire;
}
