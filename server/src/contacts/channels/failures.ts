/** What a provider's failure means for the message that it was to send. */
import { RestFailure } from "../../platform/fetch/rest.ts";
import type { Sent } from "./channel.ts";

const TOO_MANY = 429;
const NOT_NOW = 503;

/** `codes`: the provider's own, of what it refuses. */
export async function sentOr(
  send: () => Promise<Sent>,
  codes: Readonly<Record<number, Extract<Sent, { kind: "refused" }>["reason"]>> = {},
): Promise<Sent> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RestFailure)) return { kind: "unknown" };
    const { problem, status, code, isUnasked } = error;
    if (isUnasked || status === TOO_MANY || status === NOT_NOW) return { kind: "later" };
    if (problem === "unknown") return { kind: "unknown" };
    if (problem === "credentials") return { kind: "refused", reason: "credentials" };
    return { kind: "refused", reason: codes[code ?? 0] ?? "provider" };
  }
}
