/** All the SQL of calls. */
import type { CallStatus, Entry } from "@ongea/contract";
import { and, asc, count, desc, eq, isNull, max } from "drizzle-orm";
import type { Db } from "../platform/database/database.ts";
import { callEntries, executions } from "./tables.ts";

export type CallRow = typeof executions.$inferSelect;
export type NewCall = typeof executions.$inferInsert;
export type CallChange = Partial<Omit<NewCall, "id">>;

export interface CallFilter {
  page: number;
  size: number;
  status?: CallStatus | undefined;
  agentId?: string | undefined;
}

export interface CallStore {
  add(call: NewCall): Promise<CallRow>;
  change(id: string, change: CallChange): Promise<CallRow | undefined>;
  read(id: string): Promise<CallRow | undefined>;
  list(filter: CallFilter): Promise<{ rows: CallRow[]; total: number }>;
  /** Those that a killed server left without an end. */
  unfinished(): Promise<CallRow[]>;
  addEntry(callId: string, position: number, entry: Entry): Promise<void>;
  nextPosition(callId: string): Promise<number>;
  entries(callId: string): Promise<Entry[]>;
}

export function createCallStore(db: Db): CallStore {
  return {
    async add(call) {
      const [row] = await db.insert(executions).values(call).returning();
      if (!row) throw new Error("A call was not stored");
      return row;
    },
    async change(id, change) {
      const [row] = await db
        .update(executions)
        .set({ ...change, updatedAt: new Date() })
        .where(eq(executions.id, id))
        .returning();
      return row;
    },
    async read(id) {
      const [row] = await db.select().from(executions).where(eq(executions.id, id));
      return row;
    },
    async list({ page, size, status, agentId }) {
      const wanted = and(
        status ? eq(executions.status, status) : undefined,
        agentId ? eq(executions.agentId, agentId) : undefined,
      );
      const rows = await db
        .select()
        .from(executions)
        .where(wanted)
        .orderBy(desc(executions.createdAt), asc(executions.id))
        .limit(size)
        .offset((page - 1) * size);
      const [counted] = await db.select({ total: count() }).from(executions).where(wanted);
      return { rows, total: counted?.total ?? 0 };
    },
    unfinished: () => db.select().from(executions).where(isNull(executions.endedAt)),
    async addEntry(callId, position, entry) {
      await db.insert(callEntries).values({ callId, position, entry }).onConflictDoNothing();
    },
    async nextPosition(callId) {
      const [row] = await db
        .select({ last: max(callEntries.position) })
        .from(callEntries)
        .where(eq(callEntries.callId, callId));
      return (row?.last ?? -1) + 1;
    },
    async entries(callId) {
      const rows = await db
        .select({ entry: callEntries.entry })
        .from(callEntries)
        .where(eq(callEntries.callId, callId))
        .orderBy(asc(callEntries.position));
      return rows.map((row) => row.entry);
    },
  };
}
