/** All the SQL of connections. */
import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { connections } from "./tables.ts";

export type StoredConnection = typeof connections.$inferSelect;
export type NewConnection = Omit<typeof connections.$inferInsert, "revision" | "createdAt" | "updatedAt">;
export type ConnectionChange = Partial<Omit<NewConnection, "id" | "workspaceId" | "provider">>;
export type Read = Pick<StoredConnection, "id" | "workspaceId" | "revision">;

export interface ConnectionStore {
  /** The oldest first. */
  all(workspaceId: string): Promise<StoredConnection[]>;
  /** Undefined: the workspace has one of this provider meanwhile. */
  add(connection: NewConnection): Promise<StoredConnection | undefined>;
  /** Undefined: it is no longer as it was read. */
  change(read: Read, change: ConnectionChange): Promise<StoredConnection | undefined>;
  remove(read: Read): Promise<boolean>;
  /** In a call: it is the same connection all the same. */
  failed(of: Pick<StoredConnection, "id" | "workspaceId">, failed: NonNullable<StoredConnection["failed"]>): Promise<void>;
  /** Of every workspace, in order: those that another key than this one has sealed. */
  notUnder(keyVersion: number, afterId: string | undefined, most: number): Promise<StoredConnection[]>;
  /** How many each key has sealed. */
  byKey(): Promise<{ keyVersion: number; count: number }[]>;
}

export function createConnectionStore(tenancy: Tenancy): ConnectionStore {
  const asRead = ({ id, workspaceId, revision }: Read) =>
    and(eq(connections.workspaceId, workspaceId), eq(connections.id, id), eq(connections.revision, revision));
  return {
    all: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(connections)
        .where(eq(connections.workspaceId, workspaceId))
        .orderBy(asc(connections.createdAt), asc(connections.id)),
    async add(connection) {
      const [row] = await tenancy
        .of(connection.workspaceId)
        .insert(connections)
        .values(connection)
        .onConflictDoNothing({ target: [connections.workspaceId, connections.provider] })
        .returning();
      return row;
    },
    async change(read, change) {
      const [row] = await tenancy
        .of(read.workspaceId)
        .update(connections)
        .set({ ...change, revision: read.revision + 1, updatedAt: sql`now()` })
        .where(asRead(read))
        .returning();
      return row;
    },
    async remove(read) {
      const gone = await tenancy.of(read.workspaceId).delete(connections).where(asRead(read)).returning({ id: connections.id });
      return gone.length > 0;
    },
    async failed({ workspaceId, id }, failed) {
      const isIt = and(eq(connections.workspaceId, workspaceId), eq(connections.id, id));
      await tenancy.of(workspaceId).update(connections).set({ failed }).where(isIt);
    },
    notUnder: (keyVersion, afterId, most) =>
      tenancy.everywhere
        .select()
        .from(connections)
        .where(and(ne(connections.keyVersion, keyVersion), afterId === undefined ? undefined : gt(connections.id, afterId)))
        .orderBy(asc(connections.id))
        .limit(most),
    byKey: () =>
      tenancy.everywhere
        .select({ keyVersion: connections.keyVersion, count: sql<number>`count(*)::int` })
        .from(connections)
        .groupBy(connections.keyVersion)
        .orderBy(asc(connections.keyVersion)),
  };
}
