import type { Execution } from "@ongea/contract";

/** Who was on the other side, for a list or a title. */
export function whoCalled(call: Execution): string {
  if (call.provider === "webrtc") return "Browser call";
  return call.user_number ?? "Unknown number";
}
