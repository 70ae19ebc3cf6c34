/** All the SQL of taking away what was said. */
import type { Entry } from "@ongea/contract";
import { and, eq, sql } from "drizzle-orm";
import { type CallsToRedact, deleteWholeEntriesOf } from "../../compliance/index.ts";
import { SHARED_RECORDINGS, type Recordings } from "../../engines/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { AnalysisStore } from "../analysis/store.ts";
import type { CallLabels } from "../records/labels/store.ts";
import type { CallKey, CallRow, CallStore } from "../records/store.ts";
import { transcriptOf } from "../records/summary.ts";
import { callAnalyses, callEntries, executions } from "../records/tables.ts";
import type { CallWords } from "../records/words/store.ts";

export interface RedactableParts {
  store: Pick<CallStore, "entries">;
  labels: Pick<CallLabels, "lock">;
  analyses: Pick<AnalysisStore, "read">;
  recordings: Pick<Recordings, "path" | "remove" | "removeWhole" | "silence">;
  /** The journal of a call that was made for a demo. */
  rehearsed(call: CallRow): Promise<Entry[]>;
  /** What other domains keep of its words. */
  words: readonly CallWords[];
  /** It is found by the words that are left, and by no others. */
  foundAgain(db: Db, calls: readonly CallRow[]): Promise<void>;
}

/** Rows in one statement. */
const MOST_ROWS = 500;

export function createRedactable(tenancy: Tenancy, parts: RedactableParts): CallsToRedact {
  const { store, labels, analyses, recordings, rehearsed, words, foundAgain } = parts;
  const of = (table: typeof callEntries | typeof callAnalyses, { id, workspaceId }: CallKey) =>
    and(eq(table.workspaceId, workspaceId), eq(table.callId, id));
  return {
    async lock(call) {
      const row = await labels.lock(call);
      if (row.endedAt === null) throw refuse("call.running");
      const kept = await store.entries(call);
      const [journal, made] = [kept.length > 0 ? kept : await rehearsed(row), await analyses.read(call)];
      return { ...row, isMasked: row.traits.masked !== undefined, journal, made };
    },
    transcript: (journal) => transcriptOf(journal.filter((entry) => entry.kind === "turn")),
    async replace(call, { change, journal, made, rewrite }) {
      const { id, workspaceId } = call;
      const db = tenancy.of(workspaceId);
      const set = { ...change, redactedAt: sql`clock_timestamp()`, updatedAt: sql`now()` };
      const its = and(eq(executions.workspaceId, workspaceId), eq(executions.id, id));
      const [row] = await db.update(executions).set(set).where(its).returning();
      if (!row) throw new Error("A call went while it was redacted");
      await db.delete(callEntries).where(of(callEntries, call));
      // What was masked is taken away with what is left of it.
      await db.execute(deleteWholeEntriesOf(sql`${id}::uuid`));
      const rows = journal.map((entry, position) => ({ workspaceId, callId: id, position, entry }));
      for (let from = 0; from < rows.length; from += MOST_ROWS)
        await db.insert(callEntries).values(rows.slice(from, from + MOST_ROWS));
      if (made) await db.update(callAnalyses).set(made).where(of(callAnalyses, call));
      for (const one of words)
        if (one.rewrite) await one.rewrite(call, rewrite);
        else await db.execute(one.remove(sql`${id}::uuid`));
      await foundAgain(db, [row]);
    },
    sound: {
      placeOf: (recording) =>
        recording.startsWith(SHARED_RECORDINGS) ? "shared" : recordings.path(recording) === undefined ? "elsewhere" : "here",
      remove: (recording) => recordings.remove(recording),
      removeWhole: (recording) => recordings.removeWhole(recording),
      silence: (recording, ranges) => recordings.silence(recording, ranges),
    },
  };
}
