/** What turn-taking is joined to: the stages of a conversation, as it sees them. */
import type { Clock, Expected } from "../ports.ts";
import type { CloseReason, JournalEntry } from "../journal.ts";
import type { Plan } from "../plan.ts";
import type { LoudnessTrack } from "../audio/loudness.ts";
import type { HearStage } from "../hear/hear-stage.ts";
import type { Reply, ReplyListener } from "../reply.ts";
import type { Playout } from "../speak/playout.ts";
import type { History } from "../think/history.ts";
import type { Idea, Question } from "../think/think-stage.ts";

export interface TurnControllerParts {
  clock: Clock;
  plan: Plan;
  openedAtMs: number;
  history: History;
  playout: Playout;
  loudness: { caller: LoudnessTrack; assistant: LoudnessTrack };
  stt: () => HearStage;
  /** With which words callers are likely to begin. */
  opening: readonly Expected[];
  reply: (ideas: (signal: AbortSignal, committed: Promise<void>) => AsyncIterable<Idea>, listener: ReplyListener) => Reply;
  answer: (question: Omit<Question, "request">, signal: AbortSignal) => AsyncIterable<Idea>;
  /** What to say until an answer comes; undefined: nothing. */
  filler: () => string | undefined;
  modelIsLost: () => boolean;
  /** No voice could speak what was answered. */
  wasNotSpoken: () => void;
  /** From now on sound may be kept. */
  record: () => void;
  journal: (entry: JournalEntry) => void;
  close: (reason: CloseReason) => void;
  /** Something threw that should not. */
  broke: (cause: unknown) => void;
}
