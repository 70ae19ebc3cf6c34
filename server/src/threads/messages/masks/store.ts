/** The SQL of messages' masks. */
import { THREAD_QUIET_MINUTES } from "@ongea/contract";
import { and, desc, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { MOST_EARLIER, type MessageRow, type ThreadKey } from "../store.ts";
import { threadMessages } from "../tables.ts";

export type MaskStore = ReturnType<typeof createMaskStore>;

const MOST_FORGOTTEN = 1_000;

export function createMaskStore(tenancy: Tenancy) {
  const { id, direction, text, whole, position, threadId } = threadMessages;
  return {
    /** What names were learnt from, what the person was written last, and the last message; the newest first. */
    async seen(thread: ThreadKey): Promise<Pick<MessageRow, "id" | "direction" | "text" | "whole">[]> {
      const isLastSaid = sql`${position} = (select max(said.position) from thread_messages said
        where said.thread_id = ${thread.id} and said.direction = 'out')`;
      const isLast = sql`${position} = (select max(said.position) from thread_messages said where said.thread_id = ${thread.id})`;
      return tenancy
        .of(thread.workspaceId)
        .select({ id, direction, text, whole })
        .from(threadMessages)
        .where(and(eq(threadId, thread.id), or(isNotNull(whole), isLastSaid, isLast)))
        .orderBy(desc(position))
        .limit(MOST_EARLIER);
    },
    async newest(thread: ThreadKey): Promise<MessageRow[]> {
      const found = tenancy.of(thread.workspaceId).select().from(threadMessages).where(eq(threadId, thread.id));
      return found.orderBy(desc(position)).limit(MOST_EARLIER);
    },
    async change(
      row: Pick<MessageRow, "id" | "workspaceId">,
      words: Partial<Pick<MessageRow, "text" | "trace" | "template" | "mail" | "whole" | "wholePasses">>,
    ): Promise<void> {
      const is = and(eq(threadMessages.workspaceId, row.workspaceId), eq(id, row.id));
      await tenancy.of(row.workspaceId).update(threadMessages).set(words).where(is);
    },
    /**
     * Whole words that were kept for the conversation alone go when nobody has written in it for a while; what is still to be sent, or to be
     * answered by the agent, waits for that. Of all workspaces.
     */
    async forget(): Promise<void> {
      await tenancy.everywhere.execute(sql`
        update thread_messages set whole = null where id in (
          select one.id from thread_messages one join threads thread on thread.id = one.thread_id
          where one.whole is not null and one.whole_passes and one.state <> 'queued'
            and thread.last_at < now() - ${THREAD_QUIET_MINUTES} * interval '1 minute'
            and not (thread.state = 'open' and one.direction = 'in' and one.position > thread.answered_up_to)
          limit ${MOST_FORGOTTEN} for update of one skip locked)`);
    },
  };
}
