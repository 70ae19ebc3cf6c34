/** Takes a message at the reception: what it is, who it is from, how they are reached; read back before it is passed on. */
import { checkPhone, withTrunk } from "../forms/phone-plans.ts";
import type { Form } from "../forms/form.ts";
import { phoneRunIn } from "../spoken/codes.ts";
import { argumentsOf, LEFT_OUT, newTask, type Slot } from "../task.ts";
import type { Turn } from "../state.ts";
import type { World } from "../world.ts";
import {
  type Desk,
  endWithOffer,
  fieldOf,
  offerMessage,
  offers,
  partMissing,
  PARTS,
  question,
  readBack,
  wordsOfDesk,
} from "./desk.ts";
import { inFigures } from "./figures.ts";
import { folded } from "./folded.ts";
import { bookOf } from "./book.ts";
import { type Heard, heardIn, isEmptyWord, partNamed } from "./hearing.ts";
import { nameSaid } from "./names.ts";
import type { Part } from "./tongue.ts";
import { TONGUES } from "./tongues.ts";

export interface Said {
  text: string;
  /** 0…1, as the recogniser judges it. */
  confidence: number;
  heard: ReadonlySet<Heard>;
}

export const MOST_MISSES = 3;
/** Somebody who is heard wrong so often gets further without it. */
const MOST_TAKEN_BACK = 3;
const MOST_READ_BACKS = 7;
/** Fewer words tell a colleague nothing. */
const TELLS_WORDS = 4;

/** `wish`: the caller's words that it is taken of; they are the message where they tell enough, or are it as a whole. */
export function openMessage(desk: Desk, form: Form, wish: string, { isWhole = false } = {}): void {
  const task = newTask(form);
  desk.task = task;
  desk.wish = wish;
  desk.asked = "how-can-i-help";
  const told = fieldOf(form, "message");
  if (told && (isWhole || tells(wish, desk))) task.slots[told.name] = slot(wish.trim(), desk, wish);
  for (const part of ["name", "phone"] as const) {
    const field = fieldOf(form, part);
    const value = desk.caller[part];
    if (field && value !== undefined) task.slots[field.name] = slot(value, desk, "");
  }
}

/** "I want to leave a message" alone is none. */
function tells(wish: string, { language }: Desk): boolean {
  const words = folded(wish).split(" ");
  const said = words.filter((word) => word.length > 1 && !isEmptyWord(word, language));
  const onlyAsks = heardIn(wish, language).has("message") && words.length <= 6;
  return !onlyAsks && (words.length >= TELLS_WORDS || (said.length >= 2 && words.length >= 3));
}

function slot(value: string, { turns }: Desk, said: string, confidence = 1): Slot {
  return { value, confidence, source: { turn: turns, said } };
}

interface Taken {
  parts: Partial<Record<Part, string>>;
  /** Of a telephone number that cannot be one: how many digits were heard, how many it has. */
  wrongPhone?: { said: number; wanted: string };
}

