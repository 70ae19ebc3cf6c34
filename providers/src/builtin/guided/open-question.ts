/** The question that is open, in words, and how it is asked again when the answer was not understood. */
import { MESSAGE_TOOL } from "./tasks.ts";
import type { Task } from "./tasks.ts";
import type { Phrases } from "./phrases/phrases.ts";
import type { State, Turn } from "./state.ts";
import { isSlot, offerMessage } from "./state.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";

const MOST_MISSES = 3;

export function question(state: State): string {
  const words = WORDS[state.language];
  if (isSlot(state.asked)) return words.ask[state.asked];
  if (state.asked === "confirm" && state.task) return readBack(state.task, words);
  if (state.asked === "change") return words.whatToChange;
  if (state.asked === "offer-message") return words.offerMessage;
  return state.asked === "anything-else" ? words.anythingElse : words.howCanIHelp;
}

export function readBack(task: Task, words: Phrases): string {
  const { day = "", time = "00:00", name = "", phone = "", order } = task.slots;
  const spokenPhone = words.digits(phone);
  if (task.name === "appointment")
    return words.confirmAppointment({ day: words.day(day), time: words.time(time), name, phone: spokenPhone });
  return words.confirmMessage({ name, phone: spokenPhone, ...(order ? { order: spelledOut(order) } : {}) });
}

export function repair(state: State, world: World, turn: Turn): void {
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

export function spelledOut(code: string): string {
  return code.split("").join(" ");
}
