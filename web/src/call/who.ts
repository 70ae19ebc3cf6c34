import type { Execution } from "@ongea/contract";
import type { Words } from "../words/index.ts";

/** Who was on the other side, for a list or a title. */
export function whoCalled(call: Execution, words: Words): string {
  if (call.provider === "webrtc") return words.say("calls.browser_call");
  return call.user_number ?? words.say("calls.unknown_number");
}
