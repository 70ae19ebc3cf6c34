/** What turn-taking is told, and what it wants done. Plain data both ways. */
import type { CloseReason, JournalEntry, FailedProvider } from "../journal.ts";
import type { Expected, Problem, Words } from "../ports.ts";
import type { CallerTurn } from "./caller-turn.ts";
import type { SpeechTimes } from "./delays.ts";
import type { TimerName } from "./state.ts";

/** True at the moment of an event. */
export interface Observed {
  /** The conversation's clock. */
  readonly atMs: number;
  /** How long the caller's voice has been heard in this utterance. */
  readonly voicedMs: number;
}

export type TurnEvent = Observed &
  (
    | { readonly kind: "open" }
    // VAD
    | { readonly kind: "began"; readonly startMs: number }
    /** The voice has lasted as long as {@link voiceWanted} asked. */
    | { readonly kind: "voice" }
    /** `isBeingJudged`: a model of the sound will say whether the caller has finished, or that it cannot. */
    | { readonly kind: "paused"; readonly endMs: number; readonly isBeingJudged: boolean }
    | { readonly kind: "resumed" }
    // STT, end of turn
    | { readonly kind: "partial"; readonly words: Words }
    /** `ourVoiceLeftMs`: how much of ours is still to be said, where all of it is there. */
    | { readonly kind: "settled"; readonly words: Words; readonly ourVoiceLeftMs: number | undefined }
    | { readonly kind: "judged"; readonly finished: number | undefined }
    | {
        readonly kind: "recogniser-failed";
        readonly problem: Problem;
        readonly recovery: "fallback" | "none";
        readonly who: FailedProvider;
      }
    // other ways of saying something
    | { readonly kind: "typed"; readonly text: string }
    | { readonly kind: "key"; readonly digit: string }
    /** The far end has put us on hold, or takes us back. */
    | { readonly kind: "held"; readonly isHeld: boolean }
    /** The caller is put through to somebody else: they are rung, they talk, they take over in the middle of what is said, or nobody came. */
    | { readonly kind: "leave" | "join" | "take-over" | "come-back" }
    /** An answering machine greets us; and then it takes a message. */
    | { readonly kind: "machine" }
    | { readonly kind: "message"; readonly text: string }
    // ours
    | { readonly kind: "reply-expects"; readonly id: number; readonly expected: readonly Expected[] }
    /** It begins to have effects: tools run. */
    | { readonly kind: "reply-takes-effect"; readonly id: number }
    | { readonly kind: "reply-sounds"; readonly id: number }
    /** In the middle of it nothing more has come yet, or it goes on after that. */
    | { readonly kind: "reply-stalls" | "reply-flows"; readonly id: number }
    | {
        readonly kind: "reply-finished";
        readonly id: number;
        /** What was on the line, and all that should have been. */
        readonly heardText: string;
        readonly text: string;
        readonly hangsUp: boolean;
        readonly modelIsLost: boolean;
      }
    | { readonly kind: "timer"; readonly timer: TimerName; readonly id: number }
    | { readonly kind: "end"; readonly reason: CloseReason }
    /** The line is gone. */
    | { readonly kind: "stop" }
  );

export type TurnEffect =
  | { readonly kind: "arm"; readonly timer: TimerName; readonly id: number; readonly atMs: number }
  | { readonly kind: "cancel"; readonly timer: TimerName }
  /** Prepares an answer to the history and, where there is one, to a question that is not in it yet. */
  | {
      readonly kind: "think";
      readonly id: number;
      readonly question: string | undefined;
      /** The question's words as the recogniser judges them. */
      readonly heard?: Pick<Words, "confidence" | "words"> | undefined;
    }
  /** Prepares these words. */
  | { readonly kind: "say"; readonly id: number; readonly text: string }
  | { readonly kind: "commit"; readonly id: number }
  /** The caller waits: a few words until it goes on. */
  | { readonly kind: "fill"; readonly id: number }
  /** Ends a reply and writes down what was heard of it, unless it is `aside`: no turn of the conversation. */
  | { readonly kind: "cut"; readonly id: number; readonly isAside?: boolean }
  /** The delays of an answer are known now that it sounds. */
  | { readonly kind: "measure"; readonly id: number; readonly heard: SpeechTimes }
  | { readonly kind: "write-reply"; readonly id: number; readonly text: string }
  /** The caller's turn goes into transcript and history. `isAside`: the mind need not know of it. */
  | { readonly kind: "accept"; readonly turn: CallerTurn; readonly isAside?: boolean }
  /** What is said of the recording has been heard out. */
  | { readonly kind: "noticed"; readonly id: number; readonly how: "announced" | "asked" }
  /** From now on sound may be kept. */
  | { readonly kind: "record" }
  | { readonly kind: "end-utterance" }
  | { readonly kind: "expect"; readonly expected: readonly Expected[] }
  | { readonly kind: "playout"; readonly act: "duck" | "hold" | "release" | "hush" | "unhush" }
  | { readonly kind: "journal"; readonly entry: JournalEntry }
  | { readonly kind: "close"; readonly reason: CloseReason };
