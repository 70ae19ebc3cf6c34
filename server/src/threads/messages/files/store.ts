/** All the SQL of files that people send with their messages. */
import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { threadFiles, threadMessages, threads } from "../tables.ts";
import type { ThreadKey, ThreadRow } from "../store.ts";

const { bytes: _bytes, ...FACTS } = getTableColumns(threadFiles);

type FileKey = ThreadKey;
export type FileFacts = Omit<typeof threadFiles.$inferSelect, "bytes">;
export type NewFile = Pick<FileFacts, "workspaceId" | "messageId" | "kind" | "name" | "providerRef">;
export type FileStore = ReturnType<typeof createFileStore>;

const isOne = ({ workspaceId, id }: FileKey) => and(eq(threadFiles.workspaceId, workspaceId), eq(threadFiles.id, id));
const isWaiting = eq(threadFiles.state, "waiting");

export function createFileStore(tenancy: Tenancy) {
  return {
    async add(file: NewFile): Promise<FileFacts> {
      const values = { ...file, state: "waiting" as const };
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
