/** What becomes of our replies. */
import type { TurnEvent } from "../events.ts";
import type { Draft } from "./draft.ts";
import { cancel, change, journal, sinceOpened } from "./draft.ts";
import { closeFor, closeSoon, endForModel } from "./ending.ts";
import { awaitRest, cutReply, nowExpect, say } from "./reply.ts";
import { noticeFinished, noticeStops } from "./notice.ts";
import { silenceAfterPrompt, silenceBegins } from "./silence.ts";
import { listenOn } from "./turn-end.ts";
import { acceptTurn } from "./utterance.ts";

/** Answers in a row that do not come in time, before we give up. */
const MOST_LATE = 2;

type Of<K extends TurnEvent["kind"]> = Extract<TurnEvent, { kind: K }>;

export function replyExpects(draft: Draft, { id, expected }: Of<"reply-expects">): void {
  if (draft.reply?.id === id) draft.reply.expected = expected;
}

/** Tools run: the words that it answers are the caller's for good. */
export function replyTakesEffect(draft: Draft, id: number): void {
  if (draft.reply?.id === id && draft.reply.question !== undefined) acceptTurn(draft);
}

export function replySounds(draft: Draft, id: number): void {
  const { reply } = draft;
  if (reply?.id !== id || reply.sounded) return;
  reply.sounded = true;
  cancel(draft, "answer", "filler");
  if (reply.purpose === "answer") {
    draft.late = 0;
    if (draft.heard) draft.effects.push({ kind: "measure", id, heard: draft.heard });
    draft.heard = undefined;
    if (reply.question !== undefined) acceptTurn(draft);
  }
  if (reply.purpose === "answer" || reply.purpose === "apology") draft.owed = false;
  change(draft, "sounds");
}

/** In the middle of what we say nothing comes any more. */
export function replyStalls(draft: Draft, id: number): void {
  const { reply } = draft;
  if (reply?.id !== id || !reply.sounded || reply.stalled || reply.purpose === "farewell") return;
  reply.stalled = true;
  if (draft.phase === "speaking" && draft.away === undefined) awaitRest(draft);
}

export function replyFlows(draft: Draft, id: number): void {
  const { reply } = draft;
  if (reply?.id !== id || !reply.stalled) return;
  reply.stalled = false;
  cancel(draft, "answer", "filler");
}

export function replyFinished(draft: Draft, { id, heardText, text, hangsUp, modelIsLost }: Of<"reply-finished">): void {
  const { reply } = draft;
  if (reply?.id !== id) return;
  replySounds(draft, id);
  if (reply.purpose === "notice" && draft.phase !== "closing")
    return noticeFinished(draft, id, text.trim() !== "" && heardText.trim() === text.trim());
  draft.reply = undefined;
  cancel(draft, "answer", "filler", "verdict");
  draft.effects.push({ kind: "write-reply", id, text: heardText });
  if (reply.purpose === "farewell" || draft.phase === "closing") return closeSoon(draft);
  if (hangsUp) return endForModel(draft, text === "");
  if (modelIsLost) return closeFor(draft, "cannot-answer");
  if (heardText === "" && /[\p{L}\p{N}]/u.test(text)) return notSpoken(draft, reply.purpose);
  if (reply.purpose === "answer") draft.unspoken = 0;
  nowExpect(draft, reply);
  change(draft, "nobody-speaks");
  if (reply.purpose === "are-you-there" && draft.silence.asked) silenceAfterPrompt(draft);
  else silenceBegins(draft);
  listenOn(draft);
}

/** Words without any sound: no voice could speak them, of a language that it does not know for example. Perhaps it can speak others. */
function notSpoken(draft: Draft, purpose: string): void {
  const apology = draft.rules.ending.apology.trim();
  if (purpose !== "answer" || apology === "" || ++draft.unspoken >= MOST_LATE) return closeFor(draft, "cannot-answer");
  change(draft, "turn-ends");
  say(draft, apology, "apology");
}

/** Nothing has been heard of a reply for so long that the caller must take us for dead. */
export function answerIsLate(draft: Draft): void {
  const { reply, rules } = draft;
  if (!reply) return;
  if (reply.sounded && reply.purpose !== "answer") return giveUpRest(draft);
  const apology = rules.ending.apology.trim();
  const givesUp = reply.purpose !== "answer" || apology === "" || ++draft.late >= MOST_LATE;
  const problem = { code: "timeout", message: "No sound of a reply came in time." } as const;
  journal(draft, {
    kind: "failure",
    atMs: sinceOpened(draft),
    stage: "think",
    problem,
    recovery: givesUp ? "none" : "apology",
  });
  cutReply(draft);
  if (!reply.sounded) acceptTurn(draft);
  change(draft, "turn-ends");
  if (givesUp) closeFor(draft, "cannot-answer");
  else say(draft, apology, "apology");
}

/** What has been said of it must do. */
function giveUpRest(draft: Draft): void {
  if (draft.reply?.purpose === "notice") noticeStops(draft);
  cutReply(draft);
  silenceBegins(draft);
  change(draft, "nobody-speaks");
  listenOn(draft);
}
