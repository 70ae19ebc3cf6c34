/** Fetches what people send: noted with the message, then a job asks the provider. What is too large or of no known kind is not kept. */
import { z } from "zod";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import type { Queue } from "../../platform/jobs/queue.ts";
import type { TextChannel } from "../../contacts/index.ts";
import type { ThreadKey, ThreadRow } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import type { SenderRow, SenderStore } from "../senders/store.ts";
import { sniffType } from "./sniff.ts";
import { transcribeQueue } from "./transcribe.ts";
import type { FileFacts, FileStore } from "../messages/files/store.ts";

export interface DownloadParts {
  files: Pick<FileStore, "waiting" | "store" | "fail" | "heard">;
  senders: Pick<SenderStore, "read">;
  channelOf(sender: SenderRow): Promise<TextChannel | undefined>;
  threads: Pick<Threads, "tell" | "heard">;
  tenancy: Pick<Tenancy, "together">;
  jobs: Pick<Jobs, "work" | "send">;
}

const AGAIN_AFTER_SECONDS = [5, 30, 120, 600];

export const downloadQueue: Queue<ThreadKey> = {
  name: "message-file",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 60,
  againAfterSeconds: (attempts) => AGAIN_AFTER_SECONDS[attempts - 1],
};

/** WhatsApp's own limit for pictures. */
export const MOST_FILE_BYTES = 5_242_880;
/** Of one thread in 24 hours. */
export const MOST_FILES = 50;

type Fetched = { type: string; bytes: Buffer } | { reason: NonNullable<FileFacts["reason"]> };

export function startDownloading({ files, senders, channelOf, threads, tenancy, jobs }: DownloadParts): void {
  jobs.work(downloadQueue, download, { atOnce: 2 });

  async function download(key: ThreadKey, job: Job): Promise<void> {
    const waiting = await files.waiting(key);
    if (!waiting) return;
    const { file, thread, today } = waiting;
    const sender = thread.senderId === null ? undefined : await senders.read({ ...key, id: thread.senderId });
    const fetched: Fetched = today >= MOST_FILES ? { reason: "too_many" } : await fetchFile(file, sender, job);
    if ("reason" in fetched) await fail(key, thread, fetched.reason);
    else
      await tenancy.together(key.workspaceId, async () => {
        await files.store(key, fetched);
        if (file.transcription === "waiting") await jobs.send(transcribeQueue, key);
      });
    threads.tell(thread);
  }

  /** Nobody hears a voice note that is not here. */
  async function fail(key: ThreadKey, thread: ThreadRow, reason: NonNullable<FileFacts["reason"]>): Promise<void> {
    await threads.heard(thread, async () => {
      await files.fail(key, reason);
      const position = await files.heard(key, { transcription: "unavailable" });
      return position === undefined ? undefined : { position, wants: "person" };
    });
  }

  async function fetchFile({ providerRef }: FileFacts, sender: SenderRow | undefined, job: Job): Promise<Fetched> {
    const channel = sender && (await channelOf(sender));
    if (!channel?.download || providerRef === null) return { reason: "unavailable" };
    const got = await channel.download(providerRef, MOST_FILE_BYTES);
    if (got.kind === "later" && job.attempts <= AGAIN_AFTER_SECONDS.length) throw new Error("A file could not be fetched");
    if (got.kind !== "file") return { reason: got.kind === "too large" ? "too_large" : "unavailable" };
    const type = sniffType(got.bytes);
    return type === undefined ? { reason: "type" } : { type, bytes: got.bytes };
  }
}
