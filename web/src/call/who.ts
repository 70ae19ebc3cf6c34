import { type Execution, WIDGET_NUMBER } from "@ongea/contract";
import type { Words } from "../words/index.ts";

/** Of calls without a telephone, where a number would stand. */
const NO_TELEPHONE = new Set(["browser", WIDGET_NUMBER]);

/** A number as it was told, or what kind of call it was that had none. */
export function numberInWords(number: string, words: Words): string {
  return NO_TELEPHONE.has(number) ? words.say("calls.browser_call") : number;
}

/** Which number a call came from: for one that we placed, the number that was shown. */
export function calledFrom(call: Execution, words: Words): string {
  if (!isPlaced(call)) return whoCalled(call, words);
  return call.telephony_data.from_number || call.agent_name;
}

/** Whom we called; undefined: they called us. */
export function calledTo(call: Execution, words: Words): string | undefined {
  return isPlaced(call) ? whoCalled(call, words) : undefined;
}

function isPlaced({ telephony_data: { call_type: direction }, provider }: Execution): boolean {
  return direction === "outbound" && provider !== "web-call";
}

/** Who was on the other side, for a list or a title. */
export function whoCalled(call: Execution, words: Words): string {
  if (call.provider === "web-call") return words.say("calls.browser_call");
  const number = call.user_number ?? words.say("calls.unknown_number");
  return call.provider === "whatsapp" ? `${number} · WhatsApp` : number;
}
