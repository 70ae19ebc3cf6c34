/** What happened in a conversation, in order. Times are milliseconds since it was opened. */
import type { Correction, FormSlot, HoldReason } from "./guard/index.ts";
import type { Problem, Usage, WordTime } from "./ports.ts";

/** Which provider it was, and which one took its place. */
export interface FailedProvider {
  by: string;
  next?: string;
}

export type JournalEntry =
  | { kind: "opened"; atMs: number; epochMs: number }
  | { kind: "state"; atMs: number; state: ConversationState }
  /** The far end holds us, another telephone rings or is joined, or (`open`) neither: live only. */
  | { kind: "line"; atMs: number; state: LineState }
  /** The caller's words so far: live only, replaced by the turn. */
  | { kind: "partial"; atMs: number; text: string }
  /** The agent's words that have been heard so far: live only, replaced by the turn. */
  | { kind: "saying"; atMs: number; text: string }
  | { kind: "key"; atMs: number; digit: string }
  | TurnEntry
  | { kind: "tool"; name: string; arguments: string; result: string; ok: boolean; startMs: number; endMs: number }
  /** What a tool call would do, value by value, as the guard sees it. */
  | { kind: "form"; atMs: number; tool: string; slots: readonly FormSlot[] }
  /** The guard let this call not pass. `asked`: it asked the caller itself. */
  | {
      kind: "held";
      atMs: number;
      name: string;
      arguments: string;
      slot?: string;
      reason: HoldReason;
      detail?: string;
      round: number;
      asked: boolean;
    }
  /** What the agent was about to say and did not; without `instead` it was said all the same. */
  | ({ kind: "corrected"; atMs: number } & Correction)
  /** The caller was put through, and talked with whoever answered there. `by`: who took the call over from the assistant. */
  | { kind: "transfer"; to: string; by?: string; startMs: number; endMs: number }
  /** Somebody who listens told the assistant this; the caller did not hear it. */
  | { kind: "whisper"; atMs: number; by: string; text: string }
  /** `text`: what was said to the caller about it. */
  | { kind: "recording"; atMs: number; how: RecordingStep; text?: string }
  | {
      kind: "failure";
      atMs: number;
      stage: "hear" | "think" | "speak";
      problem: Problem;
      recovery: "retry" | "fallback" | "apology" | "none";
      /** The provider that failed, and the one that took over. */
      by?: string;
      next?: string;
    }
  /** What a provider was used for since the last such entry of the same stage and provider; their sum is the call's. */
  | { kind: "usage"; atMs: number; stage: "hear" | "think" | "speak"; by: string; usage: Usage }
  /** How loud each side has been since the last one, 0…1: live only, about ten a second. */
  | { kind: "levels"; atMs: number; caller: number; assistant: number }
  | { kind: "closed"; atMs: number; reason: CloseReason };

export type RecordingStep =
  /** Sound is kept from here on: the caller has heard it said, or has said yes. */
  | "announced"
  | "agreed"
  | "asked"
  /** Nothing is kept: the caller said no, or neither yes nor no; was not there any more to hear it out; the rules of this call say so. */
  | "declined"
  | "unclear"
  | "unheard"
  | "off"
  /** Of whoever joined the caller: they have heard it said before, or nothing of their sound is kept, for they were not told or not asked. */
  | "told"
  | "left-out";

export interface TurnEntry {
  kind: "turn";
  by: "caller" | "assistant";
  /** Counts both sides' turns from 0. */
  index: number;
  /** As heard: an assistant's turn that was cut ends where the caller stopped hearing it. */
  text: string;
  startMs: number;
  endMs: number;
  /** 0…1, one value per 100 ms. */
  loudness: readonly number[];
  /** The caller spoke over it and it stopped. */
  cut?: boolean;
  confidence?: number;
  language?: string;
  /** Ids of the knowledge passages that the words come from. */
  sources?: readonly string[];
  /** On an assistant's turn that answers the caller. */
  delays?: TurnDelays;
  /** On a caller's: for those who mask the recording, stored nowhere. */
  hearing?: TurnHearing;
}

export interface TurnHearing {
  /** All that was said is in the text. */
  isWhole: boolean;
  times?: readonly WordTime[];
}

/** When the steps of an answer happened, ms since the conversation was opened; a step that did not happen is absent. */
export interface TurnDelays {
  /** The true end of the caller's speech. */
  speechEndMs: number;
  /** The decision that the turn is over. */
  decisionMs: number;
  /** The silence after which turn-taking wanted to decide, ms. */
  endpointMs: number;
  wordsFinalMs: number;
  thinkStartMs: number;
  firstTokenMs: number;
  firstClauseMs: number;
  firstAudioMs: number;
  firstSoundMs: number;
  /** The first sound of words that were said because the answer was slow to come (a filler). */
  fillerMs?: number;
  /** End of speech → first sound that the parts alone would have taken, ms. */
  idealMs: number;
  /** Measured minus ideal, ms. */
  overheadMs: number;
}

export type LineState = "open" | "held" | "transferring" | "transferred";

export type ConversationState = "listening" | "thinking" | "speaking" | "interrupted" | "closing";

export type CloseReason =
  | "caller-hung-up"
  | "mind-hung-up"
  | "silence"
  | "time-limit"
  | "transferred"
  /** An answering machine has taken a call that we placed. */
  | "voicemail"
  | "connection-lost"
  | "cannot-answer"
  | "stopped";

export interface JournalSink {
  write(entry: JournalEntry): void;
}
