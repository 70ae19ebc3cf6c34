/** What the dialogue does for a caller: opens a form, gathers and checks its values, reads them back, uses the tool. */
import { conceptsOf } from "../spoken/concepts.ts";
import { timeOf } from "../spoken/calendar.ts";
import { wordsOf } from "../spoken/plain.ts";
import { asksSomething, mayBeNo, type Act } from "../spoken/acts.ts";
import { findIntents } from "../intents/intents.ts";
import type { Field, Form } from "../forms/form.ts";
import { fieldOfKind, LEFT_OUT, missing, newTask, argumentsOf, type Slot, type Task, taskOf } from "../task.ts";
import type { State, Turn } from "../state.ts";
import { endWithOffer, openField, leaveTask } from "../state.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { labelIn } from "../forms/labels.ts";
import { bareMessage, OTHER_PERSON } from "../forms/read-value.ts";
import { joined, settleVisit, speaksOf, takeSlots, type Trouble, type Utterance } from "./fill.ts";
import { checkFor } from "./free-times.ts";
import { keepsOfDone, meetsDone } from "./done.ts";
import { choosesFirst } from "./list-first.ts";
import { askAgainFor, askFor, easierFormats, messageField, readBack } from "./read-back.ts";
import { mendedDigits } from "./mend-digits.ts";
import { isOtherNumber, keepsOtherNumber } from "./other-number.ts";
import {
  GUESSED_MISSES,
  leavesTrouble,
  leavesWrongGuess,
  MOST_MISSES,
  offerMessage,
  passOn,
  question,
  repair,
  saysLimit,
  saysUnknown,
} from "./repair.ts";
import { takeUp } from "./take-up.ts";
import { goesOnFrom, lacks } from "./found-words.ts";
import { correctsOther, countTakenBack, givesUp, leavesOut } from "./take-back.ts";

/** "Could somebody find out?" means what was asked before. */
const FEWEST_CONCEPTS = 2;
const ASKS_AFTER =
  /^(?:please |so )?(?:could|can|let|may|have|ask|tell) (?:somebody|someone|anybody|them|you|a colleague)\b.{0,30}$/i;
/** Fewer words tell a colleague nothing. */
const TELLS_WORDS = 7;
/** "I would like to leave a message for the manager, my name is Grace": of what, is not said yet. */
export const ANNOUNCES =
  /\b(?:leave|give|pass|send|take|kuacha|niache|kutoa|laisser|donner)\b.{0,30}\b(?:message|ujumbe)\b(?!.*(?:\b(?:that|saying|about|because|kwamba|kuhusu|que|disant|parce)\b|:))/iu;
/** What was heard less surely is asked about first. */
const DOUBTFUL = 0.3;
/** Sooner, where nothing is read back before the tool is used. */
export const DOUBTFUL_LOOK_UP = 0.7;
const DOUBTED: ReadonlySet<Field["kind"]> = new Set(["name", "code", "phone", "email", "day"]);

/** Opens a form for a wish; `said` is what the caller said of it. */
export function openForm(state: State, form: Form, said: string): Task {
  const wanted = form.fields.filter(
    (field) => isNewTime(field, form) || (!field.required && !SPOKEN_FREELY.has(field.kind) && speaksOf(field, said)),
  );
  const task = newTask(
    form,
    wanted.map(({ name }) => name),
  );
  takeUp(state.left, task);
  [state.left, state.dropped] = [undefined, undefined];
  state.task = task;
  state.request = said;
  state.asked = "how-can-i-help";
  const told = messageField(task);
  if (
    told &&
    state.topic !== "" &&
    said !== "" &&
    (conceptsOf(said).length < FEWEST_CONCEPTS || ASKS_AFTER.test(said)) &&
    form.intent === "message"
  )
    said = `${state.topic} ${said}`;
  if (told && wordsOf(said).length >= TELLS_WORDS && !ANNOUNCES.test(said) && (told.required || form.intent === "report"))
    task.slots[told.name] = { value: bareMessage(said), confidence: 1, source: { turn: state.turns, said } };
  if (!form.looksUp) {
    for (const kind of ["name", "phone", "email"] as const) {
      const field = fieldOfKind(form, kind);
      const value = state.caller[kind];
      if (
        field &&
        value !== undefined &&
        field.label.split(" ").length <= 2 &&
        !OTHER_PERSON.test(`${field.label} ${field.name}`)
      )
        task.slots[field.name] = { value, confidence: 1, source: { turn: state.turns, said: "" } };
    }
  }
  return task;
}

const SPOKEN_FREELY: ReadonlySet<Field["kind"]> = new Set(["text", "yes-no"]);

/** Of what is moved: the tool can be asked without it, and moves nothing then. */
function isNewTime({ kind }: Field, { intent, chosenBy }: Form): boolean {
  return chosenBy !== undefined && intent === "move" && (kind === "day" || kind === "time");
}

