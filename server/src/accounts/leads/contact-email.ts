import type { Log } from "../../platform/log/log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Lead } from "./store.ts";

export interface LettersParts {
  mail: Mail;
  /** Who reads contact messages; undefined: nobody by e-mail. */
  to: string | undefined;
  log: Log;
}

/** Sends contact messages on by e-mail. They are kept already: a letter that fails is noted, and the visitor hears nothing of it. */
export function createContactEmail({ mail, to, log }: LettersParts): (lead: Lead) => void {
  return ({ kind, name, email, message }) => {
    if (kind !== "contact" || to === undefined) return;
    const letter = {
      to,
      replyTo: email,
      subject: "A message from the contact form",
      text: `${name} <${email}> writes:\n\n${message ?? ""}\n`,
    };
    mail.send(letter).catch((error: unknown) => log.error({ err: error }, "A contact message could not be sent on by e-mail"));
  };
}