function take(desk: Desk, { text, heard }: Said, asked: Part | undefined, world: World): Taken {
  const { language } = desk;
  const keyed = /^dtmf_number: (\d+)/.exec(text)?.[1];
  const parts: Taken["parts"] = {};
  const run = keyed === undefined ? phoneRunIn(inFigures(text, TONGUES[language].figures)) : { digits: keyed, long: true };
  if (run && (run.long || asked === "phone")) {
    const value = withTrunk(run.digits, world.country);
    const check = checkPhone(value, world.country);
    if (check.fits) parts.phone = value;
    else if (asked === "phone") return { parts, wrongPhone: check };
  }
  if (keyed !== undefined) return { parts };
  const isOnlyYesOrNo = (heard.has("yes") || heard.has("no")) && text.trim().split(/\s+/).length <= 2;
  const name = nameSaid(text, language, asked === "name" && !isOnlyYesOrNo);
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

function put(desk: Desk, parts: Taken["parts"], { text, confidence }: Said): boolean {
  const task = desk.task!;
  let isPut = false;
  for (const part of PARTS) {
    const field = fieldOf(task.form, part);
    const value = parts[part];
    if (!field || value === undefined || task.slots[field.name]?.value === value) continue;
    task.slots[field.name] = slot(value, desk, text, confidence);
    isPut = true;
  }
  return isPut;
}

export function partAsked({ asked }: Desk): Part | undefined {
  return PARTS.find((part) => part === asked);
}

/** Takes what an utterance says for the message. `isNew`: it was opened by it. */
export function pursue(desk: Desk, said: Said, place: { world: World; turn: Turn }, { isNew = false } = {}): void {
  const { world, turn } = place;
  const task = desk.task!;
  const taken = take(desk, said, isNew ? undefined : partAsked(desk), world);
  const isLearned = put(desk, taken.parts, said);
  if (taken.wrongPhone) return tellWrongPhone(desk, taken.wrongPhone, world, turn);
  if (desk.asked === "more") {
    const told = fieldOf(task.form, "message");
    const before = told && task.slots[told.name]?.value;
    if (told && !isLearned)
      task.slots[told.name] = slot(before === undefined ? said.text : `${before}; ${said.text}`, desk, said.text);
    if (!isLearned) turn.say.push(wordsOfDesk(desk).cannotButMessage);
  } else if (!isLearned && !isNew) return misses(desk, world, turn);
  desk.misses = 0;
  proceed(desk, turn);
}

function tellWrongPhone(desk: Desk, { said, wanted }: { said: number; wanted: string }, world: World, turn: Turn): void {
  const words = wordsOfDesk(desk);
  if (++desk.task!.troubles > MOST_MISSES * 2 && leavesOut(desk, "phone", turn)) return proceed(desk, turn);
  if (desk.task!.troubles > MOST_MISSES * 2) return offerMessage(desk, world, turn, words.notUnderstoodAgain);
  desk.asked = "phone";
  turn.say.push(words.wrongPhone(said, wanted), ...(desk.task!.troubles > 1 ? [words.useKeypad] : []));
}

/** Asks for what is missing, or reads everything back. */
export function proceed(desk: Desk, turn: Turn): void {
  const task = desk.task!;
  const next = partMissing(task);
  if (next !== undefined) {
    const isAgain = (task.takenBack[next] ?? 0) > 0;
    desk.asked = next;
    turn.say.push(isAgain ? wordsOfDesk(desk).askAgain[next] : wordsOfDesk(desk).ask[next], ...keypad(desk, next, isAgain));
    return;
  }
  if (++task.readBacks > MOST_READ_BACKS) return passOn(desk, turn);
  desk.asked = "confirm";
  turn.say.push(readBack(desk));
}

function keypad(desk: Desk, part: Part, isAgain: boolean): string[] {
  return part === "phone" && isAgain ? [wordsOfDesk(desk).useKeypad] : [];
}

/** What the caller answers when everything was read back. `false`: it is no answer to that. */
export function answersReadBack(desk: Desk, said: Said, place: { world: World; turn: Turn }): boolean {
  const { world, turn } = place;
  const { heard, text } = said;
  const task = desk.task!;
  const taken = take(desk, said, undefined, world);
  const changes = (["name", "phone"] as const).filter((part) => {
    const field = fieldOf(task.form, part);
    return field && taken.parts[part] !== undefined && task.slots[field.name]?.value !== taken.parts[part];
  });
  if (changes.length > 0) {
    for (const part of changes) countTakenBack(desk, part);
    put(desk, taken.parts, said);
    proceed(desk, turn);
    return true;
  }
  const isAskedWhich = desk.asked === "change";
  const agrees = heard.has("yes") && !heard.has("no") && !(heard.has("disputes") && text.trim().split(/\s+/).length > 1);
  if (agrees) {
    if (isAskedWhich) proceed(desk, turn);
    else useTool(desk, turn);
    return true;
  }
  const named = partNamed(text, desk.language);
  if (named && fieldOf(task.form, named) && (isAskedWhich || heard.has("no") || heard.has("disputes"))) {
    asksAgain(desk, named, turn);
    return true;
  }
  if (!heard.has("no") && !heard.has("disputes")) return false;
  if (desk.misses++ === 0) {
    desk.asked = "change";
    turn.say.push(question(desk));
    return true;
  }
  turn.say.push(wordsOfDesk(desk).dropped);
  endWithOffer(desk, turn);
  return true;
}

function asksAgain(desk: Desk, part: Part, turn: Turn): void {
  const task = desk.task!;
  const field = fieldOf(task.form, part)!;
  countTakenBack(desk, part);
  desk.misses = 0;
  if ((task.takenBack[part] ?? 0) < MOST_TAKEN_BACK || !leavesOut(desk, part, turn)) delete task.slots[field.name];
  proceed(desk, turn);
}

function countTakenBack({ task }: Desk, part: Part): void {
  if (task) task.takenBack[part] = (task.takenBack[part] ?? 0) + 1;
}

/** A message does not wait for ever for who it is from: a colleague who reads the rest still can do something. */
function leavesOut(desk: Desk, part: Part, turn: Turn): boolean {
  const field = fieldOf(desk.task!.form, part);
  if (part === "message" || !field) return false;
  desk.task!.slots[field.name] = slot(LEFT_OUT, desk, "");
  turn.say.push(wordsOfDesk(desk).leftOut);
  return true;
}

/** Nothing was understood: it is asked again in other words, and never for ever. */
export function misses(desk: Desk, world: World, turn: Turn): void {
  const words = wordsOfDesk(desk);
  const part = partAsked(desk);
  desk.misses++;
  if (desk.misses >= MOST_MISSES) {
    desk.misses = 0;
    if (desk.task && part && leavesOut(desk, part, turn)) return proceed(desk, turn);
    if (desk.task && desk.asked === "confirm") return passOn(desk, turn);
    if (desk.asked !== "offer-message") return offerMessage(desk, world, turn, words.notUnderstoodAgain);
  }
  const isAgain = desk.misses > 1;
  const isOpen = !desk.task && desk.asked !== "offer-message";
  const there = isOpen ? offers(desk, world, bookOf(world, desk.language).hours !== undefined) : undefined;
  turn.say.push(
    isAgain ? words.anotherWay : words.notUnderstood,
    ...(there === undefined ? [] : [there]),
    part ? words.askAgain[part] : isOpen ? words.howCanIHelp : question(desk),
    ...(part ? keypad(desk, part, isAgain) : []),
  );
}

/** As it was heard, with a word to whoever reads it that the caller has not said yes to it. */
function passOn(desk: Desk, turn: Turn): void {
  const task = desk.task!;
  const words = wordsOfDesk(desk);
  const told = fieldOf(task.form, "message");
  const before = told && task.slots[told.name];
  if (told && before) task.slots[told.name] = { ...before, value: `${before.value} (${words.notConfirmed})` };
  turn.say.push(words.passedOn);
  useTool(desk, turn);
}

function useTool(desk: Desk, turn: Turn): void {
  const task = desk.task!;
  turn.tool = { name: task.form.tool, arguments: argumentsOf(task) };
  for (const part of ["name", "phone"] as const) {
    const field = fieldOf(task.form, part);
    const value = field && task.slots[field.name]?.value;
    if (value !== undefined && value !== LEFT_OUT) desk.caller[part] = value;
  }
}
