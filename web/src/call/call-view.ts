/** How a call of this browser stands, for whoever shows it. The program of a call is large beside this, and comes when one is made. */
import type { SentenceId } from "../words/index.ts";

export type CallState = "idle" | "connecting" | "live" | "ended";

/** What a state is called: as every other call that runs. */
export const STATE_WORDS = {
  idle: "calls.ended",
  connecting: "calls.connecting",
  live: "calls.in-progress",
  ended: "calls.ended",
} as const satisfies Record<CallState, SentenceId>;

/** A sentence of ours, or whatever was thrown. */
export type CallProblem = Extract<SentenceId, `calls.${string}`> | Error;

export interface BrowserCallView {
  state: CallState;
  callId?: string;
  /** What went wrong, and what to do. */
  problem?: CallProblem | undefined;
  /** The caller is heard. */
  hasMicrophone: boolean;
  isMuted: boolean;
}

export const IDLE: BrowserCallView = { state: "idle", hasMicrophone: false, isMuted: false };
