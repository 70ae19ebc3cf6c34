/**
 * Which of the two dialogues leads a call: the one that uses every tool, in English, Swahili and French, or the reception in the other languages. Who changes
 * the language goes from one to the other, with what is known of them and the message that was begun.
 */
import type { Expected, RecognisedWord, Message } from "@ongea/conversation";
import { hearCaller, hearTool } from "./dialogue.ts";
import { openForm } from "./slots/pursue.ts";
import {
  type MessageState,
  expectedAnswers,
  fieldOf,
  freshMessageState,
  messageForm,
  MESSAGE_PARTS,
  phrasesOf,
} from "./message-taking/state.ts";
import { openMessage } from "./message-taking/message.ts";
import { hearMessageCaller, hearMessageTool } from "./message-taking/message-dialogue.ts";
import { takeMessageCall, takeOverMessage } from "./message-taking/taking-over.ts";
import { isMessageLanguage } from "./message-taking/locales.ts";
import { languageSpoken, type SpokenLanguage } from "./message-taking/which-language.ts";
import { wordsOf } from "./spoken/plain.ts";
import { expectedAfter, openField, freshState, type State, type Turn } from "./state.ts";
import { takeCall, takeOver } from "./taking-over.ts";
import { languageFor, WORDS, type World } from "./world.ts";
import { taskOf } from "./task.ts";
import type { Interpretation } from "./interpreter/interpretation.ts";
import type { ReadForm } from "./interpreter/form-words.ts";

/** So many of a question's words are enough to answer it. */
const QUESTION_WORDS = 3;

export type Leading = { at: "forms"; state: State } | { at: "message"; state: MessageState };

interface Heard {
  text: string;
  confidence: number;
  words: readonly RecognisedWord[] | undefined;
  meant?: readonly Interpretation[] | undefined;
  reading?: ReadForm | undefined;
}

export function leadingIn(tag: string): Leading {
  const base = tag.toLowerCase().split("-")[0] ?? "";
  return isMessageLanguage(base)
    ? { at: "message", state: freshMessageState(base) }
    : { at: "forms", state: freshState(languageFor(tag)) };
}

/** What the caller said, and who leads from there. */
export function hear(leading: Leading, heard: Heard, world: World): { leading: Leading; turn: Turn } {
  const spoken = isSpelling(leading, heard.text) ? leading.state.language : languageSpoken(heard.text, leading.state.language);
  const next = inLanguage(leading, spoken, world);
  const turn = next.at === "forms" ? hearCaller(next.state, heard, world) : hearMessageCaller(next.state, heard, world);
  return { leading: next, turn };
}

/** Letters and names belong to no language. */
function isSpelling(leading: Leading, text: string): boolean {
  const letters = text.match(/(?<![\p{L}'’])\p{L}(?![\p{L}'’])/gu)?.length ?? 0;
  if (letters >= FEWEST_LETTERS) return true;
  if (leading.at !== "forms") return false;
  const kind = openField(leading.state)?.kind;
  return (kind === "name" || kind === "code" || kind === "email") && wordsOf(text).length <= MOST_NAME_WORDS;
}

const FEWEST_LETTERS = 3;
const MOST_NAME_WORDS = 4;

export function hearResultOf({ at, state }: Leading, tool: string, result: string, world: World): Turn {
  return at === "forms" ? hearTool(state, tool, result, world) : hearMessageTool(state, tool, result, world);
}

/** Another speaker's words. */
export function followWords({ at, state }: Leading, text: string, world: World): void {
  if (at === "message") return takeOverMessage(state, text, world);
  takeOver(state, text, world);
  if (!state.wasAskedIfThere) state.lastSaid = text;
}

/** Only this was heard of our last words: a question at their end that was not begun has not been asked. */
export function cutShort(leading: Leading, heard: string): void {
  const { at, state } = leading;
  const question = at === "forms" ? WORDS[state.language].anythingElse : phrasesOf(state).anythingElse;
  const begins = wordsOf(question).slice(0, QUESTION_WORDS).join(" ");
  if (wordsOf(heard).join(" ").includes(begins)) return;
  if (state.asked === "anything-else") state.asked = "how-can-i-help";
  if (at === "forms") state.wasCut = true;
}

/** Another speaker's use of a tool. */
export function followCall({ at, state }: Leading, call: Extract<Message, { role: "tool-call" }>, world: World): void {
  if (at === "forms") takeCall(state, call, world);
  else takeMessageCall(state, call.name, world);
}

export function expectedFrom({ at, state }: Leading, country?: string): readonly Expected[] {
  return at === "forms" ? expectedAfter(state, country) : expectedAnswers(state, country);
}

function inLanguage(leading: Leading, language: SpokenLanguage, world: World): Leading {
  if (language === leading.state.language) return leading;
  if (leading.at === "forms")
    return isMessageLanguage(language) ? toMessage(leading.state, freshMessageState(language), world) : leading;
  if (!isMessageLanguage(language)) return toForms(leading.state, freshState(language), world);
  leading.state.language = language;
  return leading;
}

/** What was begun for a caller, but for a message, waits for a colleague: the reception takes it as one. */
function toMessage(from: State, state: MessageState, world: World): Leading {
  const { name, phone } = from.caller;
  Object.assign(state, { turns: from.turns, abuses: from.abuses, caller: { ...(name && { name }), ...(phone && { phone }) } });
  const form = messageForm(world);
  if (from.task && form) {
    openMessage(state, form, from.task.form === form ? "" : from.request);
    for (const part of MESSAGE_PARTS) {
      const field = fieldOf(from.task.form, part);
      const slot = field && from.task.slots[field.name];
      const same = fieldOf(form, part);
      if (slot && same) taskOf(state).slots[same.name] = slot;
    }
  }
  return { at: "message", state };
}

function toForms(from: MessageState, state: State, world: World): Leading {
  Object.assign(state, { turns: from.turns, abuses: from.abuses, caller: { ...from.caller }, request: from.request });
  if (from.task) {
    Object.assign(openForm(state, from.task.form, "").slots, from.task.slots);
    const part = MESSAGE_PARTS.find((one) => one === from.asked);
    const field = part && fieldOf(from.task.form, part);
    state.asked = field
      ? `field:${field.name}`
      : from.asked === "confirm" && world.message === from.task.form
        ? "confirm"
        : "how-can-i-help";
  } else if (from.asked === "offer-message" || from.asked === "anything-else") state.asked = from.asked;
  return { at: "forms", state };
}
