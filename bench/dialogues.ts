/** Simulated callers of businesses that are no templates, against the guided dialogue: who gets what they want, by text and through a recogniser's confusions. */
import { playMany, type Outcome } from "@ongea/providers/testing";
import type { Results } from "./driver/table.ts";

const DIALOGUES = 1_600;
const QUICK = 400;
const SEED = 7;

export async function dialogues(results: Results, quick: boolean): Promise<void> {
  for (const noisy of [false, true]) {
    const outcomes = await playMany({ dialogues: quick ? QUICK : DIALOGUES, seed: SEED, noisy });
    const words = noisy ? "misheard" : "text";
    for (const heldOut of [false, true]) {
      const some = outcomes.filter((one) => one.heldOut === heldOut);
      const businesses = heldOut ? "held out" : "tuned on";
      const group = (by: (one: Outcome) => string): [string, Outcome[]][] =>
        [...new Set(some.map(by))].toSorted().map((name) => [name, some.filter((one) => by(one) === name)]);
      for (const [kind, those] of group((one) => one.kind)) add(results, `${businesses}: ${kind}`, words, those);
      for (const [tongue, those] of group((one) => one.tongue)) add(results, `${businesses}: ${tongue}`, words, those);
      add(results, `${businesses}: all`, words, some);
    }
  }
  results.note(
    "A dialogue counts when the right tool was called with exactly what the caller wanted, once, or the question was answered from the facts, and nothing was invented. " +
      "The callers check what is read back. Misheard: words changed as a recogniser confuses them over the telephone; no sound is made.",
  );
}

function add(results: Results, name: string, words: string, outcomes: readonly Outcome[]): void {
  const right = outcomes.filter((one) => one.ok).length;
  results.add("dialogues", name, {
    words,
    dialogues: outcomes.length,
    right,
    "%": Math.round((1_000 * right) / outcomes.length) / 10,
    "wrong effects": outcomes.filter((one) => one.wrongEffect).length,
    invented: outcomes.filter((one) => one.invented).length,
  });
}
