import type { Log } from "../../platform/log/log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Lead } from "./store.ts";

export interface ContactEmailParts {
  mail: Mail;
  /** Who reads leads; undefined: nobody by e-mail. */
  to: string | undefined;
  log: Log;
}

const SUBJECTS: Readonly<Record<Lead["kind"], string>> = {
  contact: "A message from the contact form",
  landing: "A demo request from the landing page",
  "demo-request": "A demo request",
};

/** Sends leads on by e-mail. They are kept already: an e-mail that fails is logged, and the visitor hears nothing of it. */
export function createContactEmail({ mail, to, log }: ContactEmailParts): (lead: Lead) => void {
  return ({ kind, name, email, company, position, message }) => {
    if (to === undefined) return;
    const about = [company, position].filter(Boolean).join(", ");
    const text = `${name} <${email}>${about ? ` (${about})` : ""} writes:\n\n${message ?? "(no message)"}\n`;
    mail
      .send({ to, replyTo: email, subject: SUBJECTS[kind], text })
      .catch((error: unknown) => log.error({ err: error }, "A lead could not be sent on by e-mail"));
  };
}
