/** All the SQL of what was made of calls' words. */
import { and, eq } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { CallKey, CallRow } from "../records/store.ts";
import { callAnalyses, executions } from "../records/tables.ts";

export type Analysis = Pick<typeof callAnalyses.$inferSelect, "summary" | "extracted" | "problem">;

export interface AnalysisStore {
  /** The last of two is kept. Of a call that is gone, nothing. Rejects where something was taken away from the call since it was read. */
  keep(call: Read, analysis: Analysis): Promise<void>;
  read(call: CallKey): Promise<Analysis | undefined>;
}

/** A call, and since when it says what it said when it was read. */
export type Read = Pick<CallRow, "id" | "workspaceId" | "redactedAt">;

const NO_SUCH_CALL = "23503";

export function createAnalysisStore(tenancy: Tenancy): AnalysisStore {
  return {
    async keep({ id, workspaceId, redactedAt }, analysis) {
      const row = { callId: id, workspaceId, ...analysis };
      const kept = tenancy.of(workspaceId).transaction(async (db) => {
        const rows = db.select({ redactedAt: executions.redactedAt }).from(executions);
        const [now] = await rows.where(and(eq(executions.workspaceId, workspaceId), eq(executions.id, id))).for("share");
        if (now && now.redactedAt?.getTime() !== redactedAt?.getTime()) throw new Error("The call was redacted meanwhile");
        await db.insert(callAnalyses).values(row).onConflictDoUpdate({ target: callAnalyses.callId, set: analysis });
      });
      await kept.catch((error: { cause?: { code?: string } }) => {
        if (error.cause?.code !== NO_SUCH_CALL) throw error;
      });
    },
    async read({ id, workspaceId }) {
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(callAnalyses)
        .where(and(eq(callAnalyses.callId, id), eq(callAnalyses.workspaceId, workspaceId)));
      return row;
    },
  };
}
