import type { ThinkRequest } from "@ongea/conversation";
import { withCutMark, beganAt, beginning, hasNotes, instructionsOf, NOT_FINISHED, withNote } from "../thoughts/instructions.ts";
import { inputOf, withNumberedCalls } from "../thoughts/numbered-calls.ts";

/** The wire's messages for what the conversation knows. */
export function wireMessages(request: ThinkRequest): WireMessage[] {
  const { lasting, passing } = instructionsOf(request);
  const dialogue = dialogueOf(request);
  const last = dialogue.findLast((message) => message.role === "user");
  if (!hasNotes(request.messages) && passing !== "") {
    // Not a message of its own: some servers take system messages only first, and roles only in turn.
    if (last) last.content = `${passing}\n\n${last.content}`;
    else add(dialogue, "user", passing);
  }
  // Some answer nothing but a user or a tool.
  if (dialogue.at(-1)?.role === "assistant") add(dialogue, "user", NOTHING_SAID);
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

/** Said by nobody, where a side must speak: Mistral's server refuses a user right after a tool. */
const NOTHING_SAID = "…";

/** Roles take turns: what one side says in two messages is one. */
function add(wire: WireMessage[], role: "user" | "assistant", text: string): void {
  const last = wire.at(-1);
  if (last?.role === "tool" && role === "user") wire.push({ role: "assistant", content: NOTHING_SAID });
  if (last?.role === role && last.content !== null && !("tool_calls" in last)) last.content += `\n${text}`;
  else wire.push({ role, content: text });
}

/** Tool calls join the assistant's message before them, and each gets an answer, because services refuse anything else. */
function dialogueOf(request: ThinkRequest): WireMessage[] {
  const messages = withNumberedCalls(request.messages);
  const wire: WireMessage[] = [];
  // Templates of some models (Mistral, Gemma) refuse a dialogue that the assistant begins.
  if (request.callerNumber !== undefined || messages[0]?.role !== "caller") add(wire, "user", beginning(request));
  const began = beganAt(messages);
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
        function: { name: message.name, arguments: JSON.stringify(inputOf(message.arguments)) },
      };
      if (last?.role !== "assistant") answerAll();
      if (last?.role === "assistant") last.tool_calls = [...(last.tool_calls ?? []), call];
      else wire.push({ role: "assistant", content: null, tool_calls: [call] });
      unanswered.add(message.id);
    } else if (message.role === "tool-result") {
      if (unanswered.delete(message.id)) wire.push({ role: "tool", tool_call_id: message.id, content: message.result });
    } else {
      answerAll();
      const isCaller = message.role === "caller";
      const text = (isCaller ? withNote(message, began) : withCutMark(message)).trim();
      if (text !== "") add(wire, isCaller ? "user" : "assistant", text);
    }
  }
  answerAll();
  return wire;
}
