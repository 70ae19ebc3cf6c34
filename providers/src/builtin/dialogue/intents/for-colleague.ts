/** What is wanted of a colleague: a message that is begun, left or added to. */
import type { Form } from "../forms/form.ts";
import type { State } from "../state.ts";
import type { World } from "../world.ts";
import { findIntents, type Intent, wantsDone } from "./intents.ts";

/** Done by a colleague if by nobody here; what is only asked about is not. */
export const ALWAYS_DONE: ReadonlySet<Intent> = new Set([
  "cancel",
  "move",
  "refund",
  "change",
  "complain",
  "call-back",
  "stop-calls",
  "message",
  "report",
]);
export const OWN_WORDS: ReadonlySet<Intent> = new Set(["message", "call-back", "complain"]);

/** "Can your manager call me back?": while a message is taken, this is the message. */
export function isForColleague(text: string, { task }: State, { message }: World): boolean {
  return task?.form === message && [...findIntents(text)].some((intent) => OWN_WORDS.has(intent));
}

/** "Just call me back": what was begun is left for a message. */
export function leavesForMessage({ task }: State, segment: string, world: World): boolean {
  if (!world.message || task?.form === world.message) return false;
  // "I can't come on Thursday. Just remove me."
  if (task?.form.intent === "cancel" && findIntents(segment).has("stop-calls")) return false;
  return [...findIntents(segment)].some((intent) => OWN_WORDS.has(intent) || intent === "refund" || intent === "stop-calls");
}

/** More of what a colleague is to know, while the name or the number is asked for. */
export function addsToMessage({ task, turns }: State, segment: string, world: World): boolean {
  const told =
    task?.form === world.message ? task?.form.fields.find(({ kind, required }) => kind === "text" && required) : undefined;
  const slot = told && task?.slots[told.name];
  if (
    !task ||
    !told ||
    !slot ||
    slot.value.includes(segment) ||
    ![...findIntents(segment)].some((intent) => ALWAYS_DONE.has(intent))
  )
    return false;
  task.slots[told.name] = { ...slot, value: `${slot.value}; ${segment.trim()}`, source: { turn: turns, said: segment } };
  return true;
}

/** "The door that you fitted for me has come off": where no tool is for that, a colleague is to know. */
const OF_OURS =
  /\byou(?: people| guys)? (?:fitted|made|sold|gave|fixed|repaired|installed|brought|delivered|returned|built|printed|sewed|planted) (?:\w+ ){0,3}(?:me|us|my|our)\b|\byour (?:\w+ )?(?:guy|boy|man|people|driver|rider|technician)s? (?:returned|brought|delivered|broke|lost|fitted)\b/i;
export const TROUBLES: ReadonlySet<Intent> = new Set(["report", "complain", "refund"]);

/** What has gone wrong with what was done here, where nothing else is wished for and no tool is for it. */
export function brokenOfOurs(text: string, forms: readonly Form[]): Intent[] {
  if (!OF_OURS.test(text) || wantsDone(text)) return [];
  if (forms.some(({ intent }) => intent !== undefined && TROUBLES.has(intent))) return [];
  return [...findIntents(text)].filter((one) => TROUBLES.has(one));
}
