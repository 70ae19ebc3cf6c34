/** Why a tool call was held, and how its model hears of it. */

export type HoldReason =
  /** An argument is missing, unknown, or not as the schema wants it. */
  | "invalid"
  | "missing"
  | "unknown_argument"
  /** The day or the time has passed, or nobody is there then. */
  | "past"
  | "closed"
  /** "Unknown", "N/A", "caller": no value. */
  | "placeholder"
  /** Nobody said it. */
  | "not_said"
  /** It was not read back, or the caller has not said yes to it. */
  | "not_confirmed"
  /** Another value was read back. */
  | "other_value"
  /** It was done in this call with other values, and nobody has said whether it is to be changed. */
  | "already_done";

export interface Hold {
  tool: string;
  slot?: string;
  reason: HoldReason;
  /** What the schema wants, or the hours of that day. */
  detail?: string;
  /** A sentence for the caller, in the language of the call. */
  say: string;
}

const DO: Readonly<Record<HoldReason, string>> = {
  invalid: "Correct this argument; ask the caller for it if you do not know it.",
  missing: "Ask the caller for it, then call the tool again.",
  unknown_argument: "Leave this argument out.",
  past: "Ask the caller for a day and a time to come.",
  closed: "Offer a time within these hours.",
  placeholder: "Ask the caller for the value, or leave the argument out if it may be left out.",
  not_said: "The caller has not said this. Ask for it, or leave the argument out if it may be left out.",
  not_confirmed: "Read every value back to the caller and wait for a yes. Then call the tool again with the same values.",
  other_value: "You read back another value. Read these values back and wait for a yes.",
  already_done:
    "It was done before in this call with other values. Say these words and wait for a yes; then call the tool again with the same values, and the earlier one is changed. A caller who wants another one says so.",
};

/** As {@link holdResult} writes it: an operator's own function may answer `{"held":true}`, of a date or a table. */
const OWN = /^\{"held":true,"tool":"[^"]*",(?:"slot":"[^"]*",)?"reason":"[a-z_]+",.*"do":"/su;

export function holdResult({ tool, slot, reason, detail, say }: Hold): string {
  return JSON.stringify({
    held: true,
    tool,
    ...(slot === undefined ? {} : { slot }),
    reason,
    ...(detail === undefined ? {} : { detail }),
    do: DO[reason],
    say,
  });
}

export function isHoldResult(result: string): boolean {
  return OWN.test(result);
}
