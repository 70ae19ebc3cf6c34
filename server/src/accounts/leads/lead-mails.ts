/** E-mails about leads: to the one who takes care of it, and to the one who left it. */
import { randomUUID } from "node:crypto";
import { refuse } from "../../platform/http/refuse.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { LeadStore, StoredLead } from "./store.ts";

export interface Person {
  id: string;
  name: string;
  email: string;
}

export interface LeadMails {
  readonly isDelivered: boolean;
  /** Tells them. The lead is assigned whether or not the e-mail can be sent. */
  assigned(lead: StoredLead, to: Person): void;
  /** False: it was not accepted. Refuses with "lead.no_mail" and "request.too_many". */
  answer(
    lead: StoredLead,
    answer: { subject: string; text: string },
    from: { name: string; email: string | undefined },
  ): Promise<boolean>;
}

const BURST = 10;
const REFILL_MS = 6_000;

export function createLeadMails({ mail, store, log }: { mail: Mail; store: LeadStore; log: Log }): LeadMails {
  const limit = createRateLimit({ burst: BURST, refillMs: REFILL_MS, nowMs: () => performance.now() });
  return {
    isDelivered: mail.isDelivered,
    assigned(lead, to) {
      if (!mail.isDelivered) return;
      const { name, email, company, position, message } = lead;
      const about = [company, position].filter(Boolean).join(", ");
      const said = `${name} <${email}>${about ? ` (${about})` : ""} writes:\n\n${message ?? "(no message)"}\n`;
      const text = `This was assigned to you. Your answer to this e-mail goes to ${name}.\n\n${said}`;
      mail
        .send({ to: to.email, replyTo: email, subject: `Assigned to you: ${oneLine(name)}`, text })
        .catch((error: unknown) => log.error({ err: error }, "Nobody was told by e-mail that a lead is theirs"));
    },
    async answer(lead, { subject, text }, from) {
      if (!mail.isDelivered) throw refuse("lead.no_mail");
      limit.take("answers");
      const id = randomUUID();
      // Written down first: a server that is killed now must not forget that it may have been sent.
      const kept = {
        id,
        subject: oneLine(subject),
        text,
        by: from.name,
        at: new Date().toISOString(),
        state: "sending" as const,
      };
      if (!(await store.addAnswer(lead.id, kept))) throw refuse("lead.not_found");
      const quoted = lead.message === null ? "" : `\n\n${lead.message.replace(/^/gm, "> ")}`;
      const letter = { id, to: lead.email, subject: kept.subject, text: `${text}${quoted}\n` };
      const isSent = await mail.send({ ...letter, ...(from.email !== undefined && { replyTo: from.email }) }).then(
        () => true,
        (error: unknown) => {
          log.warn({ err: error }, "An answer to a lead was not accepted");
          return false;
        },
      );
      await store.answered(lead.id, id, isSent ? "sent" : "failed");
      return isSent;
    },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
