/** What the caller says before we answer: spoken, or written and keyed in as a whole. */
import type { Words } from "../ports.ts";
import type { Weighed } from "./completeness.ts";

export interface CallerTurn {
  startMs: number;
  /** The true end of speech, as far as it is known. */
  endMs: number;
  voicedMs: number;
  words: Words;
  /** The words are those up to the present pause. */
  settled: boolean;
  /** What the sound says about its end, 0…1. */
  judged?: number | undefined;
  /** A judgement of it is on its way. */
  isBeingJudged: boolean;
  /** What its words and its sound say of the present pause. */
  weighed?: Weighed | undefined;
  wordsFinalMs: number;
  endpointMs: number;
  /** How often the words changed after an answer to them was on its way. */
  revisions: number;
}

export function spokenTurn(startMs: number): CallerTurn {
  return {
    startMs,
    endMs: startMs,
    voicedMs: 0,
    words: { text: "" },
    settled: false,
    isBeingJudged: false,
    wordsFinalMs: 0,
    endpointMs: 0,
    revisions: 0,
  };
}

/** A turn that came whole, as text. */
export function writtenTurn(text: string, atMs: number): CallerTurn {
  return { ...spokenTurn(atMs), words: { text }, settled: true, wordsFinalMs: atMs };
}
