/** Where a guided dialogue stands, and what it says in one turn. */
import type { Expected } from "@ongea/conversation";
import { spokenChoice } from "./forms/choices.ts";
import type { Field } from "./forms/form.ts";
import { labelIn } from "./forms/labels.ts";
import { phoneShapes } from "./forms/phone-plans.ts";
import type { Done, Task } from "./task.ts";
import type { Language } from "./world.ts";
import { WORDS } from "./world.ts";

/** What the last question asked: a field of the form by its name, or something beside it. */
export type OpenQuestion =
  | `field:${string}`
  | "confirm"
  | "change"
  /** Whether a value was heard rightly. */
  | `heard:${string}`
  /** Which of two wishes is meant. */
  | "which-intent"
  /** Which of several appointments. */
  | "which-visit"
  | "anything-else"
  /** Of a call that the agent makes: whether it is the person who was called, and whether they would like to. */
  | "identity"
  | "invited"
  | "offer-message"
  | "how-can-i-help";

export interface State {
  language: Language;
  /** The caller's turns so far. */
  turns: number;
  task: Task | undefined;
  /** What was begun and left because it could not be heard: whoever wants it all the same is not asked everything again. */
  left: Task | undefined;
  /** What the caller wants no more: they may still ask about it. */
  dropped: Task | undefined;
  asked: OpenQuestion;
  misses: number;
  /** So often in a row the caller asked to hear it again. */
  repeats: number;
  abuses: number;
  lastSaid: string;
  /** The last thing said was the question whether the caller is still there. */
  wasAskedIfThere: boolean;
  /** The caller has spoken over our last words, before our question at their end. */
  wasCut: boolean;
  /** Wishes that were said in one breath with another, still to be met. */
  pending: string[];
  /** The tools between which the caller is to choose, with the words that named them; "" where nothing was understood. */
  between: { tools: string[]; said: string } | undefined;
  /** Of the caller, from what was done before in this call: by kind. */
  caller: Partial<Record<"name" | "phone" | "email", string>>;
  /** The question that was answered last: "and on Saturday?" goes on from it. */
  topic: string;
  /** What the caller has said before, the last few times: a question may go on from it. */
  context: string;
  /** The tool that was used last: "and for my baby?" uses it again. */
  lastTool: string;
  /** What was looked up last, as it was told. */
  told: string;
  /** What was done in this call, in order. */
  done: Done[];
  /** What the caller wants a colleague to know. */
  request: string;
  /** Whom the agent has called by name, and who it is on the line. */
  called: { name: string; is: "unknown" | "themselves" | "another" } | undefined;
  /** The tool that a call of the agent's is for. */
  invitedTo: string;
  /** What was told to somebody in danger: said again while they press. */
  advised: readonly string[];
  /** Regret was said. */
  isSoothed: boolean;
}

export interface Turn {
  say: string[];
  tool?: { name: string; arguments: Record<string, unknown> };
  /** Ids of the knowledge passages that were quoted. */
  sources: string[];
  hangUp: boolean;
  /** It was not understood, or guessed: a language model may know better. */
  isUnsure?: true;
  /** It answers a wish or a question, and none of ours: a model may know better what was meant. */
  isWish?: boolean;
  /** What was told is for a colleague to go on with. */
  offersMessage?: true;
  /** The purpose of the agent's call was told: what it is for is asked next. */
  proposes?: string;
}

const MOST_PENDING = 3;

export function freshState(language: Language): State {
  return {
    language,
    turns: 0,
    task: undefined,
    left: undefined,
    dropped: undefined,
    asked: "how-can-i-help",
    misses: 0,
    repeats: 0,
    abuses: 0,
    lastSaid: "",
    wasAskedIfThere: false,
    wasCut: false,
    pending: [],
    between: undefined,
    caller: {},
    topic: "",
    context: "",
    lastTool: "",
    told: "",
    done: [],
    request: "",
    called: undefined,
    invitedTo: "",
    advised: [],
    isSoothed: false,
  };
}

export function openField({ asked, task }: State): Field | undefined {
  const [, name] = /^(?:field|heard):(.*)$/.exec(asked) ?? [];
  return name === undefined ? undefined : task?.form.fields.find((field) => field.name === name);
}

/** What was begun is left, and may be taken up again. */
export function leaveTask(state: State): void {
  state.left = state.task;
  state.task = undefined;
}

export function later(state: State, request: string): void {
  if (state.pending.length < MOST_PENDING && !state.pending.includes(request)) state.pending.push(request);
}

/** Which answers the last question asks for; `country` of the business. */
export function expectedAfter(state: State, country?: string): Expected[] {
  const { openers } = WORDS[state.language];
  const anything: Expected = { kind: "anything" };
  const field = openField(state);
  if (state.task?.offered) return [{ kind: "yes-no" }, ...valuesOf(state.task.form.fields, state, country), anything];
  if (field && state.asked.startsWith("field:")) {
    const wrong = state.task?.wrong[field.name];
    // Asked again, it was asked to be spelled: letters, which free speech would take for words.
    const worded = mayWord(state, field) && { worded: true };
    if (field.kind === "name" && isAskedAgain(state, field))
      return [{ kind: "name", spelled: true, ...worded, ...(wrong && { not: wrong }) }];
    const expected = expectedFor(field, country, wrong);
    if (!worded) return expected;
    return expected.map((one) =>
      one.kind === "email" ? { ...one, spelled: true } : one.kind === "code" ? { ...one, ...worded } : one,
    );
  }
  const corrections = valuesOf(field ? [field] : (state.task?.form.fields ?? []), state, country);
  switch (state.asked) {
    case "change":
      return [...corrections, { kind: "phrase", phrases: changeable(state) }, anything];
    case "which-intent":
      return state.between?.said === ""
        ? [{ kind: "phrase", phrases: namesOf(state) }, anything]
        : [{ kind: "yes-no" }, anything];
    case "identity":
    case "invited":
      return [{ kind: "yes-no" }, anything];
    case "which-visit":
      return [{ kind: "date" }, { kind: "time" }, anything];
    case "anything-else":
      return [{ kind: "yes-no" }, { kind: "phrase", phrases: openers }, anything];
    case "how-can-i-help":
      return [anything];
    default:
      return [corrections.length === 0 ? { kind: "yes-no" } : { kind: "yes-no", corrections, labels: labelsOf(state) }, anything];
  }
}

