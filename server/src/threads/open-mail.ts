/** E-mail as a channel: addresses of senders, and the reading of their mailboxes. */
import { createSeal } from "../platform/secrets/seal.ts";
import type { Incoming } from "./delivery/incoming.ts";
import type { ThreadsParts } from "./dependencies.ts";
import { DUE_AGAIN_SECONDS, startFetching } from "./mail/fetching.ts";
import { createMailboxes, type Mailboxes } from "./mail/mailboxes.ts";
import { createMailboxStore } from "./mail/store.ts";
import type { ThreadStore } from "./messages/store.ts";
import type { SenderStore } from "./senders/store.ts";

export interface OpenedMail {
  mailboxes: Mailboxes;
  /** From now on this server reads mail. */
  start(parts: { incoming: Incoming; senders: SenderStore; store: ThreadStore }): void;
}

export function openMail({ platform }: Pick<ThreadsParts, "platform">): OpenedMail {
  const { config, database, jobs, log, secret } = platform;
  const allowed = config.PRIVATE_ADDRESSES;
  const mailboxStore = createMailboxStore(database, DUE_AGAIN_SECONDS);
  const mailboxes = createMailboxes({ store: mailboxStore, seal: createSeal(secret, "mailboxes"), allowed });
  return {
    mailboxes,
    start({ incoming, senders, store }) {
      startFetching({
        store: mailboxStore,
        mailboxes,
        senders,
        incoming,
        isKnown: async ({ id: senderId, workspaceId }, address) =>
          (await store.at({ workspaceId, channel: "email", address, senderId })) !== undefined,
        tenancy: database,
        jobs,
        allowed,
        log,
      });
    },
  };
}
