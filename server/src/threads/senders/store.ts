/** All the SQL of senders of text messages. */
import { and, asc, count, eq, sql } from "drizzle-orm";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { messageSenders } from "./tables.ts";

export type SenderRow = typeof messageSenders.$inferSelect;
export type NewSender = Pick<SenderRow, "workspaceId" | "agentId" | "provider" | "sender" | "hook" | "label">;

export interface SenderKey {
  workspaceId: string;
  id: string;
}

export type SenderStore = ReturnType<typeof createSenderStore>;

const isOne = ({ workspaceId, id }: SenderKey) => and(eq(messageSenders.workspaceId, workspaceId), eq(messageSenders.id, id));

/** Another server may have changed something. */
const FRESH_MS = 1_000;

export function createSenderStore(tenancy: Tenancy) {
  const recent = memoizeFor(FRESH_MS, async (id: string): Promise<SenderRow | undefined> => {
    const [row] = await tenancy.everywhere.select().from(messageSenders).where(eq(messageSenders.id, id));
    return row;
  });
  const anyones = async (id: string): Promise<SenderRow | undefined> => {
    const row = await recent(id);
    // One that is added is there at once.
    if (!row) recent.forget(id);
    return row;
  };
  const changed = (id: string): void => tenancy.committed(() => recent.forget(id));
  return {
    async all(workspaceId: string): Promise<SenderRow[]> {
      const db = tenancy.of(workspaceId);
      const is = eq(messageSenders.workspaceId, workspaceId);
      return db.select().from(messageSenders).where(is).orderBy(asc(messageSenders.createdAt), asc(messageSenders.id));
    },
    async read(key: SenderKey): Promise<SenderRow | undefined> {
      const [row] = await tenancy.of(key.workspaceId).select().from(messageSenders).where(isOne(key));
      return row;
    },
    /** Whosever it is: a provider posts to its address before anybody is known. Another server's change may be a moment old. */
    anyones,
    /** The same, of this workspace. */
    async recent({ workspaceId, id }: SenderKey): Promise<SenderRow | undefined> {
      const row = await anyones(id);
      return row?.workspaceId === workspaceId ? row : undefined;
    },
    /** How many there are; nobody else adds one until the transaction around it is done. */
    async hold(workspaceId: string): Promise<number> {
      const db = tenancy.of(workspaceId);
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`senders ${workspaceId}`}, 0))`);
      const [row] = await db.select({ n: count() }).from(messageSenders).where(eq(messageSenders.workspaceId, workspaceId));
      return row?.n ?? 0;
    },
    /** Undefined: it is there already. */
    async add(sender: NewSender): Promise<SenderRow | undefined> {
      const [row] = await tenancy.of(sender.workspaceId).insert(messageSenders).values(sender).onConflictDoNothing().returning();
      return row;
    },
    async change(
      key: SenderKey,
      change: Partial<Pick<SenderRow, "agentId" | "account" | "answersCalls">>,
    ): Promise<SenderRow | undefined> {
      const [row] = await tenancy.of(key.workspaceId).update(messageSenders).set(change).where(isOne(key)).returning();
      changed(key.id);
      return row;
    },
    async remove(key: SenderKey): Promise<SenderRow | undefined> {
      const [row] = await tenancy.of(key.workspaceId).delete(messageSenders).where(isOne(key)).returning();
      changed(key.id);
      return row;
    },
  };
}
