/** How a call ended, in the words of the wire. Pure. */
import type { CallStatus, Entry, HangupParty, HangupReason } from "@ongea/contract";
import type { CloseReason } from "@ongea/conversation";
import type { CallRow } from "../records/store.ts";

export interface Ending {
  status: CallStatus;
  hangupBy: HangupParty;
  hangupReason: HangupReason;
  hangupCode: number | null;
  errorMessage: string | null;
}

const RANG = "Call unanswered";

/** After a conversation. `failed`: its media thread broke. */
export function endingOf(
  reason: CloseReason | "failed",
  { direction, provider }: Pick<CallRow, "direction" | "provider">,
  entries: readonly Entry[],
): Ending {
  const assistant = direction === "inbound" ? "Callee" : "Caller";
  switch (reason) {
    case "caller-hung-up":
      // Who pressed Call in a browser and thought better of it has had no conversation.
      if (provider === "webrtc" && !entries.some(isSpoken)) {
        return { ...hungUp(direction), hangupReason: "Call canceled", status: "canceled" };
      }
      return hungUp(direction);
    case "mind-hung-up":
      return completed(assistant, "llm_prompted_hangup", 4000);
    case "silence":
      return completed(assistant, "inactivity_timeout", 4000);
    case "time-limit":
      return completed(assistant, "Call timed out", 4000);
    case "voicemail":
      return completed(assistant, "voicemail_detected", 4000);
    case "transferred":
      return completed(assistant, "Call completed", 4000);
    case "stopped":
      return completed("API Request", "Call ended", 4000);
    case "connection-lost":
      return { ...completed("Carrier", "Carrier unable to receive media", 3070), errorMessage: "The connection was lost." };
    case "cannot-answer":
      return failed("llm_error", "The assistant could not answer.");
    case "failed":
      return failed("Telephony Internal Error", "The call broke off because of a fault in the server.");
  }
}

/** Of a recording that stopped in the middle, or did not begin. */
export function recordingProblem(isFull: boolean): { code: string; message: string } {
  const message = `The recording stopped: ${isFull ? "there is no room on the disk" : "it could not be written"}`;
  return { code: isFull ? "disk-full" : "disk-error", message };
}

/** A killed server left it behind, in this status. */
export function interrupted(status: CallStatus): Ending {
  if (status === "ringing") return failed(RANG, "The server was stopped while the telephone rang.");
  return failed("Telephony Internal Error", "The server was stopped in the middle of the call.");
}

/** Of a call of ours that a killed server left behind: nobody knows whether it rang. */
export function mayHaveRung({
  status,
  answeredAt,
  hangupReason,
}: Pick<CallRow, "status" | "answeredAt" | "hangupReason">): boolean {
  return status === "error" && answeredAt === null && hangupReason !== RANG;
}

/** A call of ours of which the telephone company has said no word: nobody knows whether it rang. */
export function untold(): Ending {
  return failed("Telephony Internal Error", "The telephone company did not say whether it placed the call.");
}

/** A call of ours that was never placed: nobody has heard it ring. */
export function noRoom(): Ending {
  const why = failed("Telephony Internal Error", "There was no room for another call on this server.");
  return { ...why, status: "failed" };
}

/** Whether it ended like that: it may be placed again at once. */
export function isWithoutCapacity({ status, hangupBy }: Pick<Ending, "status"> & { hangupBy: string | null }): boolean {
  return status === "failed" && hangupBy === "Error";
}

/** A call without a conversation. `sipCause` is the SIP status that says why (RFC 3261 section 21); 200: a BYE after the answer. */
export function unansweredEnding(
  sipCause: number,
  by: "remote" | "us" | "network",
  direction: CallRow["direction"] = "outbound",
): Ending {
  const carrier = (status: CallStatus, hangupReason: HangupReason, hangupCode: number): Ending => ({
    status,
    hangupBy: "Carrier",
    hangupReason,
    hangupCode,
    errorMessage: null,
  });
  // Whoever calls us may hang up before we answer; what we call off ourselves was a command.
  const whoCancels = direction === "inbound" && by === "remote" ? "Caller" : "API Request";
  // Answered, and hung up before the conversation had begun.
  if (sipCause === 200) return hungUp(direction);
  if (sipCause === 487 || by === "us") return { ...carrier("canceled", "Call canceled", 4000), hangupBy: whoCancels };
  if (sipCause === 486 || sipCause === 600) return carrier("busy", "Call recipient was busy", 3010);
  if (sipCause === 480 || sipCause === 408) return carrier("no-answer", "Call unanswered", 3000);
  if ([404, 410, 484, 604].includes(sipCause)) return carrier("failed", "Call recipient number invalid", 3040);
  if (sipCause === 403 || sipCause === 603) return carrier("failed", "Call recipient rejected", 3020);
  return carrier("failed", "Carrier declined", 3050);
}

function hungUp(direction: CallRow["direction"]): Ending {
  return direction === "inbound"
    ? completed("Caller", "Normal Hangup", 4000)
    : completed("Callee", "Call recipient hung up", 4000);
}

function isSpoken(entry: Entry): boolean {
  return entry.kind === "turn" && entry.text.trim() !== "";
}

function completed(hangupBy: HangupParty, hangupReason: HangupReason, hangupCode: number): Ending {
  return { status: "completed", hangupBy, hangupReason, hangupCode, errorMessage: null };
}

function failed(hangupReason: HangupReason, errorMessage: string): Ending {
  return { status: "error", hangupBy: "Error", hangupReason, hangupCode: 5010, errorMessage };
}
