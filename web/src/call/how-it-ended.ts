/** The wire's words for who ended a call and why, in the words of the page. A word that is not known stays as it came. */
import { type Execution, HANGUP_REASONS, type HangupReason } from "@ongea/contract";
import type { SentenceId, Words } from "../words/index.ts";

type Told = Pick<Execution["telephony_data"], "call_type" | "hangup_by" | "hangup_reason">;

const REASONS: Readonly<Record<HangupReason, SentenceId>> = {
  "Normal Hangup": "calls.why_hung_up",
  "Call recipient hung up": "calls.why_hung_up",
  llm_prompted_hangup: "calls.why_goodbye",
  inactivity_timeout: "calls.why_silence",
  "Call timed out": "calls.why_time_limit",
  "Call completed": "calls.why_passed_on",
  "Call ended": "calls.why_command",
  "Carrier unable to receive media": "calls.why_connection_lost",
  llm_error: "calls.why_no_answer_known",
  "Telephony Internal Error": "calls.why_fault",
  "Call canceled": "calls.why_called_off",
  "Call recipient was busy": "calls.why_busy",
  "Call unanswered": "calls.why_unanswered",
  "Call recipient number invalid": "calls.why_no_number",
  "Call recipient rejected": "calls.why_declined",
  "Carrier declined": "calls.why_network_declined",
};

const OTHERS: Readonly<Record<string, SentenceId>> = {
  Carrier: "calls.by_network",
  "API Request": "calls.by_command",
  Error: "calls.by_fault",
};

/** On the wire the caller is whoever dialled: the assistant, when it called somebody. */
export function endedBy({ call_type: direction, hangup_by: by }: Told, words: Words): string | undefined {
  if (by === null) return undefined;
  if (by === "Caller") return words.say(direction === "outbound" ? "calls.assistant" : "calls.caller");
  if (by === "Callee") return words.say(direction === "outbound" ? "calls.by_called" : "calls.assistant");
  const known = OTHERS[by];
  return known ? words.say(known) : by;
}

export function endedWhy({ hangup_reason: reason }: Told, words: Words): string | undefined {
  if (reason === null) return undefined;
  const known = HANGUP_REASONS.find((one) => one === reason);
  return known ? words.say(REASONS[known]) : reason;
}
