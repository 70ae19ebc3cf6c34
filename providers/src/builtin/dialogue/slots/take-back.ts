/** A value that the caller takes back: it is asked for again, in other words, and not for ever. */
import type { Field } from "../forms/form.ts";
import { isKnownName } from "../spoken/spelled.ts";
import { leaveTask, type State, type Turn } from "../state.ts";
import { LEFT_OUT, type Slot, type Task, taskOf } from "../task.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { askAgainFor, askFor, easierFormats } from "./read-back.ts";
import { offerMessage } from "./repair.ts";

/** Somebody whose name was heard wrong so often gets further without it. */
const MOST_TAKEN_BACK = 3;
const CONTACTS: ReadonlySet<Field["kind"]> = new Set(["name", "phone", "email"]);
/** Who takes back a day has changed their mind; who takes back one of these was misheard. */
const MISHEARD: ReadonlySet<Field["kind"]> = new Set([...CONTACTS, "code", "text"]);

/** Before another value takes its place. `hasMore`: it was said by letters, or is to be, which is worth one more try. */
export function countTakenBack({ takenBack, wrong, slots, spelledLast }: Task, name: string, hasMore = false): void {
  const times = (takenBack[name] ?? 0) + 1;
  if (hasMore && times === MOST_TAKEN_BACK && !spelledLast.has(name)) spelledLast.add(name);
  else takenBack[name] = times;
  const value = slots[name]?.value;
  if (value !== undefined && value !== LEFT_OUT) wrong[name] = [...(wrong[name] ?? []), value].slice(-MOST_TAKEN_BACK);
}

/** Too often: a message goes on without who it is from, anything else is left for a message. `false`: it is asked for again. */
export function givesUp(state: State, field: Field, world: World, turn: Turn): boolean {
  const task = taskOf(state);
  if (!MISHEARD.has(field.kind) || (task.takenBack[field.name] ?? 0) < MOST_TAKEN_BACK) return false;
  if (task.form !== world.message) {
    leaveTask(state);
    offerMessage(state, world, turn, WORDS[state.language].notUnderstoodAgain);
    return true;
  }
  return leavesOut(state, field, world, turn);
}

/** Of a message, who it is from or how they are reached: a colleague who reads the rest still can do something. */
export function leavesOut(state: State, { name, kind }: Field, world: World, turn: Turn): boolean {
  const task = taskOf(state);
  if (task.form !== world.message || !CONTACTS.has(kind)) return false;
  task.slots[name] = { value: LEFT_OUT, confidence: 1, source: { turn: state.turns, said: "" } };
  turn.say.push(WORDS[state.language].leftOut);
  return true;
}

/** In other words where it was misheard before; a number may be keyed in from then on. */
export function askOnceMore(state: State, field: Field, turn: Turn): void {
  const { slots, takenBack } = taskOf(state);
  delete slots[field.name];
  state.asked = `field:${field.name}`;
  const isMisheard = MISHEARD.has(field.kind) || (takenBack[field.name] ?? 0) > 1;
  turn.say.push(isMisheard ? askAgainFor(field, state) : askFor(field, state), ...easierFormats(field, state));
}

const SPELLED_AFTER = 2;

/** What was said a second time and is still not surely heard: a name is to be spelled, a number keyed in, before anything is read back again. */
export function mustSpell(task: Task, field: Field, isSpelled: boolean): boolean {
  const slot = task.slots[field.name];
  return slot !== undefined && (task.takenBack[field.name] ?? 0) >= SPELLED_AFTER && isUnsure(slot, field, isSpelled);
}

export function isUnsure({ value, confidence }: Slot, { kind }: Field, isSpelled: boolean): boolean {
  const sure = SURE_OF[kind];
  const isLikely = kind === "name" && (isSpelled || confidence >= LIKELY) && isKnownName(value);
  return sure !== undefined && confidence < sure && !isLikely;
}

/** So surely heard, a name that people here have is read back once more; so it is when its letters made it. */
const LIKELY = 0.5;
const SURE_OF: Partial<Record<Field["kind"], number>> = { name: 0.9, phone: 0.4, code: 0.4 };

/** "No, in the morning", when the day was read back: the day stands, and is asked about once more. */
export function correctsOther(task: Task, { name }: Field, taken: Readonly<Record<string, Slot>>): boolean {
  const filled = Object.entries(taken).filter(([other]) => task.slots[other] !== undefined);
  if (name in taken || filled.length === 0) return false;
  for (const [other, slot] of filled) task.slots[other] = slot;
  return true;
}
