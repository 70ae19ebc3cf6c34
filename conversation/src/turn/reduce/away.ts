/** The caller is being put through to somebody else: meanwhile nobody here listens or speaks, and nobody is hung up on for being silent. */
import type { TurnEvent } from "../events.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel, change, journal, playout, sinceOpened } from "./draft.ts";
import { awaitRest, cutReply } from "./reply.ts";
import { silenceBegins } from "./silence.ts";
import { acceptText, acceptTurn, dropTurn } from "./utterance.ts";

/** Whoever rings them gives up long before. */
const LONGEST_RINGING_MS = 180_000;
/** Two people who talk with each other are not ended by the agent's time limit, but by this one. */
const LONGEST_TALK_MS = 7_200_000;
/** To hear what came of it, however late in the call it is. */
const TIME_LEFT_MS = 30_000;

/** Somebody is rung: what was being said is told first, and the words before it may still be heard to their end. */
export function leave(draft: Draft): void {
  if (draft.phase === "closing" || draft.away !== undefined) return;
  draft.away = "ringing";
  draft.callerSpeaks = false;
  const { digits, reply } = draft;
  draft.digits = "";
  if (draft.phase === "interrupted") {
    playout(draft, "release");
    change(draft, reply?.sounded ? "released" : "turn-ends");
  }
  if (draft.turn?.words.text === "") dropTurn(draft);
  else acceptTurn(draft);
  if (digits !== "") acceptText(draft, `dtmf_number: ${digits}`);
  cancel(draft, "endpoint", "verdict", "longest-turn", "answer", "filler", "silence", "keypad");
  arm(draft, "limit", draft.atMs + LONGEST_RINGING_MS);
}

/** It is a machine: it is not spoken over. */
export function waitForTone(draft: Draft): void {
  leave(draft);
  if (draft.away !== undefined) cutReply(draft);
}

/** They talk with each other. What is only on its way of ours is not wanted any more. */
export function join(draft: Draft): void {
  leave(draft);
  if (draft.away === undefined) return;
  draft.away = "joined";
  if (draft.reply && !draft.reply.sounded) cutReply(draft);
  arm(draft, "limit", draft.atMs + LONGEST_TALK_MS);
}

/** The same, in the middle of whatever is being said: two voices of ours at once would be none. */
export function takeOver(draft: Draft): void {
  join(draft);
  if (draft.away === "joined") cutReply(draft);
}

/** Nobody came: we are there again, and say so. */
export function comeBack(draft: Draft): void {
  if (draft.away !== "ringing" || draft.phase === "closing") return;
  draft.away = undefined;
  const { rules, reply } = draft;
  arm(draft, "limit", Math.max(draft.atMs + TIME_LEFT_MS, rules.openedAtMs + rules.ending.terminateAfterMs));
  silenceBegins(draft);
  if (!reply) draft.owed ||= draft.notice === undefined;
  // What was cut is said again; not before the far end takes us back, where it holds us.
  if (!reply && draft.notice !== undefined) change(draft, "nobody-speaks");
  if (reply?.committed && (!reply.sounded || reply.stalled)) awaitRest(draft);
}

/** What is heard meanwhile is not meant for us; what is written is kept. True: nothing else is to be done about it. */
export function passesBy(draft: Draft, event: TurnEvent): boolean {
  switch (event.kind) {
    case "began":
    case "voice":
    case "partial":
    case "paused":
    case "resumed":
    case "settled":
    case "judged":
      return true;
    case "typed":
      if (event.text.trim() !== "") acceptText(draft, event.text.trim());
      return true;
    case "key":
      journal(draft, { kind: "key", atMs: sinceOpened(draft), digit: event.digit });
      return true;
    default:
      return false;
  }
}
