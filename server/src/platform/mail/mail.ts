/** Letters by e-mail: over SMTP, or into a folder where a developer reads them. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { z } from "zod";
import type { Log } from "../log/log.ts";

export interface Letter {
  to: string;
  /** Who gets the answer, when that is not the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  /** The same for programs that show pages. */
  html?: string;
  headers?: Readonly<Record<string, string>>;
  /** The same in each attempt, so that a reader's program knows one that came twice. */
  id?: string;
}

export interface Mail {
  /** For people: where letters go. */
  readonly description: string;
  /** They leave this machine. */
  readonly isDelivered: boolean;
  /** Rejects with a {@link MailError} when the letter could not be handed over. */
  send(letter: Letter): Promise<void>;
}

export interface MailOptions {
  /** `smtp://user:password@host:port`; undefined: letters are written below the data folder. */
  smtpUrl: string | undefined;
  /** A server with its login, instead of that address. */
  smtp?: SMTPTransport.Options;
  from: string;
  dataDir: string;
  log: Log;
  /** Of each step with the SMTP server. */
  timeoutMs?: number;
}

/** `before`: nothing was sent of it. `reader`: its reader's address was refused. `content`: all of it may be there. */
export type MailStage = "before" | "reader" | "content";

export class MailError extends Error {
  readonly stage: MailStage;
  /** As the SMTP server has answered (RFC 5321 section 4.2); 0: it has not. */
  readonly reply: number;

  constructor(cause: unknown, stage: MailStage) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.stage = stage;
    this.reply = Reply.safeParse(cause).data?.responseCode ?? 0;
  }
}

const Reply = z.object({ responseCode: z.number() });
const TIMEOUT_MS = 15_000;

export function createMail({ smtpUrl, smtp, from, dataDir, log, timeoutMs = TIMEOUT_MS }: MailOptions): Mail {
  const folder = join(dataDir, "mail");
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const handOver = async (letter: SendMailOptions): Promise<{ message?: unknown } | undefined> => {
    const server = smtp ?? (smtpUrl === undefined ? undefined : { url: smtpUrl });
    if (!server) {
      const { createTransport } = await import("nodemailer");
      return createTransport({ streamTransport: true, buffer: true, newline: "unix" }).sendMail(letter);
    }
    let stage: MailStage = "before";
    // Its errors do not say how far it came.
    const logger = commandsOf((command) => {
      if (command.startsWith("RCPT TO")) stage = "reader";
      if (command === "DATA") stage = "content";
    });
    try {
      await (await smtpTransport({ ...server, logger, transactionLog: true, ...timeouts })).sendMail(letter);
      return undefined;
    } catch (error) {
      throw new MailError(error, stage);
    }
  };
  let count = 0;
  return {
    isDelivered: smtpUrl !== undefined,
    description: smtpUrl === undefined ? `written to ${folder}` : `sent by ${new URL(smtpUrl).host}`,
    async send({ id, ...letter }) {
      const messageId = id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` };
      const sent = await handOver({ from, ...letter, headers: { ...letter.headers }, ...messageId });
      log.info({ subject: letter.subject, pii: { to: letter.to } }, "A letter was handed over");
      if (!Buffer.isBuffer(sent?.message)) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${++count}.eml`;
      await writeFile(join(folder, name), sent.message, { mode: 0o600 });
    },
  };
}

/** Of an address, with a name before it or without. */
function domainOf(address: string): string {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(address)?.[1] ?? "localhost";
}

/** Its library is read with the first letter, not when a server starts. */
export async function smtpTransport(options: SMTPTransport.Options) {
  const { createTransport } = await import("nodemailer");
  const { default: Transport } = await import("nodemailer/lib/smtp-transport/index.js");
  return createTransport(new Transport(options));
}

/** A log that hears what is said to the SMTP server. */
function commandsOf(hear: (command: string) => void) {
  const nothing = (): void => undefined;
  const debug = (facts: unknown, text?: unknown): void => {
    if (Said.safeParse(facts).success && typeof text === "string") hear(text);
  };
  return { level: nothing, trace: nothing, debug, info: nothing, warn: nothing, error: nothing, fatal: nothing };
}

const Said = z.object({ tnx: z.literal("client") });
