/** A step in the making: a copy of the state that may be changed, and the effects so far. */
import type { JournalEntry } from "../../journal.ts";
import type { TurnEffect, TurnEvent } from "../events.ts";
import type { TimerName, TurnState } from "../state.ts";
import type { PhaseChange } from "../states.ts";
import { after } from "../states.ts";

export interface Draft extends TurnState {
  readonly effects: TurnEffect[];
}

/** Copied as deep as reducers change it, so that the old state stays what it was. */
export function draftOf(state: TurnState, event: TurnEvent): Draft {
  return {
    ...state,
    turn: state.turn && { ...state.turn, voicedMs: event.voicedMs },
    reply: state.reply && { ...state.reply },
    silence: { ...state.silence },
    timers: { ...state.timers },
    effects: [],
    atMs: event.atMs,
  };
}

export function finished({ effects, ...state }: Draft): { state: TurnState; effects: readonly TurnEffect[] } {
  return { state, effects };
}

export function arm(draft: Draft, timer: TimerName, atMs: number): void {
  const id = ++draft.lastId;
  draft.timers[timer] = id;
  draft.effects.push({ kind: "arm", timer, id, atMs });
}

export function cancel(draft: Draft, ...names: readonly TimerName[]): void {
  for (const timer of names) {
    if (draft.timers[timer] === undefined) continue;
    delete draft.timers[timer];
    draft.effects.push({ kind: "cancel", timer });
  }
}

export function change(draft: Draft, how: PhaseChange): void {
  const next = after(draft.phase, how);
  if (next === undefined || next === draft.phase) return;
  draft.phase = next;
  journal(draft, { kind: "state", atMs: sinceOpened(draft), state: next });
}

export function journal(draft: Draft, entry: JournalEntry): void {
  draft.effects.push({ kind: "journal", entry });
}

export function playout(draft: Draft, act: Extract<TurnEffect, { kind: "playout" }>["act"]): void {
  draft.effects.push({ kind: "playout", act });
}

export function sinceOpened(draft: Draft): number {
  return Math.round(draft.atMs - draft.rules.openedAtMs);
}
