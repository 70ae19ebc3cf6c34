/** What a tool gave back, in words that a caller understands. */
import { isHoldResult } from "@ongea/conversation";
import { wordsOfName } from "../forms/kinds.ts";
import { labelIn, splitUnit } from "../forms/labels.ts";
import type { State, Turn } from "../state.ts";
import { dayAndTime, dayOf, readBack, spelledOut } from "./read-back.ts";
import { hearList } from "./choose-visit.ts";
import { remember } from "./done.ts";
import { finish, proceed } from "./pursue.ts";
import { offerMessage } from "./repair.ts";
import { fieldOfKind, isVisit, taskOf } from "../task.ts";
import type { Language, World } from "../world.ts";
import { WORDS } from "../world.ts";

/** A call that is held so often is given up. */
const MOST_HELD = 6;
const MOST_OFFERS = 2;
const MOST_LINES = 5;
const MOST_LETTERS = 400;
/** Said of a tool that has not answered yet. */
export const STILL_RUNNING = /^This is still running/;
/** How the server says that a tool could not be used. */
const NOT_USED = /^(?:The service |There is no such tool|The tool did not|The argument|An argument|The arguments)/;

type Answer = Record<string, unknown>;

/** What a tool that was asked for gave back. Changes `state`. */
export function hearResult(state: State, tool: string, result: string, world: World): Turn {
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const words = WORDS[state.language];
  if (STILL_RUNNING.test(result)) return turn;
  const answer = parsed(result);
  const { task } = state;
  if (isHoldResult(result) && task && ++task.readBacks <= MOST_HELD) return askedByGuard(state, answer, turn);
  if (tool === world.transfer) {
    if (failed(answer, result)) offerMessage(state, world, turn, words.noPersonNow);
    return turn;
  }
  if (tool === world.availability?.tool) {
    if (!task) return tellLines(state, answer, turn);
    if (answer["available"] === false) offerOthers(state, answer, turn);
    else if (!tellFreeTimes(state, answer, turn)) {
      if (task.asksFreeTimes && dayAndTime(task)) turn.say.push(words.isFree);
      proceed(state, world, turn);
    }
    return turn;
  }
  if (hearList(state, answer, world, turn)) return turn;
  if (task && isVisit(task.form) && hasOffers(answer) && (failed(answer, result) || answer["booked"] === false)) {
    offerOthers(state, answer, turn);
    return turn;
  }
  if (failed(answer, result)) tellFailure(state, answer, world, turn);
  else {
    const told = successOf(state, answer, result, world);
    if (task?.form.looksUp) state.told = told.join(" ");
    remember(state, told);
    finish(state, turn, ...told);
  }
  return turn;
}

/** The guard holds the call: what it wants confirmed is asked in its words, and a yes uses the tool again. */
function askedByGuard(state: State, answer: Answer, turn: Turn): Turn {
  const said = sentenceOf(answer);
  const task = taskOf(state);
  const isUnsaid = answer["reason"] === "not_said" || answer["reason"] === "missing";
  const field = isUnsaid ? task.form.fields.find(({ name }) => name === answer["slot"]) : undefined;
  state.asked = field ? `field:${field.name}` : "confirm";
  turn.say.push(said ?? readBack(task, state.language));
  return turn;
}

function tellFailure(state: State, answer: Answer, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  const intent = state.task?.form.intent;
  const why = sentenceOf(answer);
  if (state.task?.form === world.message) return finish(state, turn, words.messageNotTaken);
  const sentence = intent === "book" || intent === "move" ? words.notBooked : words.failed;
  state.task = undefined;
  offerMessage(state, world, turn, why === undefined ? sentence : `${sentence} ${why}`);
}

