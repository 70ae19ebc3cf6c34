/** Endpointing: the caller pauses, and at some point the turn is over. */
import type { CallerTurn } from "../caller-turn.ts";
import { completeness } from "../completeness.ts";
import { endpointMs, longestWaitMs } from "../endpointing.ts";
import { endedTurn, waitFor } from "../rhythm.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel, change, playout } from "./draft.ts";
import { isGreeting } from "../state.ts";
import { answersNotice } from "./notice.ts";
import { commit, cutReply, think } from "./reply.ts";
import { acceptTurn, dropTurn } from "./utterance.ts";

/** After a pause, words that have not come by then are not waited for. */
const WORDS_LIMIT_MS = 3_000;
/** Shorter sounds without words are noise. */
export const NOISE_MS = 450;
/** What a turn is taken for that was long enough and of which no words are known. */
export const INAUDIBLE = "(inaudible)";
/** A recogniser that changes its mind more often than this is answered all the same. */
const MOST_REVISIONS = 3;

/** Only the caller is heard from now on: where he has paused already, his turn is weighed. */
export function listenOn(draft: Draft): void {
  const { turn } = draft;
  if (!turn || draft.callerSpeaks) return;
  if (turn.settled) weigh(draft, turn);
  else awaitWords(draft, turn);
}

/** The caller pauses: words should come soon. */
export function awaitWords(draft: Draft, turn: CallerTurn): void {
  playout(draft, "hush");
  arm(draft, "endpoint", turn.endMs + Math.max(WORDS_LIMIT_MS, longestWaitMs(draft.rules.turnTaking)));
}

/** The caller pauses and the words are known: how long to wait, and what to prepare meanwhile. */
export function weigh(draft: Draft, turn: CallerTurn): void {
  const { expected, rhythm, rules } = draft;
  const { words, judged } = turn;
  const language = words.language ?? rules.language;
  const weighed = completeness({ text: words.text, expected, language, judged, trust: rhythm.trust });
  turn.weighed = weighed;
  turn.endpointMs = waitFor(weighed, rhythm, rules.turnTaking);
  if (turn.isBeingJudged && !weighed.isCertain)
    turn.endpointMs = Math.max(turn.endpointMs, endpointMs("uncertain", rules.turnTaking));
  if (words.text !== "" && weighed.how !== "unfinished" && draft.notice === undefined) think(draft, words.text);
  arm(draft, "endpoint", turn.endMs + turn.endpointMs);
}

/** The words of a turn that is over are others than those that are being answered. */
export function revise(draft: Draft, turn: CallerTurn): void {
  const { reply } = draft;
  if (!reply || reply.sounded || reply.question === undefined || reply.question === turn.words.text) return;
  if (turn.words.text === "" || turn.revisions >= MOST_REVISIONS) return;
  turn.revisions++;
  if (draft.heard) draft.heard = { ...draft.heard, wordsFinalMs: draft.atMs };
  think(draft, turn.words.text);
  commit(draft);
}

export function turnEnds(draft: Draft): void {
  const { turn } = draft;
  if (!turn || draft.callerSpeaks) return;
  cancel(draft, "endpoint", "longest-turn");
  if (turn.words.text === "") {
    if (turn.voicedMs < NOISE_MS || isGreeting(draft)) {
      dropTurn(draft);
      return playout(draft, "unhush");
    }
    turn.words = { text: INAUDIBLE };
  }
  if (!turn.settled) turn.wordsFinalMs = draft.atMs;
  if (answersNotice(draft, turn)) return;
  draft.rhythm = endedTurn(draft.rhythm, turn.weighed?.isHeldOpen === true);
  draft.endedMs = turn.endMs;
  draft.heard = { speechEndMs: turn.endMs, wordsFinalMs: turn.wordsFinalMs, endpointMs: turn.endpointMs };
  answer(draft, turn.words.text);
}

/** Whoever talks without any pause is answered all the same, and not listened to before there is one. */
export function turnIsTooLong(draft: Draft): void {
  const { turn } = draft;
  if (!turn) return;
  if (turn.words.text === "") turn.words = { text: INAUDIBLE };
  cutReply(draft);
  turn.endMs = draft.atMs;
  draft.heard = { speechEndMs: draft.atMs, wordsFinalMs: draft.atMs, endpointMs: 0 };
  draft.callerSpeaks = false;
  acceptTurn(draft);
  playout(draft, "release");
  change(draft, "nobody-speaks");
}

/** Accepted words wait for an answer and nobody speaks. */
export function answerOwed(draft: Draft): void {
  answer(draft);
}

function answer(draft: Draft, question?: string): void {
  draft.greets = false;
  change(draft, "turn-ends");
  think(draft, question);
  playout(draft, "hush");
  commit(draft);
}
