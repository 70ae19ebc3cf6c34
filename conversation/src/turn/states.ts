/** Whose turn it is. Every change of a conversation's state is one row of this table. */
import type { ConversationState } from "../journal.ts";

export type TurnEvent =
  /** We begin to say something: a greeting, an answer, a question whether the caller is there. */
  | "sounds"
  /** The caller's turn is over and an answer is on its way. */
  | "turn-ends"
  /** The caller speaks while we do and our voice is held. */
  | "held"
  /** It was only a "mm-hmm": our voice goes on. */
  | "released"
  /** The caller has taken the turn, or we have finished. */
  | "nobody-speaks"
  | "ends";

const TABLE: Record<ConversationState, Partial<Record<TurnEvent, ConversationState>>> = {
  listening: { sounds: "speaking", "turn-ends": "thinking", "nobody-speaks": "listening", ends: "closing" },
  thinking: { sounds: "speaking", "turn-ends": "thinking", "nobody-speaks": "listening", ends: "closing" },
  speaking: { sounds: "speaking", held: "interrupted", "turn-ends": "thinking", "nobody-speaks": "listening", ends: "closing" },
  interrupted: { released: "speaking", "nobody-speaks": "listening", "turn-ends": "thinking", ends: "closing" },
  closing: { ends: "closing" },
};

/** The state after `event`, or `undefined` when the event means nothing in this state. */
export function after(state: ConversationState, event: TurnEvent): ConversationState | undefined {
  return TABLE[state][event];
}