function successOf(state: State, answer: Answer, result: string, world: World): string[] {
  const words = WORDS[state.language];
  const { task } = state;
  // Of its template, or as the service puts it.
  if (typeof answer["say"] === "string" && answer["say"].trim() !== "") return [ended(answer["say"].trim())];
  const own = sentenceOf(answer);
  const reference = referenceIn(answer);
  const known = reference === undefined ? {} : { reference };
  const visit = task && dayAndTime(task);
  if (task?.chosen && task.form.intent === "cancel")
    return [words.cancelled({ day: words.day(task.chosen.day), time: words.time(task.chosen.time) })];
  if (own !== undefined)
    return [
      own,
      ...(reference !== undefined && !task?.form.looksUp && !own.includes(rawReference(answer) ?? "\0")
        ? [words.done(reference)]
        : []),
    ];
  if (task?.form.intent === "message" || task?.form.intent === "call-back")
    return [words.messageTaken(reference), ...(world.callBack === undefined ? [] : [world.callBack])];
  if (visit && isVisit(task.form) && fieldOfKind(task.form, "time"))
    return [
      task.chosen
        ? words.moved({ day: words.day(visit.day), time: words.time(visit.time) })
        : words.booked({ day: words.day(visit.day), time: words.time(visit.time), ...known }),
    ];
  if (task?.form.looksUp || task === undefined) {
    const lines = linesOf(answer, state.language);
    if (lines.length > 0) return lines;
    const text = plainText(result);
    return [text ?? words.nothingFound];
  }
  return [words.done(reference), ...linesOf(answer, state.language, task === undefined ? [] : Object.keys(task.slots))];
}

// --- other times ----------------------------------------------------------------------------------------------------------------

/** Of a look-up that another speaker began, for no errand of ours. */
function tellLines(state: State, answer: Answer, turn: Turn): Turn {
  const lines = linesOf(answer, state.language);
  if (lines.length > 0) turn.say.push(...lines, WORDS[state.language].howCanIHelp);
  return turn;
}

/** What is free that day, where no time was named. */
function tellFreeTimes(state: State, answer: Answer, turn: Turn): boolean {
  const words = WORDS[state.language];
  const task = taskOf(state);
  const day = dayOf(task);
  const offers = offersOf(answer);
  const time = fieldOfKind(task.form, "time") ?? fieldOfKind(task.form, "moment");
  if (day === undefined || dayAndTime(task) !== undefined || offers.length === 0 || !time) return false;
  state.asked = `field:${time.name}`;
  turn.say.push(words.freeThatDay(words.day(day), offers.map(words.time)));
  return true;
}

/** The wished time is not free: other times of that day, or the next day that has some. */
function offerOthers(state: State, answer: Answer, turn: Turn): void {
  const words = WORDS[state.language];
  const task = taskOf(state);
  const day = fieldOfKind(task.form, "day") ?? fieldOfKind(task.form, "moment");
  const time = fieldOfKind(task.form, "time") ?? day;
  const next = nextDayOf(answer);
  if (time && time !== day) delete task.slots[time.name];
  const moment = day && time === day ? task.slots[day.name] : undefined;
  if (moment) moment.value = `${moment.value.split(" ")[0]} ?`;
  if (time) state.asked = `field:${time.name}`;
  if (next && day) {
    task.slots[day.name] = {
      value: time === day ? `${next.day} ?` : next.day,
      confidence: 1,
      source: { turn: state.turns, said: "" },
    };
    turn.say.push(words.fullThatDay(words.day(next.day), next.times.map(words.time)));
  } else turn.say.push(words.taken(offersOf(answer).map(words.time)));
  if (!next && offersOf(answer).length === 0 && day) {
    state.asked = `field:${day.name}`;
    turn.say.push(words.ask.day);
  }
}

function hasOffers(answer: Answer): boolean {
  return offersOf(answer).length > 0 || nextDayOf(answer) !== undefined;
}

function offersOf(answer: Answer): string[] {
  const offered = [answer["alternatives"], answer["free"]].find(Array.isArray) ?? [];
  return timesIn(offered);
}

function nextDayOf(answer: Answer): { day: string; times: string[] } | undefined {
  const next = answer["next"];
  if (typeof next !== "object" || next === null || !("date" in next) || typeof next.date !== "string") return undefined;
  return { day: next.date, times: "free" in next && Array.isArray(next.free) ? timesIn(next.free) : [] };
}

function timesIn(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === "string" ? (/\d\d:\d\d/.exec(value) ?? []) : [])).slice(0, MOST_OFFERS);
}

// --- JSON in words --------------------------------------------------------------------------------------------------------------

