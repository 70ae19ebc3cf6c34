/** What VAD and STT report of the caller. */
import type { Words } from "../../ports.ts";
import { HOLD_AFTER_MS } from "../interruption.ts";
import { wentOn } from "../rhythm.ts";
import { isGreeting } from "../state.ts";
import { awaitVerdict, hold, settledOverOurs, voiceOverOurs, wordsOverOurs } from "./barge-in.ts";
import type { Draft } from "./draft.ts";
import { cancel, change, journal, playout, sinceOpened } from "./draft.ts";
import { cutReply } from "./reply.ts";
import { awaitWords, revise, weigh } from "./turn-end.ts";
import { acceptTurn, beginTurn, limitTurn } from "./utterance.ts";

export function began(draft: Draft, startMs: number): void {
  draft.callerSpeaks = false;
  acceptTurn(draft);
  draft.callerSpeaks = true;
  beginTurn(draft, startMs);
  if (draft.phase !== "closing") holdWhatIsOnItsWay(draft);
}

/** Speech that had paused is heard again: the same turn. */
export function resumed(draft: Draft): void {
  draft.callerSpeaks = true;
  if (!draft.turn) beginTurn(draft, draft.atMs);
  else draft.rhythm = wentOn(draft.rhythm, draft.atMs - draft.turn.endMs, draft.turn.weighed);
  if (draft.turn) draft.turn.settled = false;
  limitTurn(draft);
  cancel(draft, "endpoint", "verdict");
  if (draft.phase === "closing") return;
  if (draft.reply?.question !== undefined && !draft.reply.sounded) takeBack(draft);
  else holdWhatIsOnItsWay(draft);
}

export function voice(draft: Draft): void {
  const { turn } = draft;
  if (!turn || draft.phase === "closing") return;
  turn.endMs = draft.atMs;
  voiceOverOurs(draft, turn.voicedMs);
}

export function partial(draft: Draft, words: Words): void {
  const { turn } = draft;
  if (!turn || words.text === "") return;
  // Words of a pause that have settled are the last word on it: what comes late knows less.
  if (turn.settled && !draft.callerSpeaks) return;
  turn.words = words;
  if (draft.callerSpeaks) turn.endMs = draft.atMs;
  journal(draft, { kind: "partial", atMs: sinceOpened(draft), text: words.text });
  if (draft.phase === "interrupted" || draft.phase === "speaking") wordsOverOurs(draft, words.text);
}

export function paused(draft: Draft, endMs: number, isBeingJudged: boolean): void {
  draft.callerSpeaks = false;
  const { turn } = draft;
  if (!turn) return;
  turn.endMs = endMs;
  turn.settled = false;
  turn.judged = undefined;
  turn.weighed = undefined;
  turn.isBeingJudged = isBeingJudged;
  limitTurn(draft);
  if (draft.phase === "speaking" && !isGreeting(draft)) {
    // A click, a short "no" or the beginning of more: ours goes on until words say which.
    if (turn.voicedMs < HOLD_AFTER_MS && turn.words.text === "") return awaitVerdict(draft, endMs);
    hold(draft);
  }
  if (draft.phase === "interrupted") awaitVerdict(draft, endMs);
  else if (draft.phase === "listening") awaitWords(draft, turn);
}

/** The words up to a pause. None do not take back those that were known. */
export function settled(draft: Draft, words: Words, ourVoiceLeftMs: number | undefined): void {
  const { turn } = draft;
  if (!turn) return;
  if (words.text !== "" || turn.words.text === "") turn.words = words;
  if (draft.callerSpeaks) return;
  turn.settled = true;
  turn.wordsFinalMs = draft.atMs;
  if (draft.phase === "closing") acceptTurn(draft);
  else if (draft.phase === "interrupted" || draft.phase === "speaking") settledOverOurs(draft, turn.words.text, ourVoiceLeftMs);
  else if (draft.phase === "listening") weigh(draft, turn);
  else if (draft.phase === "thinking") revise(draft, turn);
}

/** What a model of the sound says about the end of the turn. */
export function judged(draft: Draft, finished: number | undefined): void {
  const { turn } = draft;
  if (!turn || draft.callerSpeaks) return;
  turn.judged = finished;
  turn.isBeingJudged = false;
  if (draft.phase !== "listening") return;
  if (turn.settled) weigh(draft, turn);
}

/** The caller goes on: an answer that nobody has heard is forgotten. */
function takeBack(draft: Draft): void {
  cutReply(draft);
  playout(draft, "unhush");
  change(draft, "nobody-speaks");
}

/** A greeting, or an answer to what was said before: it waits until we know whether this is noise. */
function holdWhatIsOnItsWay(draft: Draft): void {
  const { reply } = draft;
  if (reply && reply.committed && !reply.sounded && !isGreeting(draft) && draft.phase !== "interrupted") hold(draft);
}
