/** Words that the caller wrote, and numbers that were keyed in: a whole turn at once. */
import { take } from "./barge-in.ts";
import type { Draft } from "./draft.ts";
import { arm, cancel, change, journal, playout, sinceOpened } from "./draft.ts";
import { typedAfterNotice } from "./notice.ts";
import { cutReply } from "./reply.ts";
import { silenceBegins } from "./silence.ts";
import { listenOn } from "./turn-end.ts";
import { acceptText, acceptTurn } from "./utterance.ts";

/** No key for this long ends a number. */
const PAUSE_MS = 2_500;
const MOST_DIGITS = 32;

export function typed(draft: Draft, text: string): void {
  const line = text.trim();
  if (line === "" || typedAfterNotice(draft, line)) return;
  if (draft.phase !== "closing") cutReply(draft);
  // Who is still speaking goes on with the same turn; what has been said before is told first.
  if (!draft.callerSpeaks) acceptTurn(draft);
  acceptText(draft, line);
  if (draft.phase === "closing") return;
  draft.heard = { speechEndMs: draft.atMs, wordsFinalMs: draft.atMs, endpointMs: 0 };
  cancel(draft, "verdict", "endpoint");
  playout(draft, "unhush");
  change(draft, "nobody-speaks");
  listenOn(draft);
}

/** Keys make one number: until `#`, until as many as were asked for, or until no more come. */
export function key(draft: Draft, digit: string): void {
  journal(draft, { kind: "key", atMs: sinceOpened(draft), digit });
  if (draft.phase === "closing") return;
  silenceBegins(draft);
  // Nothing was keyed in that it could end.
  if (digit === "#" && draft.digits === "") return;
  if (draft.reply?.sounded) take(draft);
  if (digit === "#") return enterDigits(draft);
  draft.digits += digit;
  const wanted = draft.expected.find((e) => e.kind === "digits");
  if (draft.digits.length >= (wanted?.max ?? MOST_DIGITS)) enterDigits(draft);
  else arm(draft, "keypad", draft.atMs + PAUSE_MS);
}

export function enterDigits(draft: Draft): void {
  const { digits } = draft;
  draft.digits = "";
  cancel(draft, "keypad");
  if (digits !== "") typed(draft, `dtmf_number: ${digits}`);
}
