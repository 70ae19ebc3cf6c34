/** Where a conversation at the reception stands, and what its questions ask for. */
import type { Expected } from "@ongea/conversation";
import type { Form } from "../forms/form.ts";
import { messageField } from "../errands/read-back.ts";
import { expectedFor, type Turn } from "../state.ts";
import { fieldOfKind, LEFT_OUT, missing, type Task } from "../task.ts";
import type { World } from "../world.ts";
import type { Offer, Part, ReceptionLanguage, ReceptionPhrases } from "./tongue.ts";
import { TONGUES } from "./tongues.ts";

export type DeskAsked =
  | Part
  | "confirm"
  | "change"
  | "offer-message"
  | "anything-else"
  | "how-can-i-help"
  /** Something that another speaker wanted to know, and that goes into the message. */
  | "more";

export interface Desk {
  language: ReceptionLanguage;
  /** The caller's turns so far. */
  turns: number;
  /** The message that is being taken. */
  task: Task | undefined;
  asked: DeskAsked;
  misses: number;
  abuses: number;
  lastSaid: string;
  wasAskedIfThere: boolean;
  /** What the caller wants a colleague to know. */
  wish: string;
  /** Of the caller, from what was done before in this call. */
  caller: Partial<Record<"name" | "phone", string>>;
}

export function freshDesk(language: ReceptionLanguage): Desk {
  return {
    language,
    turns: 0,
    task: undefined,
    asked: "how-can-i-help",
    misses: 0,
    abuses: 0,
    lastSaid: "",
    wasAskedIfThere: false,
    wish: "",
    caller: {},
  };
}

export function wordsOfDesk({ language }: Pick<Desk, "language">): ReceptionPhrases {
  return TONGUES[language].says;
}

/** The fields of a form that are asked for here. */
export function fieldOf(form: Form, part: Part): Form["fields"][number] | undefined {
  return part === "message" ? messageField({ form }) : fieldOfKind(form, part);
}

export function partMissing(task: Task): Part | undefined {
  const next = missing(task);
  return next && PARTS.find((part) => fieldOf(task.form, part) === next);
}

export const PARTS: readonly Part[] = ["message", "name", "phone"];

/** What takes a message; a form that must know anything else is for languages in which everything is asked. */
export function messageForm(world: World): Form | undefined {
  return ["message", "call-back", "complain"]
    .map((deed) => world.forms.find((form) => form.deed === deed && isSimple(form) && fieldOf(form, "message") !== undefined))
    .find((form) => form !== undefined);
}

/** What takes somebody off the list of those who are called. */
export function stopCallsForm(world: World): Form | undefined {
  return world.forms.find((form) => form.deed === "stop-calls" && isSimple(form));
}

function isSimple(form: Form): boolean {
  return form.fields.every((field) => !field.required || PARTS.some((part) => fieldOf(form, part) === field));
}

/** The question that is open, in words. */
export function question(desk: Desk): string {
  const words = wordsOfDesk(desk);
  switch (desk.asked) {
    case "name":
    case "phone":
    case "message":
      return words.ask[desk.asked];
    case "confirm":
      return readBack(desk);
    case "change":
      return words.whatToChange(words.choice(filled(desk).map((part) => words.parts[part])));
    case "offer-message":
      return words.offerMessage;
    case "anything-else":
      return words.anythingElse;
    default:
      return words.howCanIHelp;
  }
}

export function readBack(desk: Desk): string {
  const words = wordsOfDesk(desk);
  return words.confirmMessage({
    message: quoted(valueOf(desk, "message") || desk.wish),
    name: valueOf(desk, "name"),
    phone: words.digits(valueOf(desk, "phone")),
    more: [],
  });
}

/** More of a message is not read back. */
const MOST_LETTERS = 280;

function quoted(text: string): string {
  const short = text.length > MOST_LETTERS ? text.slice(0, MOST_LETTERS).replace(/\s\S*$/, "") : text;
  return short.replace(/[.!?؟።፣،\s]+$/u, "");
}

function valueOf({ task }: Desk, part: Part): string {
  const field = task && fieldOf(task.form, part);
  const value = field && task.slots[field.name]?.value;
  return value === undefined || value === LEFT_OUT ? "" : value;
}

function filled(desk: Desk): Part[] {
  return (["name", "phone", "message"] as const).filter((part) => valueOf(desk, part) !== "");
}

/** What there is, for whoever was not understood twice. */
export function offers(desk: Desk, world: World, hasHours: boolean): string | undefined {
  const words = wordsOfDesk(desk);
  const there: Offer[] = [
    ...(hasHours ? (["hours"] as const) : []),
    ...(messageForm(world) ? (["message"] as const) : []),
    ...(world.transfer === undefined ? [] : (["person"] as const)),
  ];
  return there.length === 0 ? undefined : words.iCan(words.choice(there.map((offer) => words.offers[offer])));
}

/** A way on: a message where one can be taken, else what else there is. */
export function offerMessage(desk: Desk, world: World, turn: Turn, because: string): void {
  const words = wordsOfDesk(desk);
  desk.task = undefined;
  turn.say.push(because);
  if (messageForm(world)) {
    turn.say.push(words.offerMessage);
    desk.asked = "offer-message";
  } else endWithOffer(desk, turn);
}

export function endWithOffer(desk: Desk, turn: Turn): void {
  desk.task = undefined;
  desk.asked = "anything-else";
  desk.misses = 0;
  turn.say.push(wordsOfDesk(desk).anythingElse);
}

/** Which answers the last question asks for; `country` of the business. */
export function expectedAtDesk(desk: Desk, country?: string): Expected[] {
  const anything: Expected = { kind: "anything" };
  switch (desk.asked) {
    case "name":
      return [{ kind: "name" }, anything];
    case "phone":
      return expectedFor({ kind: "phone", choices: [] }, country);
    case "confirm":
      return [{ kind: "yes-no" }, anything];
    case "offer-message":
      return [{ kind: "yes-no" }, anything];
    case "anything-else":
      return [{ kind: "yes-no" }, { kind: "phrase", phrases: wordsOfDesk(desk).openers }, anything];
    default:
      return [anything];
  }
}
