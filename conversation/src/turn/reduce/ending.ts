/** How a conversation ends: with a goodbye where there is one, and with everything written down. */
import type { CloseReason } from "../../journal.ts";
import type { TimerName } from "../state.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel, change } from "./draft.ts";
import { noticeStops } from "./notice.ts";
import { cutReply, say } from "./reply.ts";
import { asksFirst } from "./silence.ts";
import { acceptText, acceptTurn } from "./utterance.ts";

/** The far end plays what is still on its way before the line is closed. */
const LAST_WORDS_MS = 300;
const FAREWELL_LIMIT_MS = 12_000;
/** Machines take no longer ones. */
const MESSAGE_LIMIT_MS = 120_000;
/** Neither side has said that it is over. */
const UNASKED: ReadonlySet<CloseReason> = new Set(["stopped", "time-limit", "silence"]);
const WAITS_OF_A_TALK: readonly TimerName[] = ["endpoint", "verdict", "longest-turn", "answer", "silence", "keypad", "consent"];

/** Says goodbye where that is wanted, and closes. */
export function end(draft: Draft, reason: CloseReason): void {
  if (draft.phase === "closing") return;
  if (draft.away === "joined") return closeFor(draft, reason);
  cutReply(draft);
  goIntoClosing(draft, reason);
  const { hangUpMessage, stopMessage, silenceMessage = stopMessage } = draft.rules.ending;
  const ours = reason === "stopped" ? "" : hangUpMessage;
  const unasked = reason === "silence" ? silenceMessage : stopMessage;
  const farewell = ours.trim() === "" && UNASKED.has(reason) ? unasked : ours;
  if (farewell.trim() === "") return close(draft, reason);
  sayFarewell(draft, farewell);
}

/** An answering machine is told this, and hung up on. */
export function leaveMessage(draft: Draft, text: string): void {
  if (draft.phase === "closing") return;
  goIntoClosing(draft, "voicemail");
  sayFarewell(draft, text, MESSAGE_LIMIT_MS);
}

/** Our answer was the last one. `saidNothing`: the mind has not said goodbye itself. */
export function endForModel(draft: Draft, saidNothing: boolean): void {
  goIntoClosing(draft, "mind-hung-up");
  const { hangUpMessage, stopMessage } = draft.rules.ending;
  const farewell = hangUpMessage.trim() === "" ? stopMessage : hangUpMessage;
  if (saidNothing && farewell.trim() !== "") sayFarewell(draft, farewell);
  else closeSoon(draft);
}

/** The farewell has been heard. */
export function closeSoon(draft: Draft): void {
  arm(draft, "close", draft.atMs + LAST_WORDS_MS);
}

export function closeNow(draft: Draft): void {
  close(draft, draft.closeReason ?? "stopped");
}

/** Ends without another word. */
export function closeFor(draft: Draft, reason: CloseReason): void {
  goIntoClosing(draft, reason);
  close(draft, reason);
}

/** The line is gone: what was being said is written down, nothing more is said. */
export function stop(draft: Draft): void {
  cutReply(draft);
  goIntoClosing(draft, "stopped");
  cancel(draft, "limit", "close", ...WAITS_OF_A_TALK);
  noticeStops(draft);
  draft.stopped = true;
}

/** Nobody has said anything for long: we ask, then we hang up. */
export function silenceLasts(draft: Draft): void {
  if (!asksFirst(draft)) return end(draft, "silence");
  draft.silence.asked = true;
  say(draft, draft.rules.silence.promptMessage, "are-you-there");
}

function sayFarewell(draft: Draft, text: string, limitMs = FAREWELL_LIMIT_MS): void {
  say(draft, text, "farewell");
  cancel(draft, "answer");
  arm(draft, "close", draft.atMs + limitMs);
}

function goIntoClosing(draft: Draft, reason: CloseReason): void {
  const { digits } = draft;
  draft.digits = "";
  acceptTurn(draft);
  if (digits !== "") acceptText(draft, `dtmf_number: ${digits}`);
  cancel(draft, ...WAITS_OF_A_TALK);
  draft.owed = false;
  draft.closeReason ??= reason;
  change(draft, "ends");
}

function close(draft: Draft, reason: CloseReason): void {
  draft.effects.push({ kind: "close", reason });
}
