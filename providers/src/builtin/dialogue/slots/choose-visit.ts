/** Which appointment is to be cancelled or moved: the tool lists the caller's own, the caller says which one. */
import { minutesOf, timeOf } from "../spoken/calendar.ts";
import { dayIn } from "../spoken/dates.ts";
import { timeIn, type SpokenTime } from "../spoken/times.ts";
import { unaccented, plain } from "../spoken/plain.ts";
import type { State, Turn } from "../state.ts";
import { endWithOffer } from "../state.ts";
import { fieldOfKind, type Task, type Visit, taskOf } from "../task.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { proceed, type CallerTurn } from "./pursue.ts";
import { choosesFirst, missingIdentity } from "./list-first.ts";
import { visitInWords } from "./read-back.ts";
import { offerMessage, question } from "./repair.ts";
import { isRecord } from "@ongea/conversation";

const MOST_LISTED = 5;

/** `false`: this is no list. Changes `state`. */
export function hearList(state: State, answer: Record<string, unknown>, world: World, turn: Turn): boolean {
  const { task } = state;
  const list = answer["appointments"];
  if (!task?.form.chosenBy || !Array.isArray(list)) return false;
  const words = WORDS[state.language];
  const { day, time } = task.form.chosenBy;
  const listed = list.slice(0, MOST_LISTED).flatMap((one: unknown) => visitIn(one, { day, time }));
  delete task.chosen;
  task.listed = listed;
  if (listed.length === 0) {
    const field = missingIdentity(task);
    if (field) {
      turn.say.push(words.noVisitOfLine);
      choosesFirst(state, turn);
      return true;
    }
    state.task = undefined;
    offerMessage(state, world, turn, words.noVisit);
    return true;
  }
  if (task.onlyTells) {
    state.task = undefined;
    turn.say.push(...listed.map((one) => words.foundVisit(visitInWords(one, state.language))));
    endWithOffer(state, turn);
    return true;
  }
  const [meant, ...others] = listed.length === 1 ? listed : matching(state.request, listed, world);
  if (meant && others.length === 0) choose(state, meant, world, turn);
  else {
    state.asked = "which-visit";
    turn.say.push(question(state));
  }
  return true;
}

function visitIn(one: unknown, names: Visit): Visit[] {
  if (!isRecord(one)) return [];
  const { [names.day]: day, [names.time]: time } = one;
  return typeof day === "string" && typeof time === "string" ? [{ day, time }] : [];
}

function choose(state: State, visit: Visit, world: World, turn: Turn): void {
  const task = taskOf(state);
  task.chosen = visit;
  state.misses = 0;
  if (task.form.intent === "move") {
    leavesOldTime(task, visit, state.request);
    if (!newDayOf(task)) turn.say.push(WORDS[state.language].foundVisit(visitInWords(visit, state.language)));
  }
  proceed(state, world, turn);
}

function newDayOf(task: Task): string | undefined {
  const day = fieldOfKind(task.form, "day");
  return day && task.slots[day.name]?.value;
}

const TOWARDS = /\b(?:to|until|till|hadi|mpaka|kwenda|iwe|ije|au|a|pour|vers)\b/g;

/** "I cannot come on Tuesday": that day is given up, not wished. "Move Tuesday's to three": the day stays, the hour is new. */
function leavesOldTime(task: Task, chosen: Visit, said: string): void {
  const [day, time] = [fieldOfKind(task.form, "day"), fieldOfKind(task.form, "time")];
  if (!day || !time) return;
  const newTime = task.slots[time.name];
  const wishedDay = task.slots[day.name]?.value;
  if (wishedDay !== undefined && wishedDay !== chosen.day) return;
  const text = unaccented(plain(said));
  const hour = [...text.matchAll(TOWARDS)].map(({ index }) => timeIn(text.slice(index))).findLast((one) => one !== undefined);
  const isOld = hour === undefined || isSameHour(hour, chosen.time);
  if (wishedDay === undefined) {
    if (newTime && isSameHour(timeIn(said), chosen.time)) delete task.slots[time.name];
  } else if (isOld) {
    delete task.slots[day.name];
    delete task.slots[time.name];
  } else if (newTime) newTime.value = `${hour.ambiguous ? "~" : ""}${timeOf(hour.minute)}`;
}

/** Of the clock: in the morning or in the evening. */
function isSameHour(said: SpokenTime | undefined, time: string): boolean {
  return said !== undefined && said.minute % HALF_DAY === minutesOf(time) % HALF_DAY;
}

const HALF_DAY = 720;

function dayOf(text: string, world: World): string | undefined {
  const said = dayIn(text, world.now.day);
  return said && "day" in said ? said.day : undefined;
}

/** Those that a text names by their day or hour. */
function matching(text: string, listed: readonly Visit[], world: World): readonly Visit[] {
  const plainly = unaccented(plain(text));
  const at = ORDINALS.findIndex((pattern) => pattern.test(plainly));
  const day = dayOf(text, world);
  const hour = timeIn(text);
  const onDay = listed.filter((one) => one.day === day);
  if (onDay.length > 0) {
    const then = onDay.filter(({ time }) => isSameHour(hour, time));
    return then.length > 0 ? then : onDay;
  }
  const then = day === undefined ? listed.filter(({ time }) => isSameHour(hour, time)) : [];
  if (then.length > 0) return then;
  const one = LAST.test(plainly) ? listed.at(-1) : listed[at];
  return one ? [one] : listed;
}

const ORDINALS = [
  /\b(?:first|ya kwanza|la kwanza|kwanza|premier|premiere)\b/,
  /\b(?:second one|the second|ya pili|la pili|deuxieme|seconde?)\b/,
  /\b(?:third one|the third|ya tatu|la tatu|troisieme)\b/,
];
const LAST = /\b(?:last one|the last|ya mwisho|la mwisho|dernier|derniere)\b/;

/** "The one on Thursday", "the first one", "none of them". */
export function answersWhichVisit(state: State, { text, acts }: CallerTurn, world: World, turn: Turn): boolean {
  const { task } = state;
  const listed = task?.listed ?? [];
  if (!task || listed.length === 0) return false;
  const [meant, ...others] = matching(text, listed, world);
  if (meant && others.length === 0) {
    choose(state, meant, world, turn);
    return true;
  }
  if (!acts.has("no") || acts.has("yes")) return false;
  leave(state, turn);
  return true;
}

/** It was read back: "no, the other one" chooses again, a bare "no" leaves everything as it is. `false`: nothing was refused. */
export function refusesVisit(state: State, { text, acts }: CallerTurn, world: World, turn: Turn): boolean {
  const { task } = state;
  if (!task?.form.chosenBy || !task.chosen || task.form.intent !== "cancel") return false;
  const others = (task.listed ?? []).filter((one) => one !== task.chosen);
  const meant = matching(text, others, world);
  const names = meant.length < others.length || (others.length === 1 && /\b(?:other|nyingine|autre)\b/i.test(text));
  const [only] = meant;
  if (only && meant.length === 1 && names) {
    choose(state, only, world, turn);
    return true;
  }
  if (!acts.has("no") || acts.has("yes")) return false;
  if (others.length > 0) {
    delete task.chosen;
    task.listed = others;
    state.asked = "which-visit";
    turn.say.push(question(state));
  } else leave(state, turn);
  return true;
}

function leave(state: State, turn: Turn): void {
  state.task = undefined;
  turn.say.push(WORDS[state.language].dropped);
  endWithOffer(state, turn);
}