export interface CallerTurn extends Utterance {
  acts: ReadonlySet<Act>;
  /** The form was opened by this utterance. */
  isNew: boolean;
  /** Something else in it was answered. */
  answered: boolean;
}

export function pursue(state: State, said: CallerTurn, world: World, turn: Turn): void {
  const asked = said.isNew ? undefined : openField(state);
  const opened = taskOf(state);
  let taken = takeSlots(said, opened, asked, world);
  if (said.isNew && state.done.length > 0 && meetsDone(state, { text: said.text, slots: taken.slots }, world, turn)) return;
  const task = taskOf(state);
  if (task !== opened) taken = takeSlots(said, task, undefined, world);
  if (taken.trouble?.kind === "range" && saysLimit(state, taken.trouble.field, world, turn)) return;
  const names = Object.keys(taken.slots);
  // "When I come that Thursday, how long does it take?" says nothing new.
  const isNew = ([name, { value }]: [string, Slot]): boolean => task.slots[name]?.value !== value || !asksSomething(said.text);
  const learned = Object.entries(taken.slots).some(isNew) || answersOffer(state, said.acts);
  for (const [name, slot] of Object.entries(taken.slots)) {
    const field = task.form.fields.find((one) => one.name === name);
    if (!field) continue;
    if (state.asked === `heard:${name}`) countTakenBack(task, name);
    task.slots[name] = joined(task.slots[name], slot, field);
    delete task.offered;
  }
  if (said.isNew && task.chosen) keepsOfDone(state);
  const trouble =
    (taken.trouble && (!learned || taken.trouble.field === asked || taken.trouble.kind === "no-such-day")
      ? taken.trouble
      : undefined) ?? settleVisit(task, world);
  if (trouble?.kind === "phone" && isOtherNumber(said.text)) return keepsOtherNumber(state, said.text, trouble.field, turn);
  if (trouble) return tellTrouble(state, trouble, world, turn);
  if (said.isNew || learned || said.answered) state.misses = 0;
  else if (asked && (lacksValue(state, { said, asked }, world, turn) || saysUnknown(state, said, turn))) return;
  else return misses(state, world, turn);
  if (doubts(state, names, world, turn)) return;
  proceed(state, world, turn, said.isNew && !learned && !said.answered);
}

