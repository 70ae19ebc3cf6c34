/** All the SQL of files that people send with their messages. */
import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { threadFiles, threadMessages, threads } from "../tables.ts";
import { type Masks, NO_MASKS, type ThreadKey, type ThreadRow } from "../store.ts";

const { bytes: _bytes, ...FACTS } = getTableColumns(threadFiles);

type FileKey = ThreadKey;
export type FileFacts = Omit<typeof threadFiles.$inferSelect, "bytes">;
export type NewFile = Pick<FileFacts, "workspaceId" | "messageId" | "kind" | "name" | "providerRef">;
export type FileStore = ReturnType<typeof createFileStore>;

const isOne = ({ workspaceId, id }: FileKey) => and(eq(threadFiles.workspaceId, workspaceId), eq(threadFiles.id, id));
const isWaiting = eq(threadFiles.state, "waiting");
const isUnheard = eq(threadFiles.transcription, "waiting");

export function createFileStore(tenancy: Tenancy, masks: Masks = NO_MASKS) {
  /** Of a voice note or a file's name, as they are stored with this message. */
  async function words({ workspaceId, id }: ThreadKey, text: string) {
    const [thread] = await tenancy
      .of(workspaceId)
      .select(getTableColumns(threads))
      .from(threads)
      .innerJoin(threadMessages, eq(threadMessages.threadId, threads.id))
      .where(and(eq(threads.workspaceId, workspaceId), eq(threadMessages.id, id)));
    if (!thread) return { text };
    const note = { id, direction: "in", author: "contact", state: "received", text } as const;
    const { text: masked, whole, wholePasses } = await masks.mask(thread, note);
    return { text: masked, whole, wholePasses };
  }
  return {
    async add(file: NewFile): Promise<FileFacts> {
      const transcription = file.kind === "audio" ? ("waiting" as const) : null;
      const { text: name } = await words({ workspaceId: file.workspaceId, id: file.messageId }, file.name);
      const values = { ...file, name, state: "waiting" as const, transcription };
      const [row] = await tenancy.of(file.workspaceId).insert(threadFiles).values(values).returning(FACTS);
      if (!row) throw new Error("A file was not noted");
      return row;
    },
    /** Undefined: it waits no longer. `today`: how many its thread has stored in 24 hours. */
    async waiting(key: FileKey): Promise<{ file: FileFacts; thread: ThreadRow; today: number } | undefined> {
      const [row] = await tenancy
        .of(key.workspaceId)
        .select({
          file: FACTS,
          thread: threads,
          today: sql<number>`(select count(*)::int from thread_files other join thread_messages said on said.id = other.message_id
            where said.thread_id = ${threads.id} and other.state = 'stored' and other.created_at > now() - interval '24 hours')`,
        })
        .from(threadFiles)
        .innerJoin(threadMessages, eq(threadMessages.id, threadFiles.messageId))
        .innerJoin(threads, eq(threads.id, threadMessages.threadId))
        .where(and(isOne(key), isWaiting));
      return row;
    },
    /** How many files of a thread were stored in 24 hours. */
    async storedToday({ workspaceId, id }: ThreadKey): Promise<number> {
      const { rows } = await tenancy.of(workspaceId).execute<{ n: number }>(sql`
        select count(*)::int as n from thread_files file join thread_messages said on said.id = file.message_id
        where said.workspace_id = ${workspaceId} and said.thread_id = ${id} and file.state = 'stored'
          and file.created_at > now() - interval '24 hours'`);
      return rows[0]?.n ?? 0;
    },
    async store(key: FileKey, { type, bytes }: { type: string; bytes: Buffer }): Promise<void> {
      const stored = { type, bytes, size: bytes.length, state: "stored" as const };
      await tenancy
        .of(key.workspaceId)
        .update(threadFiles)
        .set(stored)
        .where(and(isOne(key), isWaiting));
    },
    async fail(key: FileKey, reason: NonNullable<FileFacts["reason"]>): Promise<void> {
      await tenancy
        .of(key.workspaceId)
        .update(threadFiles)
        .set({ state: "failed", reason })
        .where(and(isOne(key), isWaiting));
    },
    /** A voice note that is here and not yet written down, and its message. */
    async unheard(key: FileKey): Promise<{ bytes: Buffer; messageId: string; thread: ThreadRow } | undefined> {
      const [row] = await tenancy
        .of(key.workspaceId)
        .select({ bytes: threadFiles.bytes, messageId: threadMessages.id, thread: threads })
        .from(threadFiles)
        .innerJoin(threadMessages, eq(threadMessages.id, threadFiles.messageId))
        .innerJoin(threads, eq(threads.id, threadMessages.threadId))
        .where(and(isOne(key), isUnheard, eq(threadFiles.state, "stored")));
      return row?.bytes ? { ...row, bytes: row.bytes } : undefined;
    },
    /** Where its message stands, which has these words now; undefined: it was written down, or given up, before. */
    async heard(
      key: FileKey,
      { transcription, text }: { transcription: NonNullable<FileFacts["transcription"]>; text?: string },
    ): Promise<number | undefined> {
      const db = tenancy.of(key.workspaceId);
      const [file] = await db
        .update(threadFiles)
        .set({ transcription })
        .where(and(isOne(key), isUnheard))
        .returning({ messageId: threadFiles.messageId });
      if (!file) return undefined;
      const is = and(eq(threadMessages.workspaceId, key.workspaceId), eq(threadMessages.id, file.messageId));
      const place = { position: threadMessages.position };
      const [message] =
        text === undefined
          ? await db.select(place).from(threadMessages).where(is)
          : await db
              .update(threadMessages)
              .set(await words({ workspaceId: key.workspaceId, id: file.messageId }, text))
              .where(is)
              .returning(place);
      return message?.position;
    },
    /** Of these messages, the oldest first. */
    async of(workspaceId: string, messageIds: readonly string[]): Promise<FileFacts[]> {
      if (messageIds.length === 0) return [];
      const is = and(eq(threadFiles.workspaceId, workspaceId), inArray(threadFiles.messageId, [...messageIds]));
      return tenancy.of(workspaceId).select(FACTS).from(threadFiles).where(is).orderBy(asc(threadFiles.createdAt));
    },
    /** Undefined: it is not of this thread, or not stored. */
    async read(
      { workspaceId, id: threadId }: ThreadKey,
      id: string,
    ): Promise<{ name: string; type: string; bytes: Buffer | null } | undefined> {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ name: threadFiles.name, type: threadFiles.type, bytes: threadFiles.bytes })
        .from(threadFiles)
        .innerJoin(threadMessages, eq(threadMessages.id, threadFiles.messageId))
        .where(and(isOne({ workspaceId, id }), eq(threadMessages.threadId, threadId), eq(threadFiles.state, "stored")));
      return row;
    },
  };
}
