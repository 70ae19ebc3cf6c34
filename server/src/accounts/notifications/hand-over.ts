/** What became of an e-mail that could not be handed over. Pure. */
import { MailError } from "../../platform/mail/mail.ts";

/** `again`: the SMTP server has not taken it. `never`: it does not take it at all. `unknown`: it may have it, so that it is not sent again. */
export type Refused = "again" | "never" | "unknown";

export function refusedBy(error: unknown): Refused {
  if (!(error instanceof MailError)) return "unknown";
  const { stage, reply } = error;
  // What is refused for good earlier is the operator's to repair: the sign-in, the sender, the whole server.
  if (reply >= 500 && stage !== "before") return "never";
  if (reply >= 400 || stage !== "content") return "again";
  return "unknown";
}

/** Nothing can be sent there: the next e-mail would fare no better. */
export function isUnreached(error: unknown): boolean {
  return error instanceof MailError && error.stage === "before";
}