const LACKS =
  /\b(?:(?:don't|do not|didn't|haven't|can't|cannot|won't) (?:have|know|remember|recall|find|say|tell|give|want to (?:give|say|tell)|like to (?:give|say|tell))|no idea|not sure|forgot(?:ten)?|no (?:number|phone|email|account)|rather not|prefer not|is it (?:necessary|needed)|without (?:it|that)|not (?:on|with) me|don't need|i lost|(?:i'm|i am|we're|we are) (?:new|not (?:yet )?(?:a |an |your |registered|enrolled))|sina|sijui|sikumbuki|je n'(?:ai|en ai) pas|je ne (?:sais|connais|me souviens)|aucune idée|sans numéro)\b/i;
const WITHHELD: ReadonlySet<Field["kind"]> = new Set(["name", "phone", "email", "text"]);

/** "I don't have it here": what can be left out is, else a message is offered. `false`: it was said otherwise. */
function lacksValue(state: State, { said, asked }: { said: CallerTurn; asked: Field }, world: World, turn: Turn): boolean {
  const task = taskOf(state);
  const isFirst = Object.keys(task.slots).length === 0 && task.form !== world.message;
  const isNo = said.acts.has("no") && (state.misses > 0 || isFirst) && asked.kind !== "yes-no";
  if (!LACKS.test(said.text) && !isNo && !lacks(said.reading)) return false;
  state.misses = 0;
  if (!asked.required && WITHHELD.has(asked.kind)) {
    task.slots[asked.name] = { value: LEFT_OUT, confidence: 1, source: { turn: state.turns, said: "" } };
    proceed(state, world, turn);
  } else if (leavesOut(state, asked, world, turn)) proceed(state, world, turn);
  else if (isNo) {
    state.task = undefined;
    turn.say.push(WORDS[state.language].dropped);
    endWithOffer(state, turn);
  } else {
    leaveTask(state);
    offerMessage(state, world, turn, WORDS[state.language].cannotWithout(labelIn(state.language, asked.label)));
  }
  return true;
}

/** Nothing was understood: it is asked again, but a message does not wait for ever for who it is from. */
export function misses(state: State, world: World, turn: Turn): void {
  const field = openField(state);
  if (field && state.misses + 1 >= MOST_MISSES && leavesOut(state, field, world, turn)) {
    state.misses = 0;
    proceed(state, world, turn);
  } else repair(state, world, turn);
}

/** A value that was heard badly is asked about at once. */
function doubts(state: State, names: readonly string[], world: World, turn: Turn): boolean {
  const task = taskOf(state);
  const least = task.form.looksUp ? DOUBTFUL_LOOK_UP : DOUBTFUL;
  const field = task.form.fields.find(
    ({ name, kind }) => names.includes(name) && DOUBTED.has(kind) && (task.slots[name]?.confidence ?? 1) < least,
  );
  if (!field) return false;
  if (givesUp(state, field, world, turn)) {
    if (state.task) proceed(state, world, turn);
    return true;
  }
  state.asked = `heard:${field.name}`;
  turn.say.push(question(state));
  return true;
}

/** "I heard Mary Smith, is that right?": yes keeps it, no asks again; `false`: the answer is about something else. */
export function answersDoubt(
  state: State,
  { text, acts, reading }: Pick<CallerTurn, "text" | "acts" | "reading">,
  world: World,
  turn: Turn,
): boolean {
  const [field, { task }] = [openField(state), state];
  const slot = field && task?.slots[field.name];
  if (!task || !field || !slot) return false;
  const mended = mendedDigits(text, task);
  if (mended?.field === field) {
    countTakenBack(task, field.name);
    slot.value = mended.value;
    if (!givesUp(state, field, world, turn)) turn.say.push(question(state));
    else if (state.task) proceed(state, world, turn);
    return true;
  }
  const others = takeSlots({ text, confidence: 1, turn: state.turns }, task, field, world).slots;
  if (!acts.has("yes") && !acts.has("no") && goesOnFrom(field, reading, task)) {
    // It is read back with the rest.
    [state.asked, slot.confidence] = [`field:${field.name}`, 1];
    return false;
  }
  if (!acts.has("yes") && !acts.has("no") && !mayBeNo(text))
    return insists(state, { field, isNew: others[field.name] !== undefined }, world, turn);
  if (acts.has("yes") && !acts.has("no")) {
    state.asked = `field:${field.name}`;
    slot.confidence = 1;
    const saysMore = Object.keys(others).length > 0 || asksSomething(text) || findIntents(text).size > 0;
    if (saysMore && wordsOf(text).length > 4) return false;
    proceed(state, world, turn);
    return true;
  }
  if (correctsOther(task, field, others)) {
    turn.say.push(question(state));
    return true;
  }
  state.asked = `field:${field.name}`;
  return refused(state, field, world, turn);
}

/** It was heard wrong: asked again in the easier way, or given up. */
function refused(state: State, field: Field, world: World, turn: Turn): true {
  const task = taskOf(state);
  countTakenBack(task, field.name);
  if (!givesUp(state, field, world, turn)) {
    state.asked = `field:${field.name}`;
    delete task.slots[field.name];
    turn.say.push(askAgainFor(field, state), ...easierFormats(field, state));
  } else if (state.task) proceed(state, world, turn);
  return true;
}

/** Neither yes nor no, and nothing would be read back before the value is used: it is asked once more, and then taken for a no. */
function insists(state: State, { field, isNew }: { field: Field; isNew: boolean }, world: World, turn: Turn): boolean {
  if (!taskOf(state).form.looksUp || isNew) return false;
  if (state.misses++ === 0) {
    turn.say.push(question(state));
    return true;
  }
  state.misses = 0;
  return refused(state, field, world, turn);
}

/** "Would Monday suit you?": yes takes the day that was offered, no forgets it. */
function answersOffer(state: State, acts: ReadonlySet<Act>): boolean {
  const task = state.task;
  const offered = task?.offered;
  if (!task || !offered || (!acts.has("yes") && !acts.has("no"))) return false;
  delete task.offered;
  if (acts.has("yes") && !acts.has("no"))
    task.slots[offered.field] = { value: offered.value, confidence: 1, source: { turn: state.turns, said: "" } };
  return true;
}

/** Asks the calendar, or for what is missing, or reads everything back, or uses the tool. */
export function proceed(state: State, world: World, turn: Turn, acknowledge = false): void {
  const task = taskOf(state);
  if (choosesFirst(state, turn)) return;
  const check = world.availability && checkFor(task, world.availability);
  if (check) {
    turn.tool = check;
    return;
  }
  const next = missing(task);
  if (next !== undefined) {
    if ((task.asks[next.name] = (task.asks[next.name] ?? 0) + 1) > MOST_ASKS) return endsAsking(state, world, turn);
    if (acknowledge) turn.say.push(WORDS[state.language].okay);
    state.asked = `field:${next.name}`;
    const isHard = (task.takenBack[next.name] ?? 0) > 0 || (task.asks[next.name] ?? 0) > OFTEN;
    turn.say.push(...(isHard ? [askAgainFor(next, state), ...easierFormats(next, state)] : [askFor(next, state)]));
    return;
  }
  if (task.form.looksUp) return useTool(state, turn);
  if (++task.readBacks > MOST_READ_BACKS) return endsAsking(state, world, turn);
  state.asked = "confirm";
  turn.say.push(readBack(task, state.language));
}

/** Whoever says something else each time it is asked means something else. */
const [OFTEN, MOST_ASKS] = [2, 5];
/** Whoever has corrected so often is not heard well: a message goes on as it is, anything else is left for one. */
const MOST_READ_BACKS = 7;

function endsAsking(state: State, world: World, turn: Turn): void {
  const task = taskOf(state);
  const { notUnderstoodAgain } = WORDS[state.language];
  if (task.form !== world.message) {
    leaveTask(state);
    return offerMessage(state, world, turn, notUnderstoodAgain);
  }
  for (let next = missing(task); next && leavesOut(state, next, world, turn);) next = missing(task);
  if (!missing(task)) return passOn(state, turn);
  // A message without its words is none.
  state.task = undefined;
  turn.say.push(notUnderstoodAgain);
  endWithOffer(state, turn);
}

export function useTool(state: State, turn: Turn): void {
  const task = taskOf(state);
  turn.tool = { name: task.form.tool, arguments: argumentsOf(task) };
}

/** Ends what was being done with a sentence of how it ended, and goes on to what else was wished. */
export function finish(state: State, turn: Turn, ...sentences: readonly string[]): void {
  const { task } = state;
  if (task) {
    state.lastTool = task.form.tool;
    for (const kind of ["name", "phone", "email"] as const) {
      const field = fieldOfKind(task.form, kind);
      const value = field && field.label.split(" ").length <= 2 ? task.slots[field.name]?.value : undefined;
      if (value !== undefined) state.caller[kind] = value;
    }
  }
  state.task = undefined;
  state.invitedTo = "";
  turn.say.push(...sentences);
  endWithOffer(state, turn);
}

// --- what cannot be -------------------------------------------------------------------------------------------------------------

const MOST_TROUBLES = 3;

function tellTrouble(state: State, trouble: Trouble, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  const task = taskOf(state);
  const { field } = trouble;
  const slot = task.slots[field.name];
  task.troubles++;
  if (task.troubles >= GUESSED_MISSES && leavesWrongGuess(state, world, turn)) return;
  if (task.troubles > MOST_TROUBLES * 2 && world.message && world.message !== task.form) {
    leaveTask(state);
    return offerMessage(state, world, turn, words.notUnderstoodAgain);
  }
  if (task.troubles > MOST_TROUBLES * 2 && leavesOut(state, field, world, turn)) return proceed(state, world, turn);
  state.asked = `field:${field.name}`;
  const easier = task.troubles > 1 ? easierFormats(field, state) : [];
  const label = labelIn(state.language, field.label);
  switch (trouble.kind) {
    case "phone":
      return void turn.say.push(words.wrongPhone(trouble.said, trouble.wanted), ...easier);
    case "code":
      return void turn.say.push(
        // As many as it has: then what stands where is wrong, not how many.
        trouble.wanted === undefined || trouble.wanted === String(trouble.said)
          ? words.wrongForm(label)
          : words.wrongLength(label, trouble.said, trouble.wanted),
        ...easier,
      );
    case "range":
      if (task.troubles >= MOST_TROUBLES) return leavesTrouble(state, field, world, turn);
      return void turn.say.push(words.outOfRange(label, field.minimum, field.maximum), askFor(field, state));
    case "other-time":
      delete task.slots[field.name];
      if (task.troubles >= MOST_TROUBLES) return leavesTrouble(state, field, world, turn);
      return void turn.say.push(words.noSuchTime, askFor(field, state));
    case "other-weekday":
      delete task.slots[field.name];
      return void turn.say.push(words.onlyOn(field.weekdays ?? []), askFor(field, state));
    case "closed-hour":
    case "time-past":
      // Of a moment the day stays.
      if (slot && field.kind === "moment") slot.value = `${slot.value.split(" ")[0]} ?`;
      else delete task.slots[field.name];
      turn.say.push(
        trouble.kind === "time-past"
          ? words.timeIsPast
          : words.closedThatHour(words.time(timeOf(trouble.fromMinute)), words.time(timeOf(trouble.toMinute))),
      );
      return void turn.say.push(askFor(field, state));
    default:
      delete task.slots[field.name];
      if (trouble.kind === "closed-day") {
        turn.say.push(words.closedThatDay(words.day(trouble.day), trouble.offer && words.day(trouble.offer)));
        if (trouble.offer) {
          task.offered = { field: field.name, value: field.kind === "moment" ? `${trouble.offer} ?` : trouble.offer };
          return;
        }
      } else turn.say.push(trouble.kind === "day-past" ? words.dayIsPast : words.noSuchDay);
      turn.say.push(askFor(field, state));
  }
}
