/** Letters by e-mail: over SMTP, or into a folder where a developer reads them. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Log } from "../log/log.ts";

export interface Letter {
  to: string;
  /** Who gets the answer, when that is not the sender. */
  replyTo?: string;
  subject: string;
  text: string;
}

export interface Mail {
  /** For people: where letters go. */
  readonly description: string;
  /** They leave this machine. */
  readonly isDelivered: boolean;
  /** Rejects when the letter could not be handed over. */
  send(letter: Letter): Promise<void>;
}

export interface MailOptions {
  /** `smtp://user:password@host:port`; undefined: letters are written below the data folder. */
  smtpUrl: string | undefined;
  from: string;
  dataDir: string;
  log: Log;
}

const TIMEOUT_MS = 15_000;

export function createMail({ smtpUrl, from, dataDir, log }: MailOptions): Mail {
  const folder = join(dataDir, "mail");
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport =
    smtpUrl === undefined
      ? createTransport({ streamTransport: true, buffer: true, newline: "unix" })
      : createTransport(smtpUrl, { from, ...timeouts });
  let count = 0;
  return {
    isDelivered: smtpUrl !== undefined,
    description: smtpUrl === undefined ? `written to ${folder}` : `sent by ${new URL(smtpUrl).host}`,
    async send(letter) {
      const sent = (await transport.sendMail({ from, ...letter })) as { message?: Buffer; messageId: string };
      log.info({ subject: letter.subject, pii: { to: letter.to } }, "A letter was handed over");
      if (smtpUrl !== undefined || !sent.message) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${++count}.eml`;
      await writeFile(join(folder, name), sent.message, { mode: 0o600 });
    },
  };
}
