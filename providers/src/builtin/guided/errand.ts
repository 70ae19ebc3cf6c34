/** What the dialogue does for a caller: starts a task, gathers and checks its slots, reads them back, uses the tool. */
import { timeOf } from "./calendar.ts";
import type { Act } from "./intents.ts";
import { actsIn } from "./intents.ts";
import type { Slot } from "./phrases/phrases.ts";
import { wordsOf } from "./plain.ts";
import type { Slots, Trouble } from "./slots.ts";
import { checkedVisit, slotsIn } from "./slots.ts";
import { readBack, repair, spelledOut } from "./open-question.ts";
import type { State, Turn } from "./state.ts";
import { endWithOffer, isSlot } from "./state.ts";
import { AVAILABILITY_TOOL, BOOK_TOOL, listensFor, MESSAGE_TOOL, missing, ORDER_TOOL, toolFor } from "./tasks.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";

export function startTask(state: State, text: string, world: World): void {
  if (state.task || text === "") return;
  const acts = actsIn(text);
  const canTakeMessage = world.has(MESSAGE_TOOL);
  if (acts.has("cancel") && canTakeMessage) state.task = { name: "message", slots: { message: text } };
  else if (acts.has("appointment") && world.has(BOOK_TOOL) && !onlyAsksAbout(text))
    state.task = { name: "appointment", slots: {} };
  else if (acts.has("order") && world.has(ORDER_TOOL)) state.task = { name: "order", slots: {} };
  else if (acts.has("order") && canTakeMessage) state.task = { name: "message", slots: { message: text, order: "?" } };
  else if ((acts.has("message") || (acts.has("appointment") && !onlyAsksAbout(text))) && canTakeMessage) {
    const tells = wordsOf(text).length >= 7;
    state.task = { name: "message", slots: tells ? { message: text } : {} };
  }
}

/** "Do I need an appointment?", "how much is an appointment?" want an answer, not a booking. */
function onlyAsksAbout(text: string): boolean {
  return (
    /^(?:do|does|how much|what|where|is|are|bei|combien)\b/i.test(text.trim()) &&
    !/\b(?:book|want|like|make|get|come|have)\b.*\bappointment|\bcan i\b/i.test(text)
  );
}

export function pursue(
  state: State,
  said: { text: string; acts: ReadonlySet<Act>; isNew: boolean; answered: boolean },
  world: World,
  turn: Turn,
): void {
  const task = state.task!;
  const slot = isSlot(state.asked) && !said.isNew ? state.asked : undefined;
  const taken = slotsIn(said.text, slot, listensFor(task), world);
  const learned = Object.keys(taken.slots).length > 0 || answersDayOffer(state, said.acts);
  Object.assign(task.slots, taken.slots);
  const trouble = taken.trouble ?? (task.name === "appointment" ? checkedVisit(task.slots, world) : undefined);
  if (trouble) return tellTrouble(state, trouble, turn);
  if (said.isNew || learned || said.answered) state.misses = 0;
  else return repair(state, world, turn);
  proceed(state, world, turn, said.isNew && !learned);
}

/** "Would Monday suit you?": yes keeps the day that was offered, no forgets it. */
function answersDayOffer(state: State, acts: ReadonlySet<Act>): boolean {
  const slots = state.task?.slots;
  if (state.asked !== "day" || slots?.day === undefined || (!acts.has("yes") && !acts.has("no"))) return false;
  if (acts.has("no")) delete slots.day;
  return true;
}

/** Asks for what is missing, or reads everything back. */
function proceed(state: State, world: World, turn: Turn, acknowledge = false): void {
  const task = state.task!;
  const words = WORDS[state.language];
  const visit = `${task.slots.day} ${task.slots.time}`;
  if (
    task.name === "appointment" &&
    task.slots.day &&
    task.slots.time &&
    world.has(AVAILABILITY_TOOL) &&
    state.checkedVisit !== visit
  ) {
    state.checkedVisit = visit;
    turn.tool = { name: AVAILABILITY_TOOL, arguments: { date: task.slots.day, time: task.slots.time } };
    return;
  }
  const next = missing(task);
  if (next !== undefined) {
    if (acknowledge) turn.say.push(words.okay);
    state.asked = next;
    turn.say.push(words.ask[next]);
    return;
  }
  if (task.name === "order") {
    turn.tool = toolFor(task);
    return;
  }
  state.asked = "confirm";
  turn.say.push(readBack(task, words));
}

/** What the caller answers when everything was read back to them. */
export interface Answer {
  text: string;
  acts: ReadonlySet<Act>;
}

export function answersConfirm(state: State, { text, acts }: Answer, world: World, turn: Turn): boolean {
  const task = state.task!;
  const correction = text.replace(/^\s*(?:(?:no|nope|hapana|non|wrong|not correct|actually|sorry)[\s,.]+)+/i, "");
  const taken = slotsIn(correction, undefined, listensFor(task), world);
  const changes = changed(taken.slots, task.slots);
  if (Object.keys(changes).length > 0 || taken.trouble) {
    Object.assign(task.slots, changes);
    const trouble = taken.trouble ?? (task.name === "appointment" ? checkedVisit(task.slots, world) : undefined);
    if (trouble) tellTrouble(state, trouble, turn);
    else proceed(state, world, turn);
    return true;
  }
  if (acts.has("yes") && !acts.has("no")) {
    turn.tool = toolFor(task);
    return true;
  }
  if (!acts.has("no")) return false;
  const named = slotNamed(text);
  if (named) {
    delete task.slots[named];
    state.asked = named;
    turn.say.push(WORDS[state.language].ask[named]);
  } else if (state.misses++ === 0) {
    state.asked = "change";
    turn.say.push(WORDS[state.language].whatToChange);
  } else {
    state.task = undefined;
    endWithOffer(state, turn);
  }
  return true;
}

