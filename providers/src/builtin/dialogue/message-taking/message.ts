/** Takes a message at the reception: what it is, who it is from, how they are reached; read back before it is passed on. */
import { checkPhone, withTrunk } from "../forms/phone-plans.ts";
import { spoken } from "../forms/typed-value.ts";
import type { Form } from "../forms/form.ts";
import { phoneRunIn } from "../spoken/codes.ts";
import { argumentsOf, LEFT_OUT, newTask, type Slot, taskOf } from "../task.ts";
import type { Turn } from "../state.ts";
import type { World } from "../world.ts";
import {
  type MessageState,
  endWithOffer,
  fieldOf,
  offerMessage,
  offers,
  partMissing,
  MESSAGE_PARTS,
  question,
  readBack,
  phrasesOf,
} from "./state.ts";
import { inFigures } from "./figures.ts";
import { folded } from "./folded.ts";
import { bookOf } from "./book.ts";
import { type LexiconEntry, findEntries, isEmptyWord, partNamed } from "./find-entries.ts";
import { findName } from "./names.ts";
import type { MessagePart } from "./locale.ts";
import { LOCALES } from "./locales.ts";

export interface MessageTurn {
  text: string;
  /** 0…1, as the recogniser judges it. */
  confidence: number;
  heard: ReadonlySet<LexiconEntry>;
}

export const MOST_MISSES = 3;
/** Somebody who is heard wrong so often gets further without it. */
const MOST_TAKEN_BACK = 3;
const MOST_READ_BACKS = 7;
/** Fewer words tell a colleague nothing. */
const TELLS_WORDS = 4;

/** `wish`: the caller's words that it is taken of; they are the message where they tell enough, or are it as a whole. */
export function openMessage(state: MessageState, form: Form, request: string, { isWhole = false } = {}): void {
  const task = newTask(form);
  state.task = task;
  state.request = request;
  state.asked = "how-can-i-help";
  const told = fieldOf(form, "message");
  if (told && (isWhole || tells(request, state))) task.slots[told.name] = slot(request.trim(), state, request);
  for (const part of ["name", "phone"] as const) {
    const field = fieldOf(form, part);
    const value = state.caller[part];
    if (field && value !== undefined) task.slots[field.name] = slot(value, state, "");
  }
}

/** "I want to leave a message" alone is none. */
function tells(request: string, { language }: MessageState): boolean {
  const words = folded(request).split(" ");
  const said = words.filter((word) => word.length > 1 && !isEmptyWord(word, language));
  const onlyAsks = findEntries(request, language).has("message") && words.length <= 6;
  return !onlyAsks && (words.length >= TELLS_WORDS || (said.length >= 2 && words.length >= 3));
}

function slot(value: string, { turns }: MessageState, said: string, confidence = 1): Slot {
  return { value, confidence, source: { turn: turns, said } };
}

interface Taken {
  parts: Partial<Record<MessagePart, string>>;
  /** Of a telephone number that cannot be one: how many digits were heard, how many it has. */
  wrongPhone?: { said: number; wanted: string };
}

function take(state: MessageState, { text, heard }: MessageTurn, asked: MessagePart | undefined, world: World): Taken {
  const { language } = state;
  const keyed = /^dtmf_number: (\d+)/.exec(text)?.[1];
  const parts: Taken["parts"] = {};
  const run = keyed === undefined ? phoneRunIn(inFigures(text, LOCALES[language].figures)) : { digits: keyed, long: true };
  const question = asked === "phone" ? "phone number?" : undefined;
  const typed = keyed === undefined ? spoken("phone", text, { where: { ...world, language }, question })?.value : undefined;
  if (run && (run.long || asked === "phone")) {
    const value = withTrunk(run.digits, world.country);
    const check = checkPhone(value, world.country);
    if (check.fits) parts.phone = value;
    else if (typed !== undefined) parts.phone = typed;
    else if (asked === "phone") return { parts, wrongPhone: check };
  }
  if (parts.phone === undefined && typed !== undefined) parts.phone = typed;
  if (keyed !== undefined) return { parts };
  const isOnlyYesOrNo = (heard.has("yes") || heard.has("no")) && text.trim().split(/\s+/).length <= 2;
  // "My name is Ahmed and my number is …"
  const beside =
    parts.phone === undefined
      ? undefined
      : spoken("name", text, { where: { ...world, language }, question: asked === "name" ? "name?" : undefined });
  const name = beside?.value ?? findName(text, language, asked === "name" && !isOnlyYesOrNo);
  if (name !== undefined) parts.name = name;
  if (asked === "message" && !isOnlyYesOrNo && !isOnlyContact(text, parts) && /\p{L}{2,}/u.test(text))
    parts.message = text.trim();
  return { parts };
}

