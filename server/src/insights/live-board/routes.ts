import { type BoardCall, type DialLimits, type DialUse, type Execution, MOST_ON_BOARD, readLiveBoard } from "@ongea/contract";
import type { RunningCallStore } from "../../calls/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";

export interface LiveBoardParts {
  store: RunningCallStore;
  /** Of these ids, the calls that are not over. */
  current(workspaceId: string, ids: readonly string[]): Promise<Execution[]>;
  /** How many people of batches wait. */
  waiting(workspaceId: string): Promise<number>;
  lines(workspaceId: string): Promise<Pick<DialLimits, "calls_at_once"> & { used: Pick<DialUse, "calls_now"> }>;
  now(): Date;
}

export function liveBoardRoutes(app: Http, { store, current, waiting, lines, now }: LiveBoardParts): void {
  serve(app, readLiveBoard, async ({ query }, { principal: { workspaceId, agentIds } }) => {
    const at = now();
    const midnight = `${at.toISOString().slice(0, 10)}T00:00:00.000Z`;
    const [rows, counts, contacts, used] = await Promise.all([
      store.running(workspaceId, MOST_ON_BOARD),
      store.counts(workspaceId, query.from ?? midnight),
      waiting(workspaceId),
      agentIds === null ? lines(workspaceId) : null,
    ]);
    const calls = await current(
      workspaceId,
      rows.map(({ id }) => id),
    );
    const byId = new Map(calls.map((call) => [call.id, call]));
    return {
      now: at.toISOString(),
      calls: rows.flatMap(({ id, answered_at, line, entries }): BoardCall[] => {
        const call = byId.get(id);
        if (!call) return [];
        const answeredAt = answered_at === null ? null : new Date(answered_at).toISOString();
        return [{ call, answered_at: answeredAt, line: line && { state: line.state, at_ms: line.atMs }, entries }];
      }),
      running: counts.running,
      waiting: contacts + counts.queued,
      answered: counts.answered,
      lines: used && { used: used.used.calls_now, limit: used.calls_at_once },
    };
  });
}
