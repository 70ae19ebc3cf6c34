/** The caller's open turn: accepted for good, or dropped as noise. */
import { spokenTurn, writtenTurn } from "../caller-turn.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel } from "./draft.ts";
import { cutReply } from "./reply.ts";
import { silenceBegins } from "./silence.ts";

/** Nobody takes longer … */
const LONGEST_TURN_MS = 120_000;
/** … nor talks so long without any pause; a radio does. */
const LONGEST_WITHOUT_PAUSE_MS = 12_000;

export function beginTurn(draft: Draft, startMs: number): void {
  draft.turn = spokenTurn(startMs);
  limitTurn(draft);
}

/** The caller begins to speak, goes on, or pauses. */
export function limitTurn(draft: Draft): void {
  const startMs = draft.turn?.startMs ?? draft.atMs;
  const withoutPauseMs = draft.callerSpeaks ? draft.atMs + LONGEST_WITHOUT_PAUSE_MS : Number.POSITIVE_INFINITY;
  arm(draft, "longest-turn", Math.min(startMs + LONGEST_TURN_MS, withoutPauseMs));
}

/** What has been said so far is told to the mind and the transcript; what the caller says from now on is a new turn. */
export function acceptTurn(draft: Draft): void {
  const { turn, reply } = draft;
  if (!turn || turn.words.text === "") return;
  draft.effects.push({ kind: "accept", turn });
  // What was only prepared may know too little by now.
  if (reply?.committed === false) cutReply(draft);
  else if (reply) reply.question = undefined;
  draft.owed = true;
  silenceBegins(draft);
  dropTurn(draft);
}

/** Words that came whole. */
export function acceptText(draft: Draft, text: string): void {
  draft.effects.push({ kind: "accept", turn: writtenTurn(text, draft.atMs) });
  draft.owed = true;
  silenceBegins(draft);
}

/** The utterance is over. A caller who is still speaking begins another. */
export function dropTurn(draft: Draft): void {
  draft.turn = undefined;
  cancel(draft, "endpoint", "verdict", "longest-turn");
  draft.effects.push({ kind: "end-utterance" });
  if (draft.callerSpeaks) beginTurn(draft, draft.atMs);
}
