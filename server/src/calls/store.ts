/** All the SQL of calls. */
import type { CallStatus, Entry } from "@ongea/contract";
import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import { afterCursor, pageFrom, cursorOf, type PageOf } from "../platform/database/keyset.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { refuse } from "../platform/http/refuse.ts";
import { callEntries, executions } from "./tables.ts";

export type CallRow = typeof executions.$inferSelect;
export type NewCall = typeof executions.$inferInsert;
export type CallChange = Partial<Omit<NewCall, "id" | "workspaceId">>;

/** Which call, and whose. */
export interface CallKey {
  id: string;
  workspaceId: string;
}

/** What else is written down when a call is over; what it returns is done when everything is stored. */
export type Ended = (db: Db, call: CallRow) => Promise<() => void>;

export interface CallFilter {
  cursor?: string | undefined;
  limit: number;
  status?: CallStatus | undefined;
  agentId?: string | undefined;
}

/** What happened in a call, to be stored together. It may be stored twice: the second time changes nothing. */
export interface CallWrite {
  /** The call has begun, with this row. */
  begin?: NewCall | undefined;
  change?: CallChange | undefined;
  entries?: readonly StoredEntry[] | undefined;
  /** The last change. */
  finish?: CallChange | undefined;
}

export interface StoredEntry {
  position: number;
  entry: Entry;
}

/** Stores what happens in calls: of each call in order, however long the database takes or is away. */
export interface CallWriter {
  /** Never rejects: true when it is stored or kept on disk, false when it is lost. */
  write(call: CallKey, write: CallWrite): Promise<boolean>;
}

export interface CallStore {
  /**
   * All of a write. With its last change goes, in one transaction, what follows from the call's end. A call that has ended already is left as
   * it is: it is settled once.
   */
  apply(call: CallKey, write: CallWrite, ended: Ended): Promise<void>;
  /** Refuses with "call.not_found" or "call.running". */
  remove(call: CallKey): Promise<CallRow>;
  recordingsOf(workspaceId: string): Promise<string[]>;
  read(call: CallKey): Promise<CallRow | undefined>;
  /** Newest first. */
  list(workspaceId: string, filter: CallFilter): Promise<PageOf<CallRow>>;
  entries(call: CallKey): Promise<Entry[]>;
}

const the = ({ id, workspaceId }: CallKey) => and(eq(executions.workspaceId, workspaceId), eq(executions.id, id));

export function createCallStore(tenancy: Tenancy): CallStore {
  const entriesOf = ({ id, workspaceId }: CallKey) => and(eq(callEntries.workspaceId, workspaceId), eq(callEntries.callId, id));
  return {
    async apply(call, write, ended) {
      const { finish } = write;
      if (!finish) return storeParts(tenancy.of(call.workspaceId), call, write);
      const stored = await tenancy.of(call.workspaceId).transaction(async (db) => {
        await storeParts(db, call, { ...write, change: undefined });
        const [row] = await db
          .update(executions)
          .set({ ...write.change, ...finish })
          .where(and(the(call), isNull(executions.endedAt)))
          .returning();
        return row ? ended(db, row) : undefined;
      });
      stored?.();
    },
    async recordingsOf(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ recording: executions.recording })
        .from(executions)
        .where(and(eq(executions.workspaceId, workspaceId), isNotNull(executions.recording)));
      return rows.flatMap(({ recording }) => recording ?? []);
    },
    async remove(call) {
      return tenancy.of(call.workspaceId).transaction(async (db) => {
        const [row] = await db.select().from(executions).where(the(call)).for("update");
        if (!row) throw refuse("call.not_found");
        if (row.endedAt === null) throw refuse("call.running");
        await db.delete(executions).where(the(call));
        return row;
      });
    },
    async read(call) {
      const [row] = await tenancy.of(call.workspaceId).select().from(executions).where(the(call));
      return row;
    },
    async list(workspaceId, { cursor, limit, status, agentId }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ call: executions, place: cursorOf(executions.createdAt, executions.id) })
        .from(executions)
        .where(
          and(
            eq(executions.workspaceId, workspaceId),
            status ? eq(executions.status, status) : undefined,
            agentId ? eq(executions.agentId, agentId) : undefined,
            afterCursor(cursor, executions.createdAt, executions.id),
          ),
        )
        .orderBy(desc(executions.createdAt), desc(executions.id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ call }) => call), next };
    },
    async entries(call) {
      const rows = await tenancy
        .of(call.workspaceId)
        .select({ entry: callEntries.entry })
        .from(callEntries)
        .where(entriesOf(call))
        .orderBy(asc(callEntries.position));
      return rows.map((row) => row.entry);
    },
  };
}

async function storeParts(db: Db, call: CallKey, { begin, change, entries = [] }: CallWrite): Promise<void> {
  const { id: callId, workspaceId } = call;
  if (begin)
    await db
      .insert(executions)
      .values({ ...begin, ...change })
      .onConflictDoNothing();
  else if (change)
    await db
      .update(executions)
      .set(change)
      .where(and(the(call), isNull(executions.endedAt)));
  if (entries.length === 0) return;
  await db
    .insert(callEntries)
    .values(entries.map((entry) => ({ workspaceId, callId, ...entry })))
    .onConflictDoNothing();
}
