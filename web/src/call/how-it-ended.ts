/** The wire's words for who ended a call and why, in the words of the page. A word that is not known stays as it came. */
import { type Execution, HANGUP_REASONS, type HangupReason } from "@ongea/contract";
import type { SentenceId, Words } from "../words/index.ts";

type Told = Pick<Execution["telephony_data"], "call_type" | "hangup_by" | "hangup_reason">;

const REASONS: Readonly<Record<HangupReason, SentenceId>> = {
  "Normal Hangup": "history.why_hung_up",
  "Call recipient hung up": "history.why_hung_up",
  llm_prompted_hangup: "history.why_goodbye",
  inactivity_timeout: "history.why_silence",
  voicemail_detected: "history.why_voicemail",
  "Call timed out": "history.why_time_limit",
  "Call completed": "history.why_passed_on",
  "Call ended": "history.why_command",
  "Carrier unable to receive media": "history.why_connection_lost",
  llm_error: "history.why_no_answer_known",
  "Telephony Internal Error": "history.why_fault",
  "Call canceled": "history.why_called_off",
  "Call recipient was busy": "history.why_busy",
  "Call unanswered": "history.why_unanswered",
  "Call recipient number invalid": "history.why_no_number",
  "Call recipient rejected": "history.why_declined",
  "Carrier declined": "history.why_network_declined",
};

const OTHERS: Readonly<Record<string, SentenceId>> = {
  Carrier: "history.by_network",
  "API Request": "history.by_command",
  Error: "history.by_fault",
};

/** On the wire the caller is whoever dialled: the assistant, when it called somebody. */
export function endedBy({ call_type: direction, hangup_by: by }: Told, words: Words): string | undefined {
  if (by === null) return undefined;
  if (by === "Caller") return words.say(direction === "outbound" ? "calls.assistant" : "calls.caller");
  if (by === "Callee") return words.say(direction === "outbound" ? "history.by_called" : "calls.assistant");
  const known = OTHERS[by];
  return known ? words.say(known) : by;
}

export function endedWhy({ hangup_reason: reason }: Told, words: Words): string | undefined {
  if (reason === null) return undefined;
  const known = HANGUP_REASONS.find((one) => one === reason);
  return known ? words.say(REASONS[known]) : reason;
}
