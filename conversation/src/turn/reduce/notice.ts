/**
 * What callers are told, or asked, before sound of the call may be kept. It is heard out: whoever speaks over it does not cut it short. Only
 * what is heard whole, or answered with yes, lets the recording begin; everything else leaves the call without one, and it goes on.
 */
import type { RecordingStep } from "../../journal.ts";
import { writtenTurn, type CallerTurn } from "../caller-turn.ts";
import type { TurnEvent } from "../events.ts";
import { agreesIn } from "../phrases/agreement.ts";
import { passesBy } from "./away.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel, change, journal, playout, sinceOpened } from "./draft.ts";
import { expectAnswers, say } from "./reply.ts";
import { silenceBegins, watchSilence } from "./silence.ts";
import { beginTurn, dropTurn } from "./utterance.ts";

/** Whoever says nothing for so long has not agreed. */
const ANSWER_WITHIN_MS = 8_000;
/** Who is speaking then is heard out. */
const LATER_MS = 1_000;

/** True: nothing else is to be done about the event. */
export function overNotice(draft: Draft, event: TurnEvent): boolean {
  if (draft.notice !== "due" || draft.phase === "closing") return false;
  if (event.kind === "began" || event.kind === "resumed") draft.callerSpeaks = true;
  if (event.kind === "paused") draft.callerSpeaks = false;
  return passesBy(draft, event);
}

/** After every event. True: the conversation has not begun yet. */
export function comesFirst(draft: Draft): boolean {
  const { notice, rules } = draft;
  if (notice === "due" && rules.notice) {
    // Whoever holds us would not hear it.
    if (!draft.reply && draft.heldSinceMs === undefined) {
      // It may have been cut where the caller was put through, and nobody came.
      change(draft, "nobody-speaks");
      say(draft, rules.notice.words, "notice");
    }
    if (draft.reply) cancel(draft, "silence");
    else watchSilence(draft);
    return true;
  }
  if (notice !== "asked") return false;
  if (!draft.owed) {
    cancel(draft, "silence");
    return true;
  }
  settle(draft, "unclear");
  return false;
}

/** All of it that could be said has been. */
export function noticeFinished(draft: Draft, id: number, isWhole: boolean): void {
  draft.reply = undefined;
  cancel(draft, "answer", "filler", "verdict");
  change(draft, "nobody-speaks");
  silenceBegins(draft);
  if (!isWhole) {
    draft.effects.push({ kind: "write-reply", id, text: "" });
    settle(draft, "unheard");
  } else if (draft.rules.notice?.asks) {
    draft.effects.push({ kind: "noticed", id, how: "asked" });
    draft.notice = "asked";
    // Nobody here would hear the answer.
    if (draft.away !== undefined) return settle(draft, "unclear");
    expectAnswers(draft, [{ kind: "yes-no" }]);
    arm(draft, "consent", draft.atMs + ANSWER_WITHIN_MS);
  } else {
    draft.effects.push({ kind: "noticed", id, how: "announced" }, { kind: "record" });
    draft.notice = undefined;
  }
  if (draft.callerSpeaks && draft.away === undefined) beginTurn(draft, draft.atMs);
}

/** Words after the question. True: they were its answer, and nothing more. */
export function answersNotice(draft: Draft, turn: CallerTurn): boolean {
  if (draft.notice !== "asked") return false;
  const agrees = agreesIn(turn.words.text);
  settle(draft, agrees === undefined ? "unclear" : agrees ? "agreed" : "declined");
  if (agrees === undefined) return false;
  draft.effects.push({ kind: "accept", turn, isAside: true });
  dropTurn(draft);
  playout(draft, "unhush");
  change(draft, "nobody-speaks");
  return true;
}

export function typedAfterNotice(draft: Draft, text: string): boolean {
  return draft.phase !== "closing" && answersNotice(draft, writtenTurn(text, draft.atMs));
}

/** The caller has not answered. */
export function noticeUnanswered(draft: Draft): void {
  if (draft.notice !== "asked") return;
  if (draft.turn) arm(draft, "consent", draft.atMs + LATER_MS);
  else settle(draft, "unclear");
}

/** The caller is put through to somebody, and does not answer us any more. */
export function noticeLeft(draft: Draft): void {
  if (draft.notice === "asked") settle(draft, "unclear");
}

/** The call is over: what was never settled is told. */
export function noticeStops(draft: Draft): void {
  if (draft.notice !== undefined) settle(draft, draft.notice === "due" ? "unheard" : "unclear");
}

function settle(draft: Draft, how: RecordingStep): void {
  draft.notice = undefined;
  cancel(draft, "consent");
  journal(draft, { kind: "recording", atMs: sinceOpened(draft), how });
  if (how === "agreed") draft.effects.push({ kind: "record" });
  if (draft.expected !== draft.rules.opening) expectAnswers(draft, draft.rules.opening);
}