/** Who says their name or their number, and hardly anything else, has not said what it is about. */
function isOnlyContact(text: string, { name, phone }: Taken["parts"]): boolean {
  const words = folded(text)
    .split(" ")
    .filter((word) => /\p{L}/u.test(word)).length;
  return (name !== undefined && words <= FEW_WORDS) || (phone !== undefined && words <= 3);
}

const FEW_WORDS = 6;

function put(state: MessageState, parts: Taken["parts"], { text, confidence }: MessageTurn): boolean {
  const task = taskOf(state);
  let isPut = false;
  for (const part of MESSAGE_PARTS) {
    const field = fieldOf(task.form, part);
    const value = parts[part];
    if (!field || value === undefined || task.slots[field.name]?.value === value) continue;
    task.slots[field.name] = slot(value, state, text, confidence);
    isPut = true;
  }
  return isPut;
}

export function openPart({ asked }: MessageState): MessagePart | undefined {
  return MESSAGE_PARTS.find((part) => part === asked);
}

/** Takes what an utterance says for the message. `isNew`: it was opened by it. */
export function pursue(
  state: MessageState,
  said: MessageTurn,
  place: { world: World; turn: Turn },
  { isNew = false } = {},
): void {
  const { world, turn } = place;
  const task = taskOf(state);
  const taken = take(state, said, isNew ? undefined : openPart(state), world);
  const isLearned = put(state, taken.parts, said);
  if (taken.wrongPhone) return tellWrongPhone(state, taken.wrongPhone, world, turn);
  if (state.asked === "more") {
    const told = fieldOf(task.form, "message");
    const before = told && task.slots[told.name]?.value;
    if (told && !isLearned)
      task.slots[told.name] = slot(before === undefined ? said.text : `${before}; ${said.text}`, state, said.text);
    if (!isLearned) turn.say.push(phrasesOf(state).cannotButMessage);
  } else if (!isLearned && !isNew) return misses(state, world, turn);
  state.misses = 0;
  proceed(state, turn);
}

function tellWrongPhone(state: MessageState, { said, wanted }: { said: number; wanted: string }, world: World, turn: Turn): void {
  const words = phrasesOf(state);
  const task = taskOf(state);
  if (++task.troubles > MOST_MISSES * 2 && leavesOut(state, "phone", turn)) return proceed(state, turn);
  if (task.troubles > MOST_MISSES * 2) return offerMessage(state, world, turn, words.notUnderstoodAgain);
  state.asked = "phone";
  turn.say.push(words.wrongPhone(said, wanted), ...(task.troubles > 1 ? [words.useKeypad] : []));
}

/** Asks for what is missing, or reads everything back. */
export function proceed(state: MessageState, turn: Turn): void {
  const task = taskOf(state);
  const next = partMissing(task);
  if (next !== undefined) {
    const isAgain = (task.takenBack[next] ?? 0) > 0;
    state.asked = next;
    turn.say.push(isAgain ? phrasesOf(state).askAgain[next] : phrasesOf(state).ask[next], ...keypad(state, next, isAgain));
    return;
  }
  if (++task.readBacks > MOST_READ_BACKS) return passOn(state, turn);
  state.asked = "confirm";
  turn.say.push(readBack(state));
}

function keypad(state: MessageState, part: MessagePart, isAgain: boolean): string[] {
  return part === "phone" && isAgain ? [phrasesOf(state).useKeypad] : [];
}

