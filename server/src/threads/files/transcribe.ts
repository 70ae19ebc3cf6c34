/** Writes voice notes down: their words become their message's, and the agent answers them as if they had been typed. */
import { readOggOpus } from "@ongea/channels/ogg";
import { z } from "zod";
import { type Compliance, keywordIn } from "../../compliance/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import { NotNow, type Queue } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import type { FileFacts, FileStore } from "../messages/files/store.ts";
import { optOut } from "../messages/opt-out.ts";
import type { ThreadKey, ThreadRow } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import type { NoteHearing } from "./hearing.ts";

export interface TranscribingParts {
  files: Pick<FileStore, "unheard" | "heard">;
  threads: Pick<Threads, "heard" | "tell">;
  doNotCall: Pick<Compliance["doNotCall"], "add" | "forget">;
  tenancy: Pick<Tenancy, "of">;
  jobs: Pick<Jobs, "work">;
  hear: NoteHearing;
  log: Pick<Log, "warn">;
}

const AGAIN_AFTER_SECONDS = [5, 30];

export const transcribeQueue: Queue<ThreadKey> = {
  name: "voice-note",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 200,
  againAfterSeconds: (attempts) => AGAIN_AFTER_SECONDS[attempts - 1],
};

export const MOST_NOTE_SECONDS = 120;
/** As a message that is typed. */
const LONGEST_TEXT = 2_000;
const BUSY_SECONDS = 5;

type Written = { text: string } | { why: NonNullable<FileFacts["transcription"]> };

export function startTranscribing(parts: TranscribingParts): void {
  const { files, threads, doNotCall, tenancy, jobs, hear, log } = parts;
  // One at a time: calls hear by the same models.
  jobs.work(transcribeQueue, transcribe);

  async function transcribe(key: ThreadKey, { attempts, signal }: Job): Promise<void> {
    const note = await files.unheard(key);
    if (!note) return;
    let written: Written;
    try {
      written = await writeDown(note, key);
    } catch (error) {
      if (error instanceof NotNow || signal.aborted || attempts <= AGAIN_AFTER_SECONDS.length) throw error;
      log.warn({ err: error, fileId: key.id }, "A voice note could not be written down; a person is wanted");
      written = { why: "unavailable" };
    }
    await finish(key, note.thread, written);
    threads.tell(note.thread);
  }

  async function writeDown({ bytes, thread }: { bytes: Buffer; thread: ThreadRow }, { id }: ThreadKey): Promise<Written> {
    const sound = await readOggOpus(bytes, MOST_NOTE_SECONDS);
    if (sound.kind === "problem") return { why: sound.why };
    const words = await hear(thread, { ...sound, fileId: id });
    if (words.kind === "busy") throw new NotNow(BUSY_SECONDS);
    if (words.kind !== "text") return { why: words.kind };
    const text = sanitizeForPostgres(words.text).trim().slice(0, LONGEST_TEXT);
    return text === "" ? { why: "silent" } : { text };
  }

  /** "Stop" counts when it is spoken; consent to be written to again is typed, as STT may mishear. */
  async function finish({ workspaceId, id }: ThreadKey, thread: ThreadRow, written: Written): Promise<void> {
    const isText = "text" in written;
    const isStop = isText && keywordIn(written.text) === "stop";
    await threads.heard(thread, async () => {
      const change = isText ? { transcription: "done" as const, text: written.text } : { transcription: written.why };
      const position = await files.heard({ workspaceId, id }, change);
      if (position === undefined) return undefined;
      if (isStop) await optOut({ doNotCall, tenancy }, workspaceId, thread.address);
      return { position, wants: isStop ? "silent" : isText ? "answer" : "person" };
    });
  }
}
