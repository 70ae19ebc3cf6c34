/** All the SQL of what was made of calls' words. */
import { and, eq } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { CallKey } from "../store.ts";
import { callAnalyses } from "../tables.ts";

export type Analysis = Pick<typeof callAnalyses.$inferSelect, "summary" | "extracted" | "problem">;

export interface AnalysisStore {
  /** The last of two is kept. Of a call that is gone, nothing. */
  keep(call: CallKey, analysis: Analysis): Promise<void>;
  read(call: CallKey): Promise<Analysis | undefined>;
}

const NO_SUCH_CALL = "23503";

export function createAnalysisStore(tenancy: Tenancy): AnalysisStore {
  return {
    async keep({ id, workspaceId }, analysis) {
      const row = { callId: id, workspaceId, ...analysis };
      const kept = tenancy
        .of(workspaceId)
        .insert(callAnalyses)
        .values(row)
        .onConflictDoUpdate({ target: callAnalyses.callId, set: analysis });
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
