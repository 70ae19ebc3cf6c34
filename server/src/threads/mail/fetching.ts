/** Reads mailboxes: each by one server at a time, every few seconds; what has come is stored once, and remembered by its number. */
import { Refusal } from "../../platform/http/refuse.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import { twiceAsLong } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Delivered } from "../../contacts/index.ts";
import type { Incoming } from "../delivery/incoming.ts";
import type { SenderRow, SenderStore } from "../senders/store.ts";
import { NotTaken, type RawMail, readMailbox } from "./imap.ts";
import type { Mailboxes } from "./mailboxes.ts";
import { mailFetchQueue, mailSweepQueue } from "./queue.ts";
import { MailFailure } from "./reach.ts";
import { mailParser, readMail } from "./read-mail.ts";
import type { MailboxKey, MailboxRow, MailboxStore } from "./store.ts";

export interface FetchingParts {
  store: Pick<MailboxStore, "due" | "lease" | "readUpTo" | "release" | "giveUp">;
  mailboxes: Pick<Mailboxes, "settingsOf">;
  senders: Pick<SenderStore, "read">;
  incoming: Pick<Incoming, "take">;
  /** Somebody has written from there before. */
  isKnown(sender: SenderRow, address: string): Promise<boolean>;
  tenancy: Pick<Tenancy, "togetherEverywhere">;
  jobs: Pick<Jobs, "work" | "every" | "send">;
  allowed: readonly string[];
  stepMs?: number;
  log: Pick<Log, "info" | "warn">;
}

const LOOK_EVERY_SECONDS = 15;
/** Shorter, so that each look finds every mailbox. */
export const DUE_AGAIN_SECONDS = 10;
const MOST_DUE = 200;
const AT_ONCE = 8;
/** A server that is gone keeps a mailbox no longer. */
const LEASED_SECONDS = mailFetchQueue.takesSeconds + 15;
const untilAgain = twiceAsLong({ first: LOOK_EVERY_SECONDS, longest: 900, most: Number.POSITIVE_INFINITY });
/** A mail that could not be stored so often is left in the mailbox, and those after it are read. */
const MOST_TRIES = 6;
/** A mailbox that was numbered anew is read from so long before its last visit. */
const BEFORE_MS = 86_400_000;

export function startFetching(parts: FetchingParts): void {
  const { store, jobs, log } = parts;
  jobs.work(mailSweepQueue, () =>
    parts.tenancy.togetherEverywhere(async () => {
      for (const key of await store.due(MOST_DUE)) await jobs.send(mailFetchQueue, key);
    }),
  );
  jobs.work(mailFetchQueue, visit, { atOnce: AT_ONCE });
  jobs.every(mailSweepQueue, {}, LOOK_EVERY_SECONDS);

  async function visit(key: MailboxKey, { signal }: Job): Promise<void> {
    const mailbox = await store.lease(key, LEASED_SECONDS);
    const sender = mailbox && (await parts.senders.read(key));
    if (!mailbox || !sender) return;
    try {
      const isMore = await fetchInto(mailbox, sender, signal);
      await store.release(key, { problem: null });
      if (isMore) await jobs.send(mailFetchQueue, key);
    } catch (error) {
      if (signal.aborted) return store.giveUp(key);
      const problem = error instanceof MailFailure ? error.problem : "server";
      log.warn({ err: error, senderId: key.id, problem }, "A mailbox could not be read");
      const skipped = error instanceof NotTaken && mailbox.failures >= MOST_TRIES ? error.place : undefined;
      if (skipped) await store.readUpTo(key, skipped);
      await store.release(key, { problem, againAfterSeconds: untilAgain(mailbox.failures + 1) });
    }
  }

  async function fetchInto(mailbox: MailboxRow, sender: SenderRow, signal: AbortSignal): Promise<boolean> {
    const settings = parts.mailboxes.settingsOf(mailbox);
    if (!settings) throw new MailFailure("login");
    const { place: from, checkedAt, createdAt } = mailbox;
    const since = new Date(Math.max(createdAt.getTime(), (checkedAt ?? createdAt).getTime() - BEFORE_MS));
    const { allowed, stepMs } = parts;
    await mailParser();
    return readMailbox(
      { imap: settings.imap, allowed, signal, ...(stepMs !== undefined && { stepMs }) },
      { from, since },
      async (mail) => {
        const delivered = await readable(sender, mail);
        if (delivered) await take(sender, delivered);
        await store.readUpTo(mailbox, mail.place);
      },
    );
  }

  async function readable(sender: SenderRow, mail: RawMail): Promise<Delivered | undefined> {
    try {
      return await readMail(mail, sender.sender);
    } catch (error) {
      log.warn({ err: error, senderId: sender.id, uid: mail.place.lastUid }, "An e-mail cannot be read; it stays in its mailbox");
      return undefined;
    }
  }

  async function take(sender: SenderRow, delivered: Delivered): Promise<void> {
    const isMachine = delivered.kind === "message" && delivered.isAutomatic;
    if (isMachine && !(await parts.isKnown(sender, delivered.from))) return;
    try {
      await parts.incoming.take(sender, delivered);
    } catch (error) {
      // A report of a mail that is no longer here, for example.
      if (!(error instanceof Refusal)) throw error;
      log.info({ code: error.code }, "An e-mail is left out");
    }
  }
}
