import type { Turn } from "./journal.ts";

/** What the engine writes for a turn of which no words came. */
const INAUDIBLE = "(inaudible)";
const LATE_MS = 1_500;
const VERY_LATE_MS = 4_000;
const FEWEST_ANSWERS = 2;

/**
 * How late the caller's words came in a call, in milliseconds after the end of speech, where that is too late for a
 * conversation: half of the answers waited more than 1.5 s for them, or a turn without words or one that waited more
 * than 4 s stands beside one that was late. `undefined`: they came in time, or there are fewer than two answers.
 */
export function lateWordsMs(turns: readonly Pick<Turn, "text" | "delays">[]): number | undefined {
  const waits = turns
    .flatMap(({ delays }) =>
      delays?.speechEndMs === undefined || delays.wordsFinalMs === undefined ? [] : [delays.wordsFinalMs - delays.speechEndMs],
    )
    .toSorted((a, b) => b - a);
  if (waits.length < FEWEST_ANSWERS) return undefined;
  const [longest = 0, second = 0] = waits;
  const middle = waits[Math.floor(waits.length / 2)] ?? 0;
  const isLost = turns.some(({ text }) => text === INAUDIBLE);
  if (middle <= LATE_MS && !(longest > LATE_MS && isLost) && !(longest > VERY_LATE_MS && second > LATE_MS)) return undefined;
  return Math.round(Math.max(middle, isLost ? longest : second));
}
