/** Whose turn it is. Every change of a conversation's phase is one row of this table. */
import type { ConversationState } from "../journal.ts";

export type PhaseChange =
  /** Our voice is on the line: a greeting, an answer, a question whether the caller is there. */
  | "sounds"
  /** The caller's turn is over and an answer is on its way. */
  | "turn-ends"
  /** The caller speaks while we do, or while ours is on its way: our voice is held. */
  | "held"
  /** It was only a "mm-hmm": our voice goes on. */
  | "released"
  /** The caller has taken the turn, or we have finished. */
  | "nobody-speaks"
  | "ends";

const TABLE: Record<ConversationState, Partial<Record<PhaseChange, ConversationState>>> = {
  listening: { sounds: "speaking", held: "interrupted", "turn-ends": "thinking", "nobody-speaks": "listening", ends: "closing" },
  thinking: { sounds: "speaking", held: "interrupted", "turn-ends": "thinking", "nobody-speaks": "listening", ends: "closing" },
  speaking: { sounds: "speaking", held: "interrupted", "turn-ends": "thinking", "nobody-speaks": "listening", ends: "closing" },
  interrupted: { released: "speaking", "nobody-speaks": "listening", "turn-ends": "thinking", ends: "closing" },
  closing: { ends: "closing" },
};

/** The phase after a change, or `undefined` when the change means nothing in this phase. */
export function after(phase: ConversationState, change: PhaseChange): ConversationState | undefined {
  return TABLE[phase][change];
}
