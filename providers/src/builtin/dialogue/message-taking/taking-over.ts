/** What another speaker's words mean at the reception: which question they ask, so that the caller's answer is understood. */
import type { World } from "../world.ts";
import { type MessageState, fieldOf, messageForm, partMissing, MESSAGE_PARTS } from "./state.ts";
import { findQuestions } from "./find-entries.ts";
import { openMessage } from "./message.ts";

/** Takes over after what another speaker has said. Changes `desk`. */
export function takeOverMessage(state: MessageState, text: string, world: World): void {
  const sentences = text.split(/(?<=[.!?؟።])\s+/u);
  const asking = sentences.findLast((sentence) => /[?؟]/u.test(sentence)) ?? sentences.at(-1) ?? "";
  const asked = findQuestions(asking, state.language);
  state.wasAskedIfThere = asked.includes("still-there") && asked.length === 1;
  if (state.wasAskedIfThere) return;
  state.lastSaid = text;
  state.misses = 0;
  if (asked.includes("anything-else")) {
    state.task = undefined;
    state.asked = "anything-else";
    return;
  }
  const form = messageForm(world);
  if (asked.includes("offer-message") && !state.task) {
    state.asked = "offer-message";
    return;
  }
  const part = MESSAGE_PARTS.find((one) => asked.includes(one));
  if (!state.task && form && part) openMessage(state, form, state.request);
  if (!state.task) {
    state.asked = "how-can-i-help";
    return;
  }
  if (asked.includes("confirm") && partMissing(state.task) === undefined) state.asked = "confirm";
  else if (part && fieldOf(state.task.form, part)) state.asked = part;
  else if (/[?؟]/u.test(asking)) state.asked = "more";
}

/** A tool that another speaker has called. */
export function takeMessageCall(state: MessageState, tool: string, world: World): void {
  const form = messageForm(world);
  if (form?.tool === tool && state.task?.form !== form) openMessage(state, form, state.request);
}
