/** What is written behind an assistant's turn that was cut. Pure. */
import type { Entry } from "@ongea/contract";

/** `call_ended` only where nobody speaks after it. Undefined: a person took the call over there, which the next line says. */
export function cutMark(after: readonly Entry[], isLive: boolean): "caller_spoke" | "call_ended" | undefined {
  if (after[0]?.kind === "transfer") return undefined;
  return isLive || after.some(({ kind }) => kind === "turn" || kind === "transfer") ? "caller_spoke" : "call_ended";
}
