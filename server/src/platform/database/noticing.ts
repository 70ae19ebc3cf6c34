/** Libraries that use the database say of its failures only that something went wrong: here it is noticed what it was. */
import { AsyncLocalStorage } from "node:async_hooks";
import { isAway } from "./away.ts";

const around = new AsyncLocalStorage<{ error?: unknown }>();

/** The database was away for a question of the work around it. */
export function notice(error: unknown): void {
  const work = around.getStore();
  if (work && isAway(error)) work.error ??= error;
}

/** Rejects with what the database said, where the work fails after it was away. `hasFailed`: of an answer that is a failure itself. */
export async function noticing<T>(work: () => T | Promise<T>, hasFailed: (answer: T) => boolean): Promise<T> {
  const mine: { error?: unknown } = {};
  return around.run(mine, async () => {
    try {
      const answer = await work();
      if (mine.error === undefined || !hasFailed(answer)) return answer;
    } catch (error) {
      if (mine.error === undefined) throw error;
    }
    throw mine.error;
  });
}
