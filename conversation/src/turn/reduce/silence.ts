/** How long nobody has said anything, on both sides. */
import type { Draft } from "./draft.ts";
import { arm, cancel, change, journal, sinceOpened } from "./draft.ts";
import { cutReply } from "./reply.ts";

/** After the question whether the caller is there, there is at least this long to answer it. */
const AFTER_PROMPT_MS = 4_000;

/** Who holds us for longer has forgotten us. */
export const MOST_HOLD_MS = 600_000;

/** While the far end holds us nobody there hears whether we ask; when it takes us back, silence counts anew. */
export function hold(draft: Draft, isHeld: boolean): void {
  if (isHeld === (draft.heldSinceMs !== undefined)) return;
  draft.heldSinceMs = isHeld ? draft.atMs : undefined;
  journal(draft, { kind: "line", atMs: sinceOpened(draft), state: isHeld ? "held" : "open" });
  // It must be heard: it is said again when they take us back.
  if (isHeld && draft.reply?.purpose === "notice") {
    cutReply(draft);
    change(draft, "nobody-speaks");
  }
  silenceBegins(draft);
}

/** Somebody has said or keyed in something: silence counts from now on. */
export function silenceBegins(draft: Draft): void {
  cancel(draft, "silence");
  draft.silence = { sinceMs: draft.atMs, notBeforeMs: 0, asked: false };
}

/** Our question whether the caller is there has been said: the silence goes on. */
export function silenceAfterPrompt(draft: Draft): void {
  draft.silence.notBeforeMs = draft.atMs + AFTER_PROMPT_MS;
}

/** Nobody speaks. What sounded like speech and was none has not ended the silence. */
export function watchSilence(draft: Draft): void {
  if (draft.timers.silence !== undefined) return;
  if (draft.heldSinceMs !== undefined) return arm(draft, "silence", draft.heldSinceMs + MOST_HOLD_MS);
  const { promptAfterMs = 0, hangUpAfterMs } = draft.rules.silence;
  const { sinceMs, notBeforeMs } = draft.silence;
  arm(draft, "silence", Math.max(notBeforeMs, sinceMs + (asksFirst(draft) ? promptAfterMs : hangUpAfterMs)));
}

/** We ask whether the caller is there before we hang up. */
export function asksFirst({ silence, rules, heldSinceMs }: Draft): boolean {
  if (heldSinceMs !== undefined) return false;
  const { promptAfterMs, hangUpAfterMs } = rules.silence;
  return !silence.asked && promptAfterMs !== undefined && promptAfterMs < hangUpAfterMs;
}
