/** The weave of a call, from what is known of it. */
import type { Entry, TimelineCall } from "@ongea/contract";
import type { Words } from "../words/index.ts";

export function timelineOf(journal: readonly Entry[], durationMs: number): TimelineCall {
  return {
    durationMs,
    turns: journal.filter((entry) => entry.kind === "turn"),
    tools: journal.filter((entry) => entry.kind === "tool"),
  };
}

/** "46 seconds, 5 assistant turns, 3 caller turns, 1 look-up, 1 interruption". */
export function sentenceFor({ durationMs, turns, tools }: TimelineCall, words: Words): string {
  const by = (who: string): number => turns.filter((turn) => turn.by === who).length;
  return words.say("timeline.summary", {
    seconds: Math.round(durationMs / 1_000),
    assistant: by("assistant"),
    caller: by("caller"),
    tools: tools.length,
    cuts: turns.filter((turn) => "cut" in turn && turn.cut === true).length,
  });
}
