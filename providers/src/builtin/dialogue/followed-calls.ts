/**
 * How far the rules have followed calls that another model leads: after each of its answers they say what it asks for. What was heard until the
 * answer before is known then, and is not heard again.
 */
import { createHash } from "node:crypto";
import type { Message } from "@ongea/conversation";
import type { Leading } from "./leading.ts";
import { keep } from "./spoken/plain.ts";
import type { State, Turn } from "./state.ts";
import type { Done, Task } from "./task.ts";
import type { World } from "./world.ts";

export interface Replayed {
  leading: Leading;
  turn: Turn;
}

/** Some answers of each of the calls that a thread carries at once; a few kB each. */
const MOST_KEPT = 500;

export class FollowedCalls {
  readonly #kept = new Map<string, { forms: World["forms"]; replayed: Replayed }>();

  /** The state after all messages; `begin` is where none was heard, `follow` goes on by one. Where other tools hold, all is heard anew. */
  replay(
    { messages, forms }: { messages: readonly Message[]; forms: World["forms"] },
    { begin, follow }: { begin(): Replayed; follow(before: Replayed, message: Message): Replayed },
  ): Replayed {
    let replayed = begin();
    const keys = keysOf(replayed.leading.state.language, messages);
    const known = keys.findLastIndex((key) => this.#kept.get(key)?.forms === forms);
    const before = this.#kept.get(keys[known] ?? "");
    if (before) replayed = copyOf(before.replayed);
    for (const message of messages.slice(known + 1)) replayed = follow(replayed, message);
    const last = keys.at(-1);
    if (last !== undefined) keep(this.#kept, last, { forms, replayed: copyOf(replayed) }, MOST_KEPT);
    return replayed;
  }
}

/** Of each message: a hash of all until then. */
function keysOf(language: string, messages: readonly Message[]): string[] {
  let before = language;
  return messages.map((message) => {
    before = createHash("sha1")
      .update(`${before}\n${JSON.stringify(message)}`)
      .digest("base64");
    return before;
  });
}

/** Forms are the agent's, and one and the same in all of its calls. */
function copyOf({ leading, turn }: Replayed): Replayed {
  const { at, state } = leading;
  if (at === "forms") return { leading: { at, state: copyOfState(state) }, turn: structuredClone(turn) };
  const { task, ...rest } = state;
  return { leading: { at, state: { ...structuredClone(rest), task: copyOfTask(task) } }, turn: structuredClone(turn) };
}

function copyOfState({ task, left, dropped, done, ...rest }: State): State {
  return {
    ...structuredClone(rest),
    task: copyOfTask(task),
    left: copyOfTask(left),
    dropped: copyOfTask(dropped),
    done: done.map(({ form, ...one }): Done => ({ ...structuredClone(one), form })),
  };
}

function copyOfTask(task: Task | undefined): Task | undefined {
  if (!task) return undefined;
  const { form, ...rest } = task;
  return { ...structuredClone(rest), form };
}
