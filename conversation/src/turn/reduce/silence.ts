/** How long nobody has said anything, on both sides. */
import type { Draft } from "./draft.ts";
import { arm, cancel } from "./draft.ts";

/** After the question whether the caller is there, there is at least this long to answer it. */
const AFTER_PROMPT_MS = 4_000;

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
  const { promptAfterMs = 0, hangUpAfterMs } = draft.rules.silence;
  const { sinceMs, notBeforeMs } = draft.silence;
  arm(draft, "silence", Math.max(notBeforeMs, sinceMs + (asksFirst(draft) ? promptAfterMs : hangUpAfterMs)));
}

/** We ask whether the caller is there before we hang up. */
export function asksFirst({ silence, rules }: Draft): boolean {
  const { promptAfterMs, hangUpAfterMs } = rules.silence;
  return !silence.asked && promptAfterMs !== undefined && promptAfterMs < hangUpAfterMs;
}