/** "The time is wrong": which slot is named. */
function slotNamed(text: string): Slot | undefined {
  if (/\b(?:day|date|siku|tarehe|jour)\b/i.test(text)) return "day";
  if (/\b(?:time|hour|saa|heure)\b/i.test(text)) return "time";
  if (/\b(?:name|jina|nom)\b/i.test(text)) return "name";
  if (/\b(?:number|phone|namba|simu|numéro|téléphone)\b/i.test(text)) return "phone";
  return undefined;
}

function changed(found: Slots, known: Slots): Slots {
  return Object.fromEntries(
    Object.entries(found).filter(([slot, value]) => known[slot as Slot] !== value && `~${known[slot as Slot]}` !== value),
  );
}

export function afterAvailability(state: State, answer: Record<string, unknown>, world: World, turn: Turn): void {
  if (state.task?.name !== "appointment") return;
  if (answer["available"] === false) offerOthers(state, answer, turn);
  else proceed(state, world, turn);
}

export function afterBooking(state: State, answer: Record<string, unknown>, turn: Turn): void {
  const words = WORDS[state.language];
  const { day = "", time = "00:00" } = state.task?.slots ?? {};
  if (answer["booked"] === true) {
    return finish(
      state,
      turn,
      words.booked({ day: words.day(day), time: words.time(time), ...optional("reference", reference(answer)) }),
    );
  }
  if (state.task && (offersOf(answer).length > 0 || nextDayOf(answer))) return offerOthers(state, answer, turn);
  finish(state, turn, words.notBooked);
}

/** The wished time is not free: other times of that day, or the next day that has some. */
function offerOthers(state: State, answer: Record<string, unknown>, turn: Turn): void {
  const words = WORDS[state.language];
  const slots = state.task!.slots;
  const next = nextDayOf(answer);
  delete slots.time;
  state.asked = "time";
  if (next) {
    slots.day = next.day;
    turn.say.push(words.fullThatDay(words.day(next.day), next.times.map(words.time)));
  } else turn.say.push(words.taken(offersOf(answer).map(words.time)));
}

export function finish(state: State, turn: Turn, sentence: string): void {
  state.task = undefined;
  state.checkedVisit = "";
  turn.say.push(sentence);
  endWithOffer(state, turn);
}

function tellTrouble(state: State, trouble: Trouble, turn: Turn): void {
  const words = WORDS[state.language];
  const slots = state.task!.slots;
  if (trouble.kind === "phone-short") {
    state.misses++;
    state.asked = "phone";
    turn.say.push(words.askAgain.phone, ...(state.misses > 1 ? [words.useKeypad] : []));
  } else if (trouble.kind === "closed-hour" || trouble.kind === "time-past") {
    delete slots.time;
    state.asked = "time";
    if (trouble.kind === "time-past") turn.say.push(words.timeIsPast);
    else turn.say.push(words.closedThatHour(words.time(timeOf(trouble.fromMinute)), words.time(timeOf(trouble.toMinute))));
    turn.say.push(words.ask.time);
  } else {
    delete slots.day;
    state.asked = "day";
    if (trouble.kind === "closed-day")
      turn.say.push(words.closedThatDay(words.day(trouble.day), trouble.offer && words.day(trouble.offer)));
    else turn.say.push(trouble.kind === "day-past" ? words.dayIsPast : words.noSuchDay);
    // An offer is remembered: "yes" takes it.
    if (trouble.kind === "closed-day" && trouble.offer) slots.day = trouble.offer;
    else turn.say.push(words.ask.day);
  }
}

const MOST_OFFERS = 2;

function offersOf(answer: Record<string, unknown>): string[] {
  const offered = [answer["alternatives"], answer["free"]].find(Array.isArray) ?? [];
  return timesIn(offered);
}

function nextDayOf(answer: Record<string, unknown>): { day: string; times: string[] } | undefined {
  const next = answer["next"];
  if (typeof next !== "object" || next === null || !("date" in next) || typeof next.date !== "string") return undefined;
  return { day: next.date, times: "free" in next && Array.isArray(next.free) ? timesIn(next.free) : [] };
}

function timesIn(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === "string" ? (/\d\d:\d\d/.exec(value) ?? []) : [])).slice(0, MOST_OFFERS);
}

export function reference(answer: Record<string, unknown>): string | undefined {
  const value = answer["reference"];
  return typeof value === "string" && value !== "" ? spelledOut(value.replace(/[^A-Za-z0-9]/g, "")) : undefined;
}

function optional(key: "reference", value: string | undefined): { reference?: string } {
  return value === undefined ? {} : { [key]: value };
}
