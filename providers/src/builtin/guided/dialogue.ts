/**
 * The guided dialogue's turn: from the state after the last turn and what the caller says now, to what is said next. It is deterministic, so
 * the whole conversation can be replayed from its messages, also after another model has led it.
 */
import type { Expected } from "@ongea/conversation";
import { minutesOf, timeOf } from "./calendar.ts";
import type { Act } from "./intents.ts";
import { actsIn, asksSomething, languageOf } from "./intents.ts";
import type { Phrases, Slot } from "./phrases/phrases.ts";
import { segmentsOf, wordsOf } from "./plain.ts";
import type { Slots, Trouble } from "./slots.ts";
import { checkedVisit, slotsIn } from "./slots.ts";
import { digitsIn, looksLikeCard } from "./spoken-numbers.ts";
import type { Task } from "./tasks.ts";
import { AVAILABILITY_TOOL, BOOK_TOOL, listensFor, MESSAGE_TOOL, missing, ORDER_TOOL, toolFor, TRANSFER_TOOL } from "./tasks.ts";
import type { Language, World } from "./world.ts";
import { WORDS } from "./world.ts";

export type Asked = Slot | "confirm" | "change" | "anything-else" | "offer-message" | "how-can-i-help";

export interface State {
  language: Language;
  task: Task | undefined;
  asked: Asked;
  misses: number;
  abuses: number;
  lastSaid: string;
  /** The day and time for which the calendar has been asked. */
  checkedVisit: string;
}

export interface Turn {
  say: string[];
  tool?: { name: string; arguments: Record<string, string> };
  /** Ids of the knowledge passages that were quoted. */
  sources: string[];
  hangUp: boolean;
}

/** A fact answers a question when it covers this much of its meaning. */
const ENOUGH = 0.42;
const MOST_ABUSES = 3;
const MOST_MISSES = 3;

export function freshState(language: Language): State {
  return { language, task: undefined, asked: "how-can-i-help", misses: 0, abuses: 0, lastSaid: "", checkedVisit: "" };
}

/** What the caller said. Changes `state`. */
export function hearCaller(state: State, text: string, world: World): Turn {
  state.language = languageOf(text) ?? state.language;
  const turn: Turn = { say: [], sources: [], hangUp: false };
  respond(state, text, world, turn);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}

/** What a tool that the dialogue had asked for gave back. */
export function hearTool(state: State, name: string, result: string, world: World): Turn {
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const words = WORDS[state.language];
  const answer = parsed(result);
  if (name === AVAILABILITY_TOOL) afterAvailability(state, answer, world, turn);
  else if (name === BOOK_TOOL) afterBooking(state, answer, turn);
  else if (name === MESSAGE_TOOL)
    finish(
      state,
      turn,
      answer["ok"] === false || answer["taken"] === false ? words.messageNotTaken : words.messageTaken(reference(answer)),
    );
  else if (name === ORDER_TOOL) finish(state, turn, typeof answer["say"] === "string" ? answer["say"] : words.unknown);
  else if (name === TRANSFER_TOOL && answer["ok"] === false) offerMessage(state, turn, words.noPersonNow);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}

/** Which answers the last question asks for. */
export function expectedAfter(state: State): Expected[] {
  const words = WORDS[state.language];
  switch (state.asked) {
    case "day":
      return [{ kind: "date" }, { kind: "anything" }];
    case "time":
      return [{ kind: "time" }, { kind: "date" }, { kind: "anything" }];
    case "name":
      return [{ kind: "name" }, { kind: "anything" }];
    case "phone":
      return [{ kind: "phone" }];
    case "order":
      return [{ kind: "code" }, { kind: "digits", min: 3, max: 12 }];
    case "confirm":
    case "offer-message":
      return [{ kind: "yes-no" }, { kind: "anything" }];
    case "anything-else":
      return [{ kind: "yes-no" }, { kind: "phrase", phrases: words.openers }, { kind: "anything" }];
    case "how-can-i-help":
      return [{ kind: "phrase", phrases: words.openers }, { kind: "anything" }];
    default:
      return [{ kind: "anything" }];
  }
}

