/**
 * Turn-taking as a pure function: what is known and what happens give what is known then and what is to be done. The files beside this one
 * hold its situations; turn-controller.ts joins it to the world.
 */
import type { TurnEffect, TurnEvent } from "../events.ts";
import type { TurnState } from "../state.ts";
import { comeBack, join, leave, passesBy, takeOver, waitForTone } from "./away.ts";
import { decideWithoutWords } from "./barge-in.ts";
import { began, judged, partial, paused, resumed, settled, voice } from "./caller.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel, draftOf, finished, journal, sinceOpened } from "./draft.ts";
import { closeNow, end, leaveMessage, silenceLasts, stop } from "./ending.ts";
import { enterDigits, key, typed } from "./keys.ts";
import { answerIsLate, replyExpects, replyFinished, replyFlows, replySounds, replyStalls, replyTakesEffect } from "./our-turn.ts";
import { cutReply, expectAnswers, fill, say } from "./reply.ts";
import { comesFirst, noticeLeft, noticeUnanswered, overNotice } from "./notice.ts";
import { hold, watchSilence } from "./silence.ts";
import { answerOwed, turnEnds, turnIsTooLong } from "./turn-end.ts";

export interface Step {
  readonly state: TurnState;
  readonly effects: readonly TurnEffect[];
}

export function reduce(state: TurnState, event: TurnEvent): Step {
  if (state.stopped || isStale(state, event)) return { state, effects: [] };
  const draft = draftOf(state, event);
  happen(draft, event);
  comeToRest(draft);
  return finished(draft);
}

function isStale(state: TurnState, event: TurnEvent): boolean {
  return event.kind === "timer" && state.timers[event.timer] !== event.id;
}

const LEAVES: ReadonlySet<TurnEvent["kind"]> = new Set(["leave", "join", "take-over", "machine"]);

function happen(draft: Draft, event: TurnEvent): void {
  if (draft.away !== undefined && passesBy(draft, event)) return;
  if (draft.away === undefined && overNotice(draft, event)) return;
  if (LEAVES.has(event.kind)) noticeLeft(draft);
  switch (event.kind) {
    case "open":
      return open(draft);
    case "began":
      return began(draft, event.startMs);
    case "voice":
      return voice(draft);
    case "partial":
      return partial(draft, event.words);
    case "paused":
      return paused(draft, event.endMs, event.isBeingJudged);
    case "resumed":
      return resumed(draft);
    case "settled":
      return settled(draft, event.words, event.ourVoiceLeftMs);
    case "judged":
      return judged(draft, event.finished);
    case "recogniser-failed":
      return journal(draft, {
        kind: "failure",
        atMs: sinceOpened(draft),
        stage: "hear",
        problem: event.problem,
        recovery: event.recovery,
        ...event.who,
      });
    case "typed":
      return typed(draft, event.text);
    case "key":
      return key(draft, event.digit);
    case "held":
      return hold(draft, event.isHeld);
    case "leave":
      return leave(draft);
    case "join":
      return join(draft);
    case "take-over":
      return takeOver(draft);
    case "come-back":
      return comeBack(draft);
    case "machine":
      return waitForTone(draft);
    case "message":
      return leaveMessage(draft, event.text);
    case "reply-expects":
      return replyExpects(draft, event);
    case "reply-takes-effect":
      return replyTakesEffect(draft, event.id);
    case "reply-sounds":
      return replySounds(draft, event.id);
    case "reply-stalls":
      return replyStalls(draft, event.id);
    case "reply-flows":
      return replyFlows(draft, event.id);
    case "reply-finished":
      return replyFinished(draft, event);
    case "timer":
      return fired(draft, event);
    case "end":
      return end(draft, event.reason);
    case "stop":
      return stop(draft);
  }
}

function open(draft: Draft): void {
  if (draft.expected.length > 0) expectAnswers(draft, draft.expected);
  const { rules } = draft;
  arm(draft, "limit", rules.openedAtMs + rules.ending.terminateAfterMs);
}

/** Whoever has said something already is answered instead. Sound without words, of a television perhaps, holds no greeting back. */
function greet(draft: Draft): void {
  if ((draft.turn && draft.turn.words.text !== "") || draft.reply) return;
  draft.greets = false;
  if (!draft.owed) say(draft, draft.rules.welcomeMessage, "greeting");
}

function fired(draft: Draft, { timer }: Extract<TurnEvent, { kind: "timer" }>): void {
  delete draft.timers[timer];
  switch (timer) {
    case "endpoint":
      return turnEnds(draft);
    case "verdict":
      return decideWithoutWords(draft);
    case "longest-turn":
      return turnIsTooLong(draft);
    case "answer":
      return answerIsLate(draft);
    case "filler":
      return fill(draft);
    case "silence":
      return silenceLasts(draft);
    case "keypad":
      return enterDigits(draft);
    case "consent":
      return noticeUnanswered(draft);
    case "limit":
      return end(draft, "time-limit");
    case "close":
      return closeNow(draft);
  }
}

/** After every event: whoever waits for nothing is answered, or silence is watched. */
function comeToRest(draft: Draft): void {
  if (draft.phase === "closing") return cancel(draft, "silence");
  if (draft.away !== undefined) return cancel(draft, "silence");
  if (comesFirst(draft)) return;
  if (draft.greets) greet(draft);
  // What was prepared for a turn that came to nothing.
  if (!draft.turn && draft.reply?.committed === false) cutReply(draft);
  if (draft.turn || draft.reply) return cancel(draft, "silence");
  if (draft.owed) answerOwed(draft);
  else if (draft.digits === "") watchSilence(draft);
  else cancel(draft, "silence");
}
