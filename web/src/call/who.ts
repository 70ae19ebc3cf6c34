import { type Execution, WIDGET_NUMBER } from "@ongea/contract";
import type { Words } from "../words/index.ts";

/** Of calls without a telephone, where a number would stand. */
const NO_TELEPHONE = new Set(["browser", WIDGET_NUMBER]);

/** A number as it was told, or what kind of call it was that had none. */
export function numberInWords(number: string, words: Words): string {
  return NO_TELEPHONE.has(number) ? words.say("calls.browser_call") : number;
}

/** Who was on the other side, for a list or a title. */
export function whoCalled(call: Execution, words: Words): string {
  if (call.provider === "webrtc") return words.say("calls.browser_call");
  return call.user_number ?? words.say("calls.unknown_number");
}
