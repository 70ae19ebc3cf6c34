/**
 * Which of the two dialogues leads a call: the one that uses every tool, in English, Swahili and French, or the reception in the other languages. Who changes
 * the language goes from one to the other, with what is known of them and the message that was begun.
 */
import type { Expected, HeardWord, Message } from "@ongea/conversation";
import { hearCaller, hearTool } from "./dialogue.ts";
import { openForm } from "./errands/errand.ts";
import { type Desk, expectedAtDesk, fieldOf, freshDesk, messageForm, PARTS, wordsOfDesk } from "./reception/desk.ts";
import { openMessage } from "./reception/message.ts";
import { hearAtDesk, hearToolAtDesk } from "./reception/reception.ts";
import { takeCallAtDesk, takeOverAtDesk } from "./reception/taking-over.ts";
import { isReceptionLanguage } from "./reception/tongues.ts";
import { languageSpoken, type SpokenLanguage } from "./reception/which-language.ts";
import { wordsOf } from "./spoken/plain.ts";
import { expectedAfter, freshState, type State, type Turn } from "./state.ts";
import { takeCall, takeOver } from "./taking-over.ts";
import { languageFor, WORDS, type World } from "./world.ts";

/** So many of a question's words are enough to answer it. */
const QUESTION_WORDS = 3;

export type Leading = { at: "forms"; state: State } | { at: "reception"; state: Desk };

interface Heard {
  text: string;
  confidence: number;
  words: readonly HeardWord[] | undefined;
}

export function leadingIn(tag: string): Leading {
  const base = tag.toLowerCase().split("-")[0] ?? "";
  return isReceptionLanguage(base)
    ? { at: "reception", state: freshDesk(base) }
    : { at: "forms", state: freshState(languageFor(tag)) };
}

/** What the caller said, and who leads from there. */
export function hear(leading: Leading, heard: Heard, world: World): { leading: Leading; turn: Turn } {
  const next = inLanguage(leading, languageSpoken(heard.text, leading.state.language), world);
  const turn = next.at === "forms" ? hearCaller(next.state, heard, world) : hearAtDesk(next.state, heard, world);
  return { leading: next, turn };
}

export function hearResultOf({ at, state }: Leading, tool: string, result: string, world: World): Turn {
  return at === "forms" ? hearTool(state, tool, result, world) : hearToolAtDesk(state, tool, result, world);
}

/** Another speaker's words. */
export function followWords({ at, state }: Leading, text: string, world: World): void {
  if (at === "reception") return takeOverAtDesk(state, text, world);
  takeOver(state, text, world);
  if (!state.wasAskedIfThere) state.lastSaid = text;
}

/** Only this was heard of our last words: a question at their end that was not begun has not been asked. */
export function cutShort(leading: Leading, heard: string): void {
  const { at, state } = leading;
  const question = at === "forms" ? WORDS[state.language].anythingElse : wordsOfDesk(state).anythingElse;
  const begins = wordsOf(question).slice(0, QUESTION_WORDS).join(" ");
  if (wordsOf(heard).join(" ").includes(begins)) return;
  if (state.asked === "anything-else") state.asked = "how-can-i-help";
  if (at === "forms") state.wasCut = true;
}

/** Another speaker's use of a tool. */
export function followCall({ at, state }: Leading, call: Extract<Message, { role: "tool-call" }>, world: World): void {
  if (at === "forms") takeCall(state, call, world);
  else takeCallAtDesk(state, call.name, world);
}

export function expectedFrom({ at, state }: Leading, country?: string): readonly Expected[] {
  return at === "forms" ? expectedAfter(state, country) : expectedAtDesk(state, country);
}

function inLanguage(leading: Leading, language: SpokenLanguage, world: World): Leading {
  if (language === leading.state.language) return leading;
  if (leading.at === "forms")
    return isReceptionLanguage(language) ? toReception(leading.state, freshDesk(language), world) : leading;
  if (!isReceptionLanguage(language)) return toForms(leading.state, freshState(language), world);
  leading.state.language = language;
  return leading;
}

/** What was begun for a caller, but for a message, waits for a colleague: the reception takes it as one. */
function toReception(from: State, desk: Desk, world: World): Leading {
  const { name, phone } = from.caller;
  Object.assign(desk, { turns: from.turns, abuses: from.abuses, caller: { ...(name && { name }), ...(phone && { phone }) } });
  const form = messageForm(world);
  if (from.task && form) {
    openMessage(desk, form, from.task.form === form ? "" : from.wish);
    for (const part of PARTS) {
      const field = fieldOf(from.task.form, part);
      const slot = field && from.task.slots[field.name];
      const same = fieldOf(form, part);
      if (slot && same) desk.task!.slots[same.name] = slot;
    }
  }
  return { at: "reception", state: desk };
}

function toForms(from: Desk, state: State, world: World): Leading {
  Object.assign(state, { turns: from.turns, abuses: from.abuses, caller: { ...from.caller }, wish: from.wish });
  if (from.task) {
    Object.assign(openForm(state, from.task.form, "").slots, from.task.slots);
    const part = PARTS.find((one) => one === from.asked);
    const field = part && fieldOf(from.task.form, part);
    state.asked = field
      ? `field:${field.name}`
      : from.asked === "confirm" && world.message === from.task.form
        ? "confirm"
        : "how-can-i-help";
  } else if (from.asked === "offer-message" || from.asked === "anything-else") state.asked = from.asked;
  return { at: "forms", state };
}
