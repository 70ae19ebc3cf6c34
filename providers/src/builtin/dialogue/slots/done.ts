/** What was done in this call: nothing is done twice, and a visit that was booked is moved when another time is wished. */
import { conceptsOf } from "../spoken/concepts.ts";
import { namesItem, type Field, type Form } from "../forms/form.ts";
import { findIntents } from "../intents/intents.ts";
import { asksSomething } from "../spoken/acts.ts";
import { takeSlots, type Utterance } from "./fill.ts";
import { wordsOfName } from "../forms/kinds.ts";
import type { State, Turn } from "../state.ts";
import { endWithOffer } from "../state.ts";
import { fieldOfKind, newTask, type Done, type Task, taskOf } from "../task.ts";
import type { World } from "../world.ts";
import { dayAndTime } from "./read-back.ts";
import { offerMessage } from "./repair.ts";

/** "And one for my wife, too": it is wished once more. */
const ANOTHER =
  /\b(?:another|an?other one|second|one more|also|as well|too|again|extra|additional|different (?:one|message|parcel|place)|for my (?!self)\w+|nyingine|kingine|lingine|pia|tena|un autre|une autre|aussi|encore|en plus)\b/i;
/** "Make it eight people instead": what was done is to be otherwise. */
const CHANGES =
  /\b(?:instead|rather|actually|change|make (?:it|that)|put (?:it|that)|move|shift|wrong|mistake|not|badala|badilisha|plutôt|changez|mettez)\b/i;

