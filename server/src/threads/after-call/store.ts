/** All the SQL of messages that calls are followed by. */
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { callMessages } from "./tables.ts";

export type CallMessageRow = typeof callMessages.$inferSelect;
export type NewCallMessage = Omit<CallMessageRow, "id" | "createdAt">;
export type CallMessageStore = ReturnType<typeof createCallMessageStore>;

export function createCallMessageStore(tenancy: Tenancy) {
  const ofWorkspace = (workspaceId: string) => eq(callMessages.workspaceId, workspaceId);
  return {
    async all(workspaceId: string): Promise<CallMessageRow[]> {
      const db = tenancy.of(workspaceId);
      return db
        .select()
        .from(callMessages)
        .where(ofWorkspace(workspaceId))
        .orderBy(asc(callMessages.createdAt), asc(callMessages.id));
    },
    async ofAgents(workspaceId: string, agentIds: readonly string[]): Promise<CallMessageRow[]> {
      const is = and(ofWorkspace(workspaceId), inArray(callMessages.agentId, [...agentIds]));
      return tenancy.of(workspaceId).select().from(callMessages).where(is);
    },
    /** How many there are; nobody else adds one until the transaction around it is done. */
    async hold(workspaceId: string): Promise<number> {
      const db = tenancy.of(workspaceId);
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`call messages ${workspaceId}`}, 0))`);
      const [row] = await db.select({ n: count() }).from(callMessages).where(ofWorkspace(workspaceId));
      return row?.n ?? 0;
    },
    async add(rule: NewCallMessage): Promise<CallMessageRow> {
      const [row] = await tenancy.of(rule.workspaceId).insert(callMessages).values(rule).returning();
      if (!row) throw new Error("A rule was not stored");
      return row;
    },
    /** Undefined: there is no such rule. */
    async change(id: string, { workspaceId, ...rule }: NewCallMessage): Promise<CallMessageRow | undefined> {
      const is = and(ofWorkspace(workspaceId), eq(callMessages.id, id));
      const [row] = await tenancy.of(workspaceId).update(callMessages).set(rule).where(is).returning();
      return row;
    },
    async remove(workspaceId: string, id: string): Promise<boolean> {
      const is = and(ofWorkspace(workspaceId), eq(callMessages.id, id));
      return (await tenancy.of(workspaceId).delete(callMessages).where(is).returning()).length > 0;
    },
  };
}
