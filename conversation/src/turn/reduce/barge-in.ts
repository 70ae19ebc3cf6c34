/** Barge-in: the caller's voice over ours, or over an answer that is on its way. */
import { DUCK_AFTER_MS, HOLD_AFTER_MS, onlyListens, TAKE_AFTER_MS, verdict } from "../interruption.ts";
import { wentOn } from "../rhythm.ts";
import { isGreeting, type TurnState } from "../state.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel, change, playout } from "./draft.ts";
import { awaitAnswer, awaitRest, cutReply } from "./reply.ts";
import { silenceBegins } from "./silence.ts";
import { listenOn, NOISE_MS } from "./turn-end.ts";
import { dropTurn } from "./utterance.ts";

/** Of a held voice: how long words may take to show what the caller meant. */
const VERDICT_LIMIT_MS = 700;
/** A caller who answers while this little of the question is left has answered. */
const EARLY_ANSWER_MS = 1_500;

/** How long a voice must last until turn-taking wants to know of it. */
export function leastVoiceMs({ phase, turn, reply }: TurnState): number {
  if (!turn || isGreeting({ reply })) return Number.POSITIVE_INFINITY;
  if (phase === "speaking") return turn.voicedMs < DUCK_AFTER_MS ? DUCK_AFTER_MS : HOLD_AFTER_MS;
  return phase === "interrupted" ? TAKE_AFTER_MS : Number.POSITIVE_INFINITY;
}

export function voiceOverOurs(draft: Draft, voicedMs: number): void {
  if (isGreeting(draft)) return;
  if (draft.phase === "speaking") {
    if (voicedMs >= HOLD_AFTER_MS) hold(draft);
    else if (voicedMs >= DUCK_AFTER_MS) playout(draft, "duck");
  } else if (draft.phase === "interrupted" && voicedMs >= TAKE_AFTER_MS && !onlyListens(draft.turn?.words.text ?? ""))
    take(draft);
}

/** Our voice stops but keeps its place; what is only on its way waits. */
export function hold(draft: Draft): void {
  playout(draft, "hold");
  cancel(draft, "answer", "filler");
  change(draft, "held");
}

/** The caller pauses while ours is held. */
export function awaitVerdict(draft: Draft, endMs: number): void {
  arm(draft, "verdict", endMs + VERDICT_LIMIT_MS);
}

export function wordsOverOurs(draft: Draft, text: string): void {
  if (verdict(text, { settled: false, wordsNeeded: draft.rules.turnTaking.wordsForInterruption }) === "take") take(draft);
}

export function settledOverOurs(draft: Draft, text: string, ourVoiceLeftMs: number | undefined): void {
  const isEarlyAnswer = text !== "" && ourVoiceLeftMs !== undefined && ourVoiceLeftMs <= EARLY_ANSWER_MS;
  if (isMeant(draft, text) || isEarlyAnswer) take(draft);
  else release(draft);
}

/** The recogniser does not say in time what it was. */
export function decideWithoutWords(draft: Draft): void {
  const { turn } = draft;
  const text = turn?.words.text ?? "";
  if (!turn || (turn.voicedMs >= NOISE_MS && !onlyListens(text)) || isMeant(draft, text)) take(draft);
  else release(draft);
}

/** The caller has the turn. */
export function take(draft: Draft): void {
  cancel(draft, "verdict");
  // Whoever speaks on so soon over an answer had not finished.
  if (draft.turn && draft.reply?.purpose === "answer") draft.rhythm = wentOn(draft.rhythm, draft.turn.startMs - draft.endedMs);
  cutReply(draft);
  silenceBegins(draft);
  playout(draft, "unhush");
  change(draft, "nobody-speaks");
  listenOn(draft);
}

/** Where we have not said anything yet, any word is more than a sign of listening. */
function isMeant(draft: Draft, text: string): boolean {
  const { reply, rules } = draft;
  if (reply?.sounded !== true) return text !== "";
  const over = { settled: true, wordsNeeded: rules.turnTaking.wordsForInterruption, asking: reply.expected.length > 0 };
  return verdict(text, over) === "take";
}

function release(draft: Draft): void {
  const { reply } = draft;
  cancel(draft, "verdict");
  dropTurn(draft);
  playout(draft, "release");
  if (reply?.sounded) {
    if (reply.stalled) awaitRest(draft);
    return change(draft, "released");
  }
  change(draft, reply?.purpose === "answer" ? "turn-ends" : "nobody-speaks");
  if (!reply) return;
  playout(draft, "hush");
  awaitAnswer(draft);
}
