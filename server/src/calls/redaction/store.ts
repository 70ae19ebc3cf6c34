/** All the SQL of taking away what was said. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Entry } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Analysis } from "../analysis/store.ts";
import type { CallChange, CallKey, CallRow } from "../records/store.ts";
import type { CallWords } from "../records/words/store.ts";
import { callAnalyses, callEntries, executions } from "../records/tables.ts";

export interface RedactionStore {
  /** Nobody else changes it until the transaction is over. */
  lock(call: CallKey): Promise<CallRow | undefined>;
  entries(call: CallKey): Promise<Entry[]>;
  analysis(call: CallKey): Promise<Pick<Analysis, "summary" | "extracted"> | undefined>;
  replace(
    call: CallKey,
    change: CallChange,
    left: { entries: readonly Entry[]; removed: readonly CallWords[] },
  ): Promise<CallRow>;
  replaceAnalysis(call: CallKey, made: Pick<Analysis, "summary" | "extracted">): Promise<void>;
}

/** Rows in one statement. */
const MOST_ROWS = 500;

export function createRedactionStore(tenancy: Tenancy): RedactionStore {
  const the = ({ id, workspaceId }: CallKey) => and(eq(executions.workspaceId, workspaceId), eq(executions.id, id));
  const entriesOf = ({ id, workspaceId }: CallKey) => and(eq(callEntries.workspaceId, workspaceId), eq(callEntries.callId, id));
  const analysisOf = ({ id, workspaceId }: CallKey) =>
    and(eq(callAnalyses.workspaceId, workspaceId), eq(callAnalyses.callId, id));
  return {
    async lock(call) {
      const [row] = await tenancy.of(call.workspaceId).select().from(executions).where(the(call)).for("update");
      return row;
    },
    async entries(call) {
      const rows = tenancy.of(call.workspaceId).select({ entry: callEntries.entry }).from(callEntries).where(entriesOf(call));
      return (await rows.orderBy(asc(callEntries.position))).map(({ entry }) => entry);
    },
    async analysis(call) {
      const { summary, extracted } = callAnalyses;
      const rows = tenancy.of(call.workspaceId).select({ summary, extracted }).from(callAnalyses).where(analysisOf(call));
      return (await rows)[0];
    },
    async replace(call, change, { entries, removed }) {
      const db = tenancy.of(call.workspaceId);
      const set = { ...change, redactedAt: sql`clock_timestamp()`, updatedAt: sql`now()` };
      const [row] = await db.update(executions).set(set).where(the(call)).returning();
      await db.delete(callEntries).where(entriesOf(call));
      // What was masked is taken away with what is left of it.
      await db.execute(sql`delete from whole_entries where call_id = ${call.id} and workspace_id = ${call.workspaceId}`);
      for (const { remove } of removed) await db.execute(remove(sql`${call.id}::uuid`));
      const rows = entries.map((entry, position) => ({ workspaceId: call.workspaceId, callId: call.id, position, entry }));
      for (let from = 0; from < rows.length; from += MOST_ROWS)
        await db.insert(callEntries).values(rows.slice(from, from + MOST_ROWS));
      if (!row) throw new Error("A call went while it was redacted");
      return row;
    },
    async replaceAnalysis(call, made) {
      const isThere = and(analysisOf(call), isNotNull(callAnalyses.callId));
      await tenancy.of(call.workspaceId).update(callAnalyses).set(made).where(isThere);
    },
  };
}
