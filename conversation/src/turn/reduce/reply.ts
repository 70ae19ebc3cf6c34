/** What we say: prepared, committed, cut. */
import type { Purpose } from "../state.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel } from "./draft.ts";

/** A reply that is on its way, or its next words, are heard by then, or we apologise. Its parts have limits of their own; this one is for all of them. */
const ANSWER_LIMIT_MS = 40_000;
/** In the middle of what we say: longer than a tool may take. */
const STALL_LIMIT_MS = 20_000;

/** Says these words as soon as their sound is there. */
export function say(draft: Draft, text: string, purpose: Purpose): void {
  cutReply(draft);
  const id = ++draft.lastId;
  draft.effects.push({ kind: "say", id, text });
  draft.reply = { id, purpose, committed: false, sounded: false, stalled: false, expected: [] };
  commit(draft);
}

/** Thinks of an answer; nobody hears it before it is committed. `question`: words that are not in the history yet. */
export function think(draft: Draft, question?: string): void {
  const { reply } = draft;
  if (reply?.purpose === "answer" && !reply.sounded && reply.question === question) return;
  cutReply(draft);
  const id = ++draft.lastId;
  const words = draft.turn?.words;
  const confidence = question !== undefined && words?.text === question ? words.confidence : undefined;
  draft.effects.push({ kind: "think", id, question, ...(confidence === undefined ? {} : { confidence }) });
  draft.reply = { id, purpose: "answer", question, committed: false, sounded: false, stalled: false, expected: [] };
}

export function commit(draft: Draft): void {
  const { reply } = draft;
  if (!reply || reply.committed) return;
  reply.committed = true;
  awaitSound(draft);
  draft.effects.push({ kind: "commit", id: reply.id });
}

/** It must be heard before its limit. */
export function awaitSound(draft: Draft): void {
  arm(draft, "answer", draft.atMs + (draft.reply?.sounded ? STALL_LIMIT_MS : ANSWER_LIMIT_MS));
}

/** Ends what we say or prepare; what was heard of it is written down. */
export function cutReply(draft: Draft): void {
  const { reply } = draft;
  if (!reply) return;
  draft.reply = undefined;
  cancel(draft, "answer");
  draft.effects.push({ kind: "cut", id: reply.id });
  if (reply.sounded) expectAnswers(draft, reply.expected);
}

export function expectAnswers(draft: Draft, expected: Draft["expected"]): void {
  draft.expected = expected;
  draft.effects.push({ kind: "expect", expected });
}
