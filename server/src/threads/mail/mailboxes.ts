/** E-mail addresses as senders: checked before they are stored, their passwords sealed, and opened where mail comes or leaves. */
import type { MailProblem, MailSettings, RefusalCode } from "@ongea/contract";
import { z } from "zod";
import { refuse } from "../../platform/http/refuse.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import type { TextChannel } from "../../contacts/index.ts";
import type { MailboxesOfSenders } from "../senders/senders.ts";
import { endOfMailbox } from "./imap.ts";
import { checkSmtp, createMailChannel } from "./mail-channel.ts";
import { MailFailure } from "./reach.ts";
import type { MailboxRow, MailboxStore } from "./store.ts";

export interface MailboxesParts {
  store: Pick<MailboxStore, "add" | "change" | "at" | "read">;
  seal: Seal;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
}

export interface Mailboxes extends MailboxesOfSenders {
  /** Undefined: there is none, or its passwords do not open. */
  channelAt(sender: { workspaceId: string; sender: string }): Promise<TextChannel | undefined>;
  /** With the passwords; undefined: they do not open here. */
  settingsOf(row: MailboxRow): MailSettings | undefined;
}

const CHECK_MS = 30_000;
const Passwords = z.object({ smtp: z.string(), imap: z.string() });
const CODES: Readonly<Record<"smtp" | "imap", Partial<Record<MailProblem, RefusalCode>>>> = {
  smtp: { login: "sender.smtp_login", certificate: "sender.smtp_certificate" },
  imap: { login: "sender.imap_login", certificate: "sender.imap_certificate", folder: "sender.imap_folder" },
};

export function createMailboxes({ store, seal, allowed }: MailboxesParts): Mailboxes {
  const settingsOf: Mailboxes["settingsOf"] = ({ id, sealed, settings: { name, smtp, imap } }) => {
    try {
      const passwords = Passwords.parse(JSON.parse(seal.open(sealed, id)));
      return { name, smtp: { ...smtp, password: passwords.smtp }, imap: { ...imap, password: passwords.imap } };
    } catch {
      return undefined;
    }
  };
  const stored = (id: string, { name, smtp, imap }: MailSettings) => {
    const { password: smtpPassword, ...bareSmtp } = smtp;
    const { password: imapPassword, ...bareImap } = imap;
    const sealed = seal.close(JSON.stringify({ smtp: smtpPassword, imap: imapPassword }), id);
    return { settings: { name, smtp: bareSmtp, imap: bareImap }, sealed };
  };
  return {
    settingsOf,
    async check(_, settings) {
      const { smtp, imap } = settings;
      await checkSmtp(smtp, allowed).catch((error: unknown) => refuseMail("smtp", error));
      const signal = AbortSignal.timeout(CHECK_MS);
      const place = await endOfMailbox({ imap, allowed, signal }).catch((error: unknown) => refuseMail("imap", error));
      return { settings, place };
    },
    async add({ id, workspaceId, sender: address }, { settings, place }) {
      await store.add({ id, workspaceId, address, ...stored(id, settings), place });
    },
    async change(sender, { settings, place }) {
      const before = (await store.read(sender))?.settings.imap;
      const { host, user, folder } = settings.imap;
      const isSame = before?.host === host && before.user === user && before.folder === folder;
      await store.change(sender, { ...stored(sender.id, settings), ...(!isSame && { place }) });
    },
    async try(sender) {
      const row = await store.read(sender);
      const settings = row && settingsOf(row);
      if (!settings) return row && { smtp: "login", imap: "login" };
      const { smtp, imap } = settings;
      const signal = AbortSignal.timeout(CHECK_MS);
      const checks = [checkSmtp(smtp, allowed), endOfMailbox({ imap, allowed, signal })];
      const [out, into] = await Promise.allSettled(checks);
      return { smtp: problemIn(out), imap: problemIn(into) };
    },
    async channelAt({ workspaceId, sender: address }) {
      const row = await store.at({ workspaceId, address });
      const settings = row && settingsOf(row);
      return settings && createMailChannel({ address, name: settings.name, smtp: settings.smtp, allowed });
    },
    async state(sender) {
      const row = await store.read(sender);
      if (!row) return undefined;
      const { state, problem, checkedAt, settings } = row;
      return { state, problem, checked_at: checkedAt?.toISOString() ?? null, settings };
    },
  };
}

function problemIn(tried: PromiseSettledResult<unknown> | undefined): MailProblem | null {
  if (tried?.status !== "rejected") return null;
  return tried.reason instanceof MailFailure ? tried.reason.problem : "unreachable";
}

function refuseMail(server: "smtp" | "imap", error: unknown): never {
  const problem = error instanceof MailFailure ? error.problem : "unreachable";
  if (problem === "private") throw refuse("sender.mail_private");
  if (problem === "plain") throw refuse("sender.mail_plain");
  throw refuse(CODES[server][problem] ?? `sender.${server}_unreachable`);
}