function respond(state: State, text: string, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  const acts = actsIn(text);
  if (text === "(inaudible)") return repair(state, world, turn);
  if (looksLikeCard(digitsIn(text))) return again(state, turn, words.noCard);
  if (acts.has("probe")) return again(state, turn, words.noInstructions);
  if (acts.has("robot")) return again(state, turn, words.robot(world.business));
  if (acts.has("abuse")) return abused(state, world, turn);
  if (acts.has("repeat")) return void turn.say.push(state.lastSaid || words.howCanIHelp);
  if (acts.has("wait") && wordsOf(text).length <= 6) return void turn.say.push(words.takeYourTime);
  if (acts.has("person")) return wantsPerson(state, world, turn);
  if (state.task && state.asked === "confirm" && answersConfirm(state, text, acts, world, turn)) return;
  if (state.asked === "offer-message" && answersOffer(state, acts, turn)) return;
  if (leaves(state, text, acts)) return sayGoodbye(state, world, turn);
  const open = answerQuestions(state, text, world, turn);
  const answered = turn.say.length > 0;
  const before = state.task;
  startTask(state, open, world);
  if (state.task) return pursue(state, { text, acts, isNew: state.task !== before, answered }, world, turn);
  if (answered) return void endWithOffer(state, turn);
  if (acts.has("greet")) return void (turn.say.push(words.greetBack, words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (state.asked === "anything-else" && acts.has("yes"))
    return void (turn.say.push(words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (acts.has("thank") || (acts.has("no") && wordsOf(text).length <= 3)) return sayGoodbye(state, world, turn);
  if (asksSomething(text)) return offerMessage(state, turn, words.unknown);
  repair(state, world, turn);
}

// --- questions -----------------------------------------------------------------------------------------------------------------

/** Says the facts that are asked for. Returns what of the text was no such question. */
function answerQuestions(state: State, text: string, world: World, turn: Turn): string {
  const open: string[] = [];
  for (const segment of segmentsOf(text)) {
    const asks = asksSomething(segment);
    const [best, second] = world.index.find(segment);
    const wants = asks ? ENOUGH : 0.75;
    const isElse = !asks && (state.task !== undefined || actsIn(segment).size > 0);
    if (!best || best.score < wants || isElse || turn.say.includes(best.fact.text)) {
      open.push(segment);
      continue;
    }
    turn.say.push(best.fact.text);
    if (best.fact.source) turn.sources.push(best.fact.source);
    if (second && second.score > best.score * 0.97 && second.fact.text.length < 120 && turn.say.length < 2)
      turn.say.push(second.fact.text);
  }
  return open.join(", ");
}

function endWithOffer(state: State, turn: Turn): void {
  state.asked = "anything-else";
  state.misses = 0;
  turn.say.push(WORDS[state.language].anythingElse);
}

// --- tasks ---------------------------------------------------------------------------------------------------------------------

function startTask(state: State, text: string, world: World): void {
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

function pursue(
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

function readBack(task: Task, words: Phrases): string {
  const { day = "", time = "00:00", name = "", phone = "", order } = task.slots;
  const spokenPhone = words.digits(phone);
  if (task.name === "appointment")
    return words.confirmAppointment({ day: words.day(day), time: words.time(time), name, phone: spokenPhone });
  return words.confirmMessage({ name, phone: spokenPhone, ...(order ? { order: spelledOut(order) } : {}) });
}

function answersConfirm(state: State, text: string, acts: ReadonlySet<Act>, world: World, turn: Turn): boolean {
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

function afterAvailability(state: State, answer: Record<string, unknown>, world: World, turn: Turn): void {
  if (state.task?.name !== "appointment") return;
  if (answer["available"] !== false) return proceed(state, world, turn);
  const words = WORDS[state.language];
  delete state.task.slots.time;
  state.asked = "time";
  turn.say.push(words.taken(alternatives(answer, words)));
}

function afterBooking(state: State, answer: Record<string, unknown>, turn: Turn): void {
  const words = WORDS[state.language];
  const { day = "", time = "00:00" } = state.task?.slots ?? {};
  if (answer["booked"] === true) {
    return finish(
      state,
      turn,
      words.booked({ day: words.day(day), time: words.time(time), ...optional("reference", reference(answer)) }),
    );
  }
  const offers = alternatives(answer, words);
  if (state.task && offers.length > 0) {
    delete state.task.slots.time;
    state.asked = "time";
    turn.say.push(words.taken(offers));
    return;
  }
  finish(state, turn, words.notBooked);
}

function finish(state: State, turn: Turn, sentence: string): void {
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

// --- everything else -----------------------------------------------------------------------------------------------------------

function wantsPerson(state: State, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  if (world.has(TRANSFER_TOOL)) turn.tool = { name: TRANSFER_TOOL, arguments: {} };
  else if (world.has(MESSAGE_TOOL)) offerMessage(state, turn, words.noPersonNow);
  else again(state, turn, words.noPersonNow);
}

function offerMessage(state: State, turn: Turn, because: string): void {
  turn.say.push(because, WORDS[state.language].offerMessage);
  state.asked = "offer-message";
}

function answersOffer(state: State, acts: ReadonlySet<Act>, turn: Turn): boolean {
  if (acts.has("yes") && !acts.has("no")) {
    state.task = { name: "message", slots: {} };
    state.asked = "message";
    turn.say.push(WORDS[state.language].ask.message);
    return true;
  }
  if (!acts.has("no") || acts.has("goodbye")) return false;
  endWithOffer(state, turn);
  return true;
}

/** Whether this is the end of the conversation. */
function leaves(state: State, text: string, acts: ReadonlySet<Act>): boolean {
  if (acts.has("goodbye") && !asksSomething(text) && !acts.has("appointment")) return true;
  const short = wordsOf(text).length <= 6;
  return (
    state.task === undefined &&
    state.asked === "anything-else" &&
    short &&
    (acts.has("no") || acts.has("thank")) &&
    !asksSomething(text)
  );
}

function sayGoodbye(state: State, world: World, turn: Turn): void {
  turn.say.push(WORDS[state.language].goodbye);
  turn.hangUp = world.mayHangUp;
  state.task = undefined;
  state.asked = "how-can-i-help";
}

function abused(state: State, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  state.abuses++;
  if (state.abuses >= MOST_ABUSES && world.mayHangUp) {
    turn.say.push(words.calmEnd);
    turn.hangUp = true;
  } else if (state.abuses === MOST_ABUSES - 1 && world.has(MESSAGE_TOOL)) offerMessage(state, turn, words.calm);
  else again(state, turn, words.calm);
}

/** Says something beside the matter and comes back to the question that is open. */
function again(state: State, turn: Turn, sentence: string): void {
  turn.say.push(sentence, question(state));
}

function repair(state: State, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  state.misses++;
  if (
    state.misses >= MOST_MISSES &&
    world.has(MESSAGE_TOOL) &&
    state.asked !== "offer-message" &&
    state.task?.name !== "message"
  ) {
    state.misses = 0;
    state.task = undefined;
    return offerMessage(state, turn, words.notUnderstoodAgain);
  }
  const keypad = state.misses > 1 && (state.asked === "phone" || state.asked === "order");
  const hint = isSlot(state.asked) ? words.askAgain[state.asked] : question(state);
  turn.say.push(state.misses > 1 ? words.notUnderstoodAgain : words.notUnderstood, hint, ...(keypad ? [words.useKeypad] : []));
}

function question(state: State): string {
  const words = WORDS[state.language];
  if (isSlot(state.asked)) return words.ask[state.asked];
  if (state.asked === "confirm" && state.task) return readBack(state.task, words);
  if (state.asked === "change") return words.whatToChange;
  if (state.asked === "offer-message") return words.offerMessage;
  return state.asked === "anything-else" ? words.anythingElse : words.howCanIHelp;
}

function isSlot(asked: Asked): asked is Slot {
  return asked === "day" || asked === "time" || asked === "name" || asked === "phone" || asked === "order" || asked === "message";
}

function alternatives(answer: Record<string, unknown>, words: Phrases): string[] {
  const offered = Array.isArray(answer["alternatives"]) ? answer["alternatives"] : [];
  return offered
    .filter((at): at is string => typeof at === "string" && /\d\d:\d\d/.test(at))
    .slice(0, 2)
    .map((at) => words.time(timeOf(minutesOf(/(\d\d:\d\d)/.exec(at)![1]!))));
}

function spelledOut(code: string): string {
  return code.split("").join(" ");
}

function reference(answer: Record<string, unknown>): string | undefined {
  const value = answer["reference"];
  return typeof value === "string" && value !== "" ? spelledOut(value.replace(/[^A-Za-z0-9]/g, "")) : undefined;
}

function optional(key: "reference", value: string | undefined): { reference?: string } {
  return value === undefined ? {} : { [key]: value };
}

function parsed(result: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(result);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return { ok: false };
  }
}
