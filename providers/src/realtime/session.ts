/**
 * A realtime model hears the caller itself: one session is STT and LLM of a call. Our VAD, turn-taking, guard and history stay; in half-cascade
 * its answers are text for our TTS, in full mode it speaks.
 */
import type { Message, Problem, ThinkRequest, Thought, Usage } from "@ongea/conversation";

/** `half`: its answers are text, which our TTS speaks; `full`: it speaks itself. */
export const REALTIME_MODES = ["half", "full"] as const;
export type RealtimeMode = (typeof REALTIME_MODES)[number];

/** One connection to a vendor's realtime model, for one call. It never throws but from `think`. */
export interface RealtimeSession {
  /** The caller begins to speak: what was heard before and is no piece yet is dropped. */
  begin(): void;
  /** The caller's sound while an utterance is open, at the analysis rate. Borrowed. */
  hear(frame: Int16Array): void;
  /** The caller pauses: what was heard since the last pause is this piece of their words; its transcript is wanted. */
  pause(piece: number): void;
  /** The caller goes on after a pause. */
  resume(): void;
  /** The utterance is over: what was heard since the last pause is no piece. */
  end(): void;
  /** These pieces are no longer referred to. */
  forget(pieces: readonly number[]): void;
  think(request: ThinkRequest, soundOf: SoundOf, signal: AbortSignal): AsyncIterable<Thought>;
  close(): void;
}

/** The pieces of sound in which the caller said a message; empty: it was not heard here. */
export type SoundOf = (message: Message) => readonly number[];

export interface SessionListener {
  /** The whole of a piece so far. */
  transcript(piece: number, text: string, isFinal: boolean): void;
  /** Of hearing; what answers use is among their thoughts. */
  used(usage: Usage): void;
  /** Called once, and the last thing that is told. */
  closed(problem: Problem): void;
}