/** "No, Wednesday": right after it was done. */
const OBJECTS =
  /^(?:(?:oh|ah|um|hm+|eh)[, ]+)*(?:no|nope|wait|hold on|hang on|sorry|pardon|hapana|samahani|non|attendez)\b(?! (?:that's all|thank))/i;
const TIMES: ReadonlySet<Field["kind"]> = new Set(["day", "time", "moment"]);

/** The form in which what was done last is corrected, where these words hold another value of it. */
export function correctedForm(state: State, said: Utterance, world: World): Form | undefined {
  const last = state.task ? undefined : state.done.at(-1);
  const { text } = said;
  if (!last || ANOTHER.test(text) || asksSomething(text) || !(OBJECTS.test(text) || CHANGES.test(text))) return undefined;
  if ([...findIntents(text)].some((intent) => intent !== "book" && intent !== "move")) return undefined;
  const { slots } = takeSlots(said, newTask(last.form), undefined, world);
  const other = last.form.fields.filter(
    (field) =>
      field.kind !== "text" &&
      slots[field.name] !== undefined &&
      !isSameValue(field, slots[field.name]?.value ?? "", valueBefore(last, field)),
  );
  if (other.length === 0) return undefined;
  const moves = last.visit && other.every(({ kind }) => TIMES.has(kind)) ? movesIn(world) : undefined;
  return moves ?? (last.form.canBeCorrected ? last.form : undefined);
}

function movesIn({ forms }: World): Form | undefined {
  return forms.find((one) => one.intent === "move" && one.chosenBy !== undefined);
}

export function remember(state: State, told: readonly string[]): void {
  const { task } = state;
  if (!task || task.form.looksUp) return;
  const { chosen, form } = task;
  if (chosen) state.done = state.done.filter(({ visit }) => visit?.day !== chosen.day || visit.time !== chosen.time);
  state.done.push({ form, slots: { ...task.slots }, visit: form.intent === "cancel" ? undefined : dayAndTime(task), told });
}

/** What is spoken of: what the caller said, and of what is done, or was done last, the things that were named. */
export function contextOf(state: State): { context: string; focus: string } {
  const last = state.task ?? state.dropped ?? state.done.at(-1);
  const named = last?.form.fields.flatMap((field) =>
    field.kind === "choice" || namesItem(field) ? (last.slots[field.name]?.value ?? []) : [],
  );
  // What the tool is called says what it is about, too.
  const about = last && last.form.chosenBy === undefined ? wordsOfName(last.form.tool) : "";
  return { context: `${state.context} ${about}`, focus: (named ?? []).join(" ") };
}

/** A form was just opened, with what was said for it. `true`: it was done before, or cannot be changed, and that is told. */
export function meetsDone(
  state: State,
  { text, slots }: { text: string; slots: Task["slots"] },
  world: World,
  turn: Turn,
): boolean {
  const task = taskOf(state);
  const { form } = task;
  const booked = state.done.findLast(({ visit }) => visit !== undefined);
  if (form.chosenBy) {
    if (booked?.visit) task.chosen = booked.visit;
    return false;
  }
  const before = state.done.findLast((one) => one.form.tool === form.tool) ?? (form.intent === "book" ? booked : undefined);
  if (!before || ANOTHER.test(text)) return false;
  const isSame = Object.entries(slots).every(([name, { value }]) => {
    const field = form.fields.find((one) => one.name === name);
    return field !== undefined && isSameValue(field, value, valueBefore(before, field));
  });
  if (form === world.message ? !tellsMore(text, before) : isSame) {
    state.task = undefined;
    turn.say.push(...before.told);
    endWithOffer(state, turn);
    return true;
  }
  if (!before.visit && !CHANGES.test(text)) return false;
  const isCorrection = form.canBeCorrected === true && before.form === form;
  const isOfTime = Object.keys(slots).some((name) => form.fields.some((one) => one.name === name && TIMES.has(one.kind)));
  const moves = movesIn(world);
  if (moves && before.visit && (isOfTime || !isCorrection)) {
    state.task = newTask(
      moves,
      moves.fields.filter(({ kind }) => kind === "day" || kind === "time").map(({ name }) => name),
    );
    state.task.chosen = before.visit;
    return false;
  }
  // The guard changes the first, or undoes it: it is read back with what is new, and the same tool is called.
  if (isCorrection) {
    task.slots = { ...before.slots, ...slots };
    return false;
  }
  state.task = undefined;
  state.request = text;
  offerMessage(state, world, turn, before.told.join(" "));
  return true;
}

/** It was said to have something passed on, and is no part of what is passed on. */
const PASSES_ON = new Set(
  conceptsOf(
    "please take leave pass message tell ask let know someone person colleague call ring phone back need want wait hear",
  ),
);
const [MESSAGE = "message"] = conceptsOf("message");
const FEWEST_NEW = 2;

/** The caller asks for a message by its name, with other words than those of the one that was taken. */
function tellsMore(text: string, { slots }: Done): boolean {
  const known = new Set(Object.values(slots).flatMap(({ value }) => conceptsOf(value)));
  const concepts = conceptsOf(text);
  const told = new Set(concepts.filter((concept) => !known.has(concept) && !PASSES_ON.has(concept)));
  return concepts.includes(MESSAGE) && told.size >= FEWEST_NEW;
}

/** Of a visit that is moved: who it is for is known, and the day or the hour stays where only the other was named. */
export function keepsOfDone(state: State): void {
  const task = taskOf(state);
  const before = state.done.findLast(({ visit }) => visit === task.chosen);
  if (!before?.visit) return;
  for (const field of task.form.fields) {
    const value = valueBefore(before, field);
    const isContact = field.kind === "name" || field.kind === "phone" || field.kind === "email";
    if (isContact && value !== undefined)
      task.slots[field.name] ??= { value, confidence: 1, source: { turn: state.turns, said: "" } };
  }
  if (task.form.intent !== "move") return;
  const [day, time] = [fieldOfKind(task.form, "day"), fieldOfKind(task.form, "time")];
  if (!day || !time) return;
  const isOld = (field: Field): boolean => {
    const slot = task.slots[field.name];
    return slot === undefined || isSameValue(field, slot.value, valueBefore(before, field));
  };
  // "I cannot come on Tuesday at ten": that is the one that is given up.
  if (isOld(day) && isOld(time)) for (const { name } of [day, time]) delete task.slots[name];
  if ((task.slots[day.name] === undefined) === (task.slots[time.name] === undefined)) return;
  const kept = { confidence: 1, source: { turn: state.turns, said: "" } };
  task.slots[day.name] ??= { value: before.visit.day, ...kept };
  task.slots[time.name] ??= { value: before.visit.time, ...kept };
}

/** Of the same field, or of the one of its kind in another form. */
function valueBefore({ form, slots, visit }: Done, { name, kind }: Field): string | undefined {
  if (visit && kind === "day") return visit.day;
  if (visit && kind === "time") return visit.time;
  const same = form.fields.find((one) => one.name === name) ?? form.fields.find((one) => one.kind === kind);
  return same && slots[same.name]?.value;
}

const FEWEST_DIGITS = 7;
/** So many of the fewer words are in both. */
const ALIKE = 0.5;

function isSameValue({ kind }: Field, value: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  if (value === before) return true;
  if (kind === "phone") return value.slice(-FEWEST_DIGITS) === before.slice(-FEWEST_DIGITS);
  if (kind === "time" && value.startsWith("~"))
    return Number(value.slice(1, 3)) % 12 === Number(before.slice(0, 2)) % 12 && value.slice(-2) === before.slice(-2);
  if (kind !== "text" && kind !== "name") return false;
  const [one, other] = [new Set(conceptsOf(value)), new Set(conceptsOf(before))];
  const shared = [...one].filter((concept) => other.has(concept)).length;
  return shared >= ALIKE * Math.min(one.size, other.size);
}