function isAskedAgain({ task, misses }: State, { name }: Field): boolean {
  return misses > 0 || (task?.takenBack[name] ?? 0) > 0;
}

/** Letters alone are tried first where they are a name's: there are only so many names. */
const WORDED_AFTER = 2;

/** Whether the caller is told to say a word with each letter: "B for boy". */
export function mayWord(state: State, field: Field): boolean {
  const { kind, shape, digits, name } = field;
  if (WORDS[state.language].letterWords === undefined || !isAskedAgain(state, field)) return false;
  if (kind === "name") return (state.task?.takenBack[name] ?? 0) + state.misses >= WORDED_AFTER;
  return kind === "email" || (kind === "code" && !digits && (shape === undefined || shape.includes("L")));
}

const MOST_CHANGEABLE = 6;

/** What the caller may want to be changed, as it is called. */
export function changeable({ task, language }: State): string[] {
  const filled = (task?.form.fields ?? []).filter(({ name }) => task?.slots[name] !== undefined);
  return filled.slice(0, MOST_CHANGEABLE).map(({ label }) => labelIn(language, label));
}

function labelsOf({ task }: State): string[] {
  return (task?.form.fields ?? []).flatMap(({ name, label, kind }) =>
    task?.slots[name] === undefined ? [] : kind === "email" ? [label, "email", "email address"] : [label],
  );
}

function namesOf({ between, language }: State): string[] {
  const { leaveMessage } = WORDS[language];
  return [...(between?.tools ?? []).map(spokenChoice), ...(leaveMessage === undefined ? [] : [leaveMessage])];
}

/** Of all these fields, but for what may be said in any words. */
function valuesOf(fields: readonly Field[], { task }: State, country: string | undefined): Expected[] {
  const all = fields.flatMap((field) => {
    const now = task?.slots[field.name]?.value;
    // Whoever corrects a number says another one.
    const isOther = now !== undefined && (field.kind === "phone" || field.kind === "code");
    return expectedFor(field, country, [...(task?.wrong[field.name] ?? []), ...(isOther ? [now] : [])]);
  });
  const kinds = new Set<string>();
  return all.filter((one) => {
    if (one.kind === "anything" || one.kind === "yes-no" || (kinds.has(one.kind) && one.kind !== "phrase")) return false;
    kinds.add(one.kind);
    return true;
  });
}

type Askable = Pick<Field, "kind" | "choices" | "digits" | "lengths" | "maxLength" | "shape"> & Partial<Pick<Field, "label">>;

const NO_THINGS = /\b(?:number|amount|quantity|count|size|of|the|how|many|much|total|no)\b/g;

/** "seats", "seat" of "number of seats". */
function thingsCounted(label: string): string[] {
  const things = label.toLowerCase().replace(NO_THINGS, " ").trim().split(/\s+/);
  return [...new Set(things.flatMap((thing) => (thing === "" ? [] : [thing, thing.replace(/s$/, "")])))];
}

/** `wrong`: what the caller has taken back. */
export function expectedFor(field: Askable, country?: string, wrong: readonly string[] = []): Expected[] {
  const { kind, choices, digits, lengths, maxLength, shape } = field;
  const anything: Expected = { kind: "anything" };
  const shapes = phoneShapes(country);
  const not = wrong.length > 0 && { not: wrong };
  switch (kind) {
    case "day":
    case "moment":
      return [{ kind: "date" }, { kind: "time" }, anything];
    case "time":
      return [{ kind: "time" }, { kind: "date" }, anything];
    case "name":
      return [{ kind: "name", ...(not && { ...not, spelled: true }) }, anything];
    case "phone":
      return [{ kind: "phone", ...(shapes && { shapes }), ...not }];
    case "code":
      if (digits) return [{ kind: "digits", ...digits, ...not }];
      if (shape !== undefined) return [{ kind: "code", shape, ...not }];
      return [{ kind: "code" }, { kind: "digits", min: Math.min(3, ...(lengths ?? [])), max: Math.max(12, maxLength ?? 0) }];
    case "number":
      return [{ kind: "digits", min: 1, max: 7, counted: thingsCounted(field.label ?? "") }, anything];
    case "yes-no":
      return [{ kind: "yes-no" }, anything];
    case "choice":
      return [{ kind: "phrase", phrases: choices.map((choice) => choice.replace(/[_-]+/g, " ").toLowerCase()) }, anything];
    case "email":
      return [{ kind: "email" }, anything];
    case "text":
      return [anything];
  }
}

/** Ends what was being done: is there anything else? */
export function endWithOffer(state: State, turn: Turn): void {
  state.misses = 0;
  if (turn.proposes !== undefined) {
    state.asked = "invited";
    return void turn.say.push(turn.proposes);
  }
  state.asked = turn.offersMessage ? "offer-message" : "anything-else";
  turn.say.push(turn.offersMessage ? WORDS[state.language].offerMessage : WORDS[state.language].anythingElse);
}