/** What the caller answers when everything was read back. `false`: it is no answer to that. */
export function answersReadBack(state: MessageState, said: MessageTurn, place: { world: World; turn: Turn }): boolean {
  const { world, turn } = place;
  const { heard, text } = said;
  const task = taskOf(state);
  const taken = take(state, said, undefined, world);
  const changes = (["name", "phone"] as const).filter((part) => {
    const field = fieldOf(task.form, part);
    return field && taken.parts[part] !== undefined && task.slots[field.name]?.value !== taken.parts[part];
  });
  if (changes.length > 0) {
    for (const part of changes) countTakenBack(state, part);
    put(state, taken.parts, said);
    proceed(state, turn);
    return true;
  }
  const isAskedWhich = state.asked === "change";
  const agrees = heard.has("yes") && !heard.has("no") && !(heard.has("disputes") && text.trim().split(/\s+/).length > 1);
  if (agrees) {
    if (isAskedWhich) proceed(state, turn);
    else useTool(state, turn);
    return true;
  }
  const named = partNamed(text, state.language);
  if (named && fieldOf(task.form, named) && (isAskedWhich || heard.has("no") || heard.has("disputes"))) {
    asksAgain(state, named, turn);
    return true;
  }
  if (!heard.has("no") && !heard.has("disputes")) return false;
  if (state.misses++ === 0) {
    state.asked = "change";
    turn.say.push(question(state));
    return true;
  }
  turn.say.push(phrasesOf(state).dropped);
  endWithOffer(state, turn);
  return true;
}

function asksAgain(state: MessageState, part: MessagePart, turn: Turn): void {
  const task = taskOf(state);
  const field = fieldOf(task.form, part);
  countTakenBack(state, part);
  state.misses = 0;
  if (field && ((task.takenBack[part] ?? 0) < MOST_TAKEN_BACK || !leavesOut(state, part, turn))) delete task.slots[field.name];
  proceed(state, turn);
}

function countTakenBack({ task }: MessageState, part: MessagePart): void {
  if (task) task.takenBack[part] = (task.takenBack[part] ?? 0) + 1;
}

/** A message does not wait for ever for who it is from: a colleague who reads the rest still can do something. */
function leavesOut(state: MessageState, part: MessagePart, turn: Turn): boolean {
  const task = taskOf(state);
  const field = fieldOf(task.form, part);
  if (part === "message" || !field) return false;
  task.slots[field.name] = slot(LEFT_OUT, state, "");
  turn.say.push(phrasesOf(state).leftOut);
  return true;
}

/** Nothing was understood: it is asked again in other words, and never for ever. */
export function misses(state: MessageState, world: World, turn: Turn): void {
  const words = phrasesOf(state);
  const part = openPart(state);
  state.misses++;
  if (state.misses >= MOST_MISSES) {
    state.misses = 0;
    if (state.task && part && leavesOut(state, part, turn)) return proceed(state, turn);
    if (state.task && state.asked === "confirm") return passOn(state, turn);
    if (state.asked !== "offer-message") return offerMessage(state, world, turn, words.notUnderstoodAgain);
  }
  const isAgain = state.misses > 1;
  const isOpen = !state.task && state.asked !== "offer-message";
  const there = isOpen ? offers(state, world, bookOf(world, state.language).hours !== undefined) : undefined;
  turn.say.push(
    isAgain ? words.anotherWay : words.notUnderstood,
    ...(there === undefined ? [] : [there]),
    part ? words.askAgain[part] : isOpen ? words.howCanIHelp : question(state),
    ...(part ? keypad(state, part, isAgain) : []),
  );
}

/** As it was heard, with a word to whoever reads it that the caller has not said yes to it. */
function passOn(state: MessageState, turn: Turn): void {
  const task = taskOf(state);
  const words = phrasesOf(state);
  const told = fieldOf(task.form, "message");
  const before = told && task.slots[told.name];
  if (told && before) task.slots[told.name] = { ...before, value: `${before.value} (${words.notConfirmed})` };
  turn.say.push(words.passedOn);
  useTool(state, turn);
}

function useTool(state: MessageState, turn: Turn): void {
  const task = taskOf(state);
  turn.tool = { name: task.form.tool, arguments: argumentsOf(task) };
  for (const part of ["name", "phone"] as const) {
    const field = fieldOf(task.form, part);
    const value = field && task.slots[field.name]?.value;
    if (value !== undefined && value !== LEFT_OUT) state.caller[part] = value;
  }
}
