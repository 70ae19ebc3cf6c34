/** The weave of a call, from what is known of it. */
import type { Entry, WeaveCall } from "@ongea/contract";

export function weaveOf(journal: readonly Entry[], durationMs: number): WeaveCall {
  return {
    durationMs,
    turns: journal.filter((entry) => entry.kind === "turn"),
    tools: journal.filter((entry) => entry.kind === "tool"),
  };
}

/** "46 seconds, 5 assistant turns, 3 caller turns, 1 look-up, 1 interruption". */
export function sentenceFor({ durationMs, turns, tools }: WeaveCall): string {
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
  const by = (who: string): number => turns.filter((turn) => turn.by === who).length;
  const cuts = turns.filter((turn) => "cut" in turn && turn.cut === true).length;
  return [
    count(Math.round(durationMs / 1_000), "second"),
    count(by("assistant"), "assistant turn"),
    count(by("caller"), "caller turn"),
    ...(tools.length > 0 ? [count(tools.length, "look-up")] : []),
    ...(cuts > 0 ? [count(cuts, "interruption")] : []),
  ].join(", ");
}