export function parsed(result: string): Answer {
  try {
    const value: unknown = JSON.parse(result);
    if (Array.isArray(value)) return value.length === 1 && isObject(value[0]) ? value[0] : { results: value };
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function failed(answer: Answer, result: string): boolean {
  if (NOT_USED.test(result)) return true;
  if (
    ["ok", "success", "booked", "cancelled", "moved", "changed", "taken", "done", "accepted", "found"].some(
      (key) => answer[key] === false,
    )
  )
    return true;
  return (
    (typeof answer["error"] === "string" && answer["error"] !== "") ||
    isObject(answer["error"]) ||
    /^(?:error|failed|failure|rejected)$/i.test(String(answer["status"] ?? ""))
  );
}

/** A sentence that the service says itself. */
function sentenceOf(answer: Answer): string | undefined {
  const said = [answer["say"], answer["message"], answer["sentence"], answer["summary"], answer["text"], answer["reason"]].find(
    (value): value is string => typeof value === "string" && value.trim().split(/\s+/).length >= 3,
  );
  return said === undefined ? undefined : ended(said.trim().slice(0, MOST_LETTERS));
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function plainText(result: string): string | undefined {
  const text = result.trim();
  return text === "" || /^[[{<"]/.test(text) ? undefined : ended(text.slice(0, MOST_LETTERS));
}

const REFERENCE =
  /^(?:reference|ref|confirmation|confirmation_?(?:number|code)|ticket|ticket_?(?:number|id|no)|booking_?(?:reference|number|id)|case_?(?:number|id)|reference_?number|receipt)$/i;
/** Nobody wants to hear these. */
const SILENT =
  /^(?:ok|success|booked|taken|done|accepted|found|id|uuid|_.*|.*url|link|token|timestamp|created_?at|updated_?at|code|available)$|(?:^|_)(?:uuid|url|href)$/i;

function rawReference(answer: Answer): string | undefined {
  const value = Object.entries(answer).find(([key]) => REFERENCE.test(key))?.[1];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

export function referenceIn(answer: Answer): string | undefined {
  const raw = rawReference(answer);
  return raw === undefined || raw === "" ? undefined : spelledOut(raw.replace(/[^A-Za-z0-9]/g, ""));
}

/** "Status: sent. Arrives on: Monday the 23rd of November." Nested objects are opened once, lists are said in short. */
export function linesOf(answer: Answer, language: Language, without: readonly string[] = []): string[] {
  const lines: string[] = [];
  // Of what was done, "noted: yes" says nothing more.
  const isDone = without.length > 0;
  const add = (fields: Answer, depth: number): void => {
    for (const [key, value] of Object.entries(fields)) {
      if (lines.length >= MOST_LINES) return;
      if (SILENT.test(key) || (isDone && value === true) || without.includes(key) || (without.length > 0 && REFERENCE.test(key)))
        continue;
      if (isObject(value) && depth < 1) add(value, depth + 1);
      else {
        const said = valueInWords(value, language, REFERENCE.test(key));
        const { measure, unit } = splitUnit(wordsOfName(key));
        if (said !== undefined)
          lines.push(`${capital(labelIn(language, measure))}: ${said}${unit === undefined ? "" : ` ${unit}`}.`);
      }
    }
  };
  add(answer, 0);
  return lines;
}

function valueInWords(value: unknown, language: Language, isReference: boolean): string | undefined {
  const words = WORDS[language];
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (Array.isArray(value)) {
    const items = value.flatMap((item) =>
      isObject(item)
        ? [
            Object.values(item)
              .flatMap((one) => valueInWords(one, language, false) ?? [])
              .slice(0, 3)
              .join(", "),
          ]
        : (valueInWords(item, language, false) ?? []),
    );
    return items.length === 0 ? undefined : items.slice(0, MOST_LINES).join("; ");
  }
  if (typeof value !== "string" || value.trim() === "" || /^https?:/.test(value)) return undefined;
  if (isReference) return spelledOut(value.replace(/[^A-Za-z0-9]/g, ""));
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d).*)?$/.exec(value) ?? [];
  if (day !== undefined) return time ? `${words.day(day)}, ${words.time(time)}` : words.day(day);
  if (/^\d\d:\d\d$/.test(value)) return words.time(value);
  return value
    .trim()
    .replace(/_/g, " ")
    .replace(/[.\s]+$/, "")
    .slice(0, MOST_LETTERS);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
