import type { ThinkRequest } from "@ongea/conversation";
import {
  beganAt,
  beginning,
  hasNotes,
  instructionsOf,
  NOT_FINISHED,
  noteInWords,
  withCutMark,
} from "../../thoughts/instructions.ts";
import { inputOf, withNumberedCalls } from "../../thoughts/numbered-calls.ts";
import type { SoundOf } from "../session.ts";

export type WireItem =
  | { type: "message"; role: "user"; content: [{ type: "input_text"; text: string }] }
  | { type: "message"; role: "assistant"; content: [{ type: "output_text"; text: string }] }
  | { type: "function_call"; call_id: string; name: string; arguments: string }
  | { type: "function_call_output"; call_id: string; output: string }
  /** An item of the session's own conversation: sound that it has heard. */
  | { type: "item_reference"; id: string };

/**
 * The history as the input of one response: what was really heard of the agent's words, and the caller's as their own sound where the session
 * has it. `itemOf`: the session's item of a piece of sound.
 */
export function itemsOf(request: ThinkRequest, soundOf: SoundOf, itemOf: (piece: number) => string | undefined): WireItem[] {
  const messages = withNumberedCalls(request.messages);
  const began = beganAt(messages);
  const items: WireItem[] = [said("user", beginning(request))];
  const unanswered = new Set<string>();
  const answerAll = (): void => {
    for (const id of unanswered) items.push({ type: "function_call_output", call_id: id, output: NOT_FINISHED });
    unanswered.clear();
  };
  for (const message of messages) {
    if (message.role === "tool-call") {
      const { id, name } = message;
      items.push({ type: "function_call", call_id: id, name, arguments: JSON.stringify(inputOf(message.arguments)) });
      unanswered.add(id);
      continue;
    }
    if (message.role === "tool-result") {
      if (unanswered.delete(message.id))
        items.push({ type: "function_call_output", call_id: message.id, output: message.result });
      continue;
    }
    answerAll();
    if (message.role === "assistant") {
      const text = withCutMark(message).trim();
      if (text !== "") items.push(said("assistant", text));
      continue;
    }
    if (message.note) items.push(said("user", noteInWords(message.note, began)));
    const sound = soundOf(message).map(itemOf);
    const isWhole = sound.length > 0 && sound.every((id) => id !== undefined);
    if (isWhole) items.push(...sound.flatMap((id) => (id === undefined ? [] : [{ type: "item_reference" as const, id }])));
    else if (message.text.trim() !== "") items.push(said("user", message.text.trim()));
  }
  answerAll();
  if (!hasNotes(request.messages)) items.push(said("user", instructionsOf(request).passing));
  return items;
}

function said(role: "user" | "assistant", text: string): WireItem {
  return role === "user"
    ? { type: "message", role, content: [{ type: "input_text", text }] }
    : { type: "message", role, content: [{ type: "output_text", text }] };
}
