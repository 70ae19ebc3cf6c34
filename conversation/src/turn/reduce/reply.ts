/** What we say: prepared, committed, cut. */
import type { Purpose } from "../state.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel } from "./draft.ts";

/** A reply that is on its way, or its next words, are heard by then, or we apologise. Its parts have limits of their own; this one is for all of them. */
const ANSWER_LIMIT_MS = 40_000;
/** In the middle of what we say: longer than a tool may take. */
const STALL_LIMIT_MS = 20_000;

/** The caller has said all and hears nothing for so long: a filler … */
const FIRST_FILLER_MS = 1_000;
/** … but not so soon after we knew that it was all … */
const SOONEST_FILLER_MS = 500;
/** … and another one when nothing has followed what we have said. */
const NEXT_FILLER_MS = 4_000;
const MOST_FILLERS = 2;
/** Whoever makes a sound meanwhile is heard out. */
const LATER_MS = 300;

/** Says these words as soon as their sound is there. */
export function say(draft: Draft, text: string, purpose: Purpose): void {
  cutReply(draft);
  const id = ++draft.lastId;
  draft.effects.push({ kind: "say", id, text });
  draft.reply = { id, purpose, committed: false, sounded: false, stalled: false, fillers: 0, expected: [] };
  commit(draft);
}

/** Thinks of an answer; nobody hears it before it is committed. `question`: words that are not in the history yet. */
export function think(draft: Draft, question?: string): void {
  const { reply } = draft;
  if (reply?.purpose === "answer" && !reply.sounded && reply.question === question) return;
  cutReply(draft);
  const id = ++draft.lastId;
  const words = draft.turn?.words;
  const heard = question !== undefined && words?.text === question ? words : undefined;
  const judged = heard && (heard.confidence !== undefined || heard.words !== undefined);
  draft.effects.push({ kind: "think", id, question, ...(judged ? { heard } : {}) });
  draft.reply = { id, purpose: "answer", question, committed: false, sounded: false, stalled: false, fillers: 0, expected: [] };
}

export function commit(draft: Draft): void {
  const { reply } = draft;
  if (!reply || reply.committed) return;
  reply.committed = true;
  awaitAnswer(draft);
  draft.effects.push({ kind: "commit", id: reply.id });
}

/** It is on its way, and so far nothing of it has been heard. */
export function awaitAnswer(draft: Draft): void {
  awaitSound(draft);
  const spokeUntilMs = draft.heard?.speechEndMs ?? draft.atMs;
  awaitFiller(draft, Math.max(spokeUntilMs + FIRST_FILLER_MS, draft.atMs + SOONEST_FILLER_MS));
}

/** It must be heard before its limit. */
function awaitSound(draft: Draft): void {
  arm(draft, "answer", draft.atMs + (draft.reply?.sounded ? STALL_LIMIT_MS : ANSWER_LIMIT_MS));
}

/** Nothing more comes of what we say. */
export function awaitRest(draft: Draft): void {
  awaitSound(draft);
  awaitFiller(draft, draft.atMs + NEXT_FILLER_MS);
}

function awaitFiller(draft: Draft, atMs: number): void {
  const { reply, rules } = draft;
  if (rules.fills && reply?.purpose === "answer" && reply.fillers < MOST_FILLERS) arm(draft, "filler", atMs);
}

/** The answer is slow to come. */
export function fill(draft: Draft): void {
  const { reply } = draft;
  if (!reply?.committed || (reply.sounded && !reply.stalled) || draft.away !== undefined) return;
  if (draft.callerSpeaks || draft.phase === "interrupted") return awaitFiller(draft, draft.atMs + LATER_MS);
  reply.fillers++;
  draft.effects.push({ kind: "fill", id: reply.id });
}

/** Ends what we say or prepare; what was heard of it is written down. */
export function cutReply(draft: Draft): void {
  const { reply } = draft;
  if (!reply) return;
  draft.reply = undefined;
  cancel(draft, "answer", "filler");
  draft.effects.push({ kind: "cut", id: reply.id, ...(reply.purpose === "notice" && { isAside: true }) });
  if (reply.sounded) nowExpect(draft, reply);
}

/** What an answer asks for; a greeting, or "are you still there?", leaves the question that stands. */
export function nowExpect(draft: Draft, { purpose, expected }: NonNullable<Draft["reply"]>): void {
  if (purpose === "answer") expectAnswers(draft, expected);
}

export function expectAnswers(draft: Draft, expected: Draft["expected"]): void {
  draft.expected = expected;
  draft.effects.push({ kind: "expect", expected });
}
