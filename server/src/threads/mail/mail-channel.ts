/** E-mail out, by the SMTP server of a sender: one connection a message. */
import { isIP } from "node:net";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { z } from "zod";
import { withTimeout } from "../../platform/async/with-timeout.ts";
import { createMail, MailError, smtpTransport } from "../../platform/mail/mail.ts";
import type { MailFacts, Outgoing, Sent, TextChannel } from "../../contacts/index.ts";
import { isCertificateProblem, MailFailure, type MailServer, reachMailServer } from "./reach.ts";

export interface MailChannelParts {
  /** Of the sender, in small letters. */
  address: string;
  name: string;
  smtp: MailServer;
  allowed: readonly string[];
  /** Of each step with the server. */
  stepMs?: number;
}

const STEP_MS = 10_000;
const SEND_MS = 30_000;
const MOST_REFERENCES = 20;
const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export function createMailChannel({ address, name, smtp, allowed, stepMs = STEP_MS }: MailChannelParts): TextChannel {
  return {
    provider: "email",
    // Mail is fetched: nobody posts it.
    verify: () => false,
    receive: () => undefined,
    async send({ to, text, mail }) {
      if (!mail) return { kind: "refused", reason: "provider" };
      try {
        const server = await smtpOptions(smtp, allowed);
        const from = name === "" ? address : `"${name}" <${address}>`;
        const out = createMail({ smtpUrl: undefined, smtp: server, from, dataDir: "", log: SILENT, timeoutMs: stepMs });
        const letter = { to, subject: answerSubject(mail.answers), text, id: mail.id, headers: headersOf(mail, address) };
        await withTimeout(out.send(letter), SEND_MS, "The SMTP server did not answer");
        return { kind: "sent", ref: messageIdOf(mail.id, address) };
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** As the receiving side names it: the same in each attempt. */
export function messageIdOf(id: string, address: string): string {
  return `<${id}@${address.slice(address.lastIndexOf("@") + 1)}>`;
}

/** Logs in and leaves. Rejects with a {@link MailFailure}. */
export async function checkSmtp(smtp: MailServer, allowed: readonly string[]): Promise<void> {
  const timeouts = { connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS };
  const transport = await smtpTransport({ ...(await smtpOptions(smtp, allowed)), ...timeouts });
  try {
    await withTimeout(transport.verify(), SEND_MS, "The SMTP server did not answer");
  } catch (error) {
    if (isCertificateProblem(error)) throw new MailFailure("certificate", { cause: error });
    throw new MailFailure(codeOf(error) === "EAUTH" ? "login" : "unreachable", { cause: error });
  } finally {
    transport.close();
  }
}

/** A server that offers no login refuses this one, instead of taking mail from anybody. */
type Options = SMTPTransport.Options & { forceAuth: true };

async function smtpOptions(smtp: MailServer, allowed: readonly string[]): Promise<Options> {
  const { address, host, port, security, user, password } = await reachMailServer(smtp, allowed);
  return {
    host: address,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    auth: { user, pass: password },
    forceAuth: true,
    tls: isIP(host) > 0 ? {} : { servername: host },
  };
}

function answerSubject(answers: MailFacts | undefined): string {
  const subject = answers?.subject ?? "";
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`.trim();
}

function headersOf({ isAutomatic, answers }: NonNullable<Outgoing["mail"]>, address: string): Record<string, string> {
  const id = answers?.id ?? "";
  const references = [...(answers?.references ?? []), id].filter((one) => one !== "").slice(-MOST_REFERENCES);
  return {
    ...(id !== "" && { "In-Reply-To": id }),
    ...(references.length > 0 && { References: references.join(" ") }),
    ...(isAutomatic && {
      "Auto-Submitted": "auto-replied",
      "List-Unsubscribe": `<mailto:${address}?subject=unsubscribe>`,
    }),
  };
}

/** What of the server's answer says that the letter is there, is not, or that nobody knows. */
function failed(error: unknown): Sent {
  if (error instanceof MailFailure)
    return error.problem === "private" || error.problem === "plain"
      ? { kind: "refused", reason: "credentials" }
      : { kind: "later" };
  if (!(error instanceof MailError)) return { kind: "unknown" };
  const { stage, reply } = error;
  if (codeOf(error.cause) === "EAUTH" && reply >= 500) return { kind: "refused", reason: "credentials" };
  if (stage === "content" && reply === 0) return { kind: "unknown" };
  if (reply < 500) return { kind: "later" };
  if (stage === "before") return { kind: "refused", reason: "bad_sender" };
  return { kind: "refused", reason: stage === "reader" ? "bad_number" : "blocked" };
}

const Coded = z.object({ code: z.string() });

function codeOf(error: unknown): string {
  return Coded.safeParse(error).data?.code ?? "";
}
