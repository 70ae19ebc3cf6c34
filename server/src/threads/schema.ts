import type { Schema } from "../platform/database/schema.ts";
import { checkSweepQueue, threadCheckQueue } from "./checks/queue.ts";
import { senderMigrations } from "./senders/tables.ts";
import { answerQueue, deliverQueue, forgetQueue } from "./messages/queue.ts";
import { afterCallQueue } from "./after-call/after-call.ts";
import { callMessageMigrations } from "./after-call/tables.ts";
import { downloadQueue } from "./files/download.ts";
import { transcribeQueue } from "./files/transcribe.ts";
import { mailFetchQueue, mailSweepQueue } from "./mail/queue.ts";
import { mailboxMigrations } from "./mail/tables.ts";
import { smppMigrations } from "./smpp/tables.ts";
import { reportQueue } from "./delivery/incoming.ts";
import { threadMigrations } from "./messages/migrations.ts";

/** What is kept of conversations in writing. */
export const threadsSchema: Schema = {
  migrations: [...threadMigrations, ...senderMigrations, ...mailboxMigrations, ...smppMigrations, ...callMessageMigrations],
  queues: [
    answerQueue,
    checkSweepQueue,
    threadCheckQueue,
    deliverQueue,
    forgetQueue,
    reportQueue,
    afterCallQueue,
    downloadQueue,
    transcribeQueue,
    mailSweepQueue,
    mailFetchQueue,
  ],
};
