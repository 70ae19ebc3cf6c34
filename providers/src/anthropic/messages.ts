import type { Message } from "@ongea/conversation";
import { withCutMark, beganAt, beginning, NOT_FINISHED, withNote } from "../thoughts/instructions.ts";
import { inputOf, withNumberedCalls } from "../thoughts/numbered-calls.ts";

export type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: unknown }
  | { type: "tool_result"; tool_use_id: string; content: string };

export interface WireMessage {
  role: "user" | "assistant";
  content: Block[];
}

/**
 * The dialogue as the Messages API wants it: the user begins and has the last word, the roles take turns, each tool call is answered in the
 * message after it, and no text is empty.
 */
export function wireMessages(messages: readonly Message[], begins = beginning({})): WireMessage[] {
  const wire: WireMessage[] = [];
  const began = beganAt(messages);
  const unanswered = new Set<string>();
  const add = (role: WireMessage["role"], block: Block): void => {
    const last = wire.at(-1);
    if (last?.role === role) last.content.push(block);
    else wire.push({ role, content: [block] });
  };
  const answerAll = (): void => {
    for (const id of unanswered) add("user", { type: "tool_result", tool_use_id: id, content: NOT_FINISHED });
    unanswered.clear();
  };
  for (const message of withNumberedCalls(messages)) {
    if (message.role === "tool-call") {
      // One that is asked after another was answered is a message of its own.
      const { id } = message;
      if (wire.at(-1)?.role !== "assistant") answerAll();
      if (wire.length === 0) add("user", { type: "text", text: begins });
      add("assistant", { type: "tool_use", id, name: message.name, input: inputOf(message.arguments) });
      unanswered.add(id);
    } else if (message.role === "tool-result") {
      const { id } = message;
      if (unanswered.delete(id)) add("user", { type: "tool_result", tool_use_id: id, content: message.result || "done" });
    } else {
      answerAll();
      const text = (message.role === "caller" ? withNote(message, began) : withCutMark(message)).trim();
      if (message.role === "assistant" && wire.length === 0) add("user", { type: "text", text: begins });
      if (text !== "") add(message.role === "caller" ? "user" : "assistant", { type: "text", text });
    }
  }
  answerAll();
  if (wire.at(-1)?.role !== "user") add("user", { type: "text", text: wire.length === 0 ? begins : "…" });
  return wire;
}
