/** Where a conversation at the reception stands, and what its questions ask for. */
import type { Expected } from "@ongea/conversation";
import type { Form } from "../forms/form.ts";
import { messageField } from "../slots/read-back.ts";
import { expectedFor, type Turn } from "../state.ts";
import { fieldOfKind, LEFT_OUT, missing, type Task } from "../task.ts";
import type { World } from "../world.ts";
import type { Offer, MessagePart, MessageLanguage, MessagePhrases } from "./locale.ts";
import { LOCALES } from "./locales.ts";

export type OpenQuestion =
  | MessagePart
  | "confirm"
  | "change"
  | "offer-message"
  | "anything-else"
  | "how-can-i-help"
  /** Something that another speaker wanted to know, and that goes into the message. */
  | "more";

export interface MessageState {
  language: MessageLanguage;
  /** The caller's turns so far. */
  turns: number;
  /** The message that is being taken. */
  task: Task | undefined;
  asked: OpenQuestion;
  misses: number;
  abuses: number;
  lastSaid: string;
  wasAskedIfThere: boolean;
  /** What the caller wants a colleague to know. */
  request: string;
  /** Of the caller, from what was done before in this call. */
  caller: Partial<Record<"name" | "phone", string>>;
}

export function freshMessageState(language: MessageLanguage): MessageState {
  return {
    language,
    turns: 0,
    task: undefined,
    asked: "how-can-i-help",
    misses: 0,
    abuses: 0,
    lastSaid: "",
    wasAskedIfThere: false,
    request: "",
    caller: {},
  };
}

export function phrasesOf({ language }: Pick<MessageState, "language">): MessagePhrases {
  return LOCALES[language].says;
}

/** The fields of a form that are asked for here. */
export function fieldOf(form: Form, part: MessagePart): Form["fields"][number] | undefined {
  return part === "message" ? messageField({ form }) : fieldOfKind(form, part);
}

export function partMissing(task: Task): MessagePart | undefined {
  const next = missing(task);
  return next && MESSAGE_PARTS.find((part) => fieldOf(task.form, part) === next);
}

export const MESSAGE_PARTS: readonly MessagePart[] = ["message", "name", "phone"];

/** What takes a message; a form that must know anything else is for languages in which everything is asked. */
export function messageForm(world: World): Form | undefined {
  return ["message", "call-back", "complain"]
    .map((intent) =>
      world.forms.find((form) => form.intent === intent && isSimple(form) && fieldOf(form, "message") !== undefined),
    )
    .find((form) => form !== undefined);
}

/** What takes somebody off the list of those who are called. */
export function stopCallsForm(world: World): Form | undefined {
  return world.forms.find((form) => form.intent === "stop-calls" && isSimple(form));
}

function isSimple(form: Form): boolean {
  return form.fields.every((field) => !field.required || MESSAGE_PARTS.some((part) => fieldOf(form, part) === field));
}

/** The question that is open, in words. */
export function question(state: MessageState): string {
  const words = phrasesOf(state);
  switch (state.asked) {
    case "name":
    case "phone":
    case "message":
      return words.ask[state.asked];
    case "confirm":
      return readBack(state);
    case "change":
      return words.whatToChange(words.choice(filled(state).map((part) => words.parts[part])));
    case "offer-message":
      return words.offerMessage;
    case "anything-else":
      return words.anythingElse;
    default:
      return words.howCanIHelp;
  }
}

export function readBack(state: MessageState): string {
  const words = phrasesOf(state);
  return words.confirmMessage({
    message: quoted(valueOf(state, "message") || state.request),
    name: valueOf(state, "name"),
    phone: words.digits(valueOf(state, "phone")),
    more: [],
  });
}

/** More of a message is not read back. */
const MOST_LETTERS = 280;

function quoted(text: string): string {
  const short = text.length > MOST_LETTERS ? text.slice(0, MOST_LETTERS).replace(/\s\S*$/, "") : text;
  return short.replace(/[.!?؟።፣،\s]+$/u, "");
}

function valueOf({ task }: MessageState, part: MessagePart): string {
  const field = task && fieldOf(task.form, part);
  const value = field && task.slots[field.name]?.value;
  return value === undefined || value === LEFT_OUT ? "" : value;
}

function filled(state: MessageState): MessagePart[] {
  return (["name", "phone", "message"] as const).filter((part) => valueOf(state, part) !== "");
}

/** What there is, for whoever was not understood twice. */
export function offers(state: MessageState, world: World, hasHours: boolean): string | undefined {
  const words = phrasesOf(state);
  const there: Offer[] = [
    ...(hasHours ? (["hours"] as const) : []),
    ...(messageForm(world) ? (["message"] as const) : []),
    ...(world.transfer === undefined ? [] : (["person"] as const)),
  ];
  return there.length === 0 ? undefined : words.iCan(words.choice(there.map((offer) => words.offers[offer])));
}

/** A way on: a message where one can be taken, else what else there is. */
export function offerMessage(state: MessageState, world: World, turn: Turn, because: string): void {
  const words = phrasesOf(state);
  state.task = undefined;
  turn.say.push(because);
  if (messageForm(world)) {
    turn.say.push(words.offerMessage);
    state.asked = "offer-message";
  } else endWithOffer(state, turn);
}

export function endWithOffer(state: MessageState, turn: Turn): void {
  state.task = undefined;
  state.asked = "anything-else";
  state.misses = 0;
  turn.say.push(phrasesOf(state).anythingElse);
}

/** Which answers the last question asks for; `country` of the business. */
export function expectedAnswers(state: MessageState, country?: string): Expected[] {
  const anything: Expected = { kind: "anything" };
  switch (state.asked) {
    case "name":
      return [{ kind: "name" }, anything];
    case "phone":
      return expectedFor({ kind: "phone", choices: [] }, country);
    case "confirm":
      return [{ kind: "yes-no" }, anything];
    case "offer-message":
      return [{ kind: "yes-no" }, anything];
    case "anything-else":
      return [{ kind: "yes-no" }, { kind: "phrase", phrases: phrasesOf(state).openers }, anything];
    default:
      return [anything];
  }
}
