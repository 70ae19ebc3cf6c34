/** How long a batch will take and what it will cost, by how the agent's last calls went. Pure but for its route. */
import { type BatchEstimate, estimateBatch, FEWEST_FOR_ESTIMATE } from "@ongea/contract";
import type { RecentCallFigures } from "../../calls/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";

export interface EstimateParts {
  /** How the agent's last calls went. Refuses with "agent.not_found". */
  placed(workspaceId: string, agentId: string): Promise<RecentCallFigures>;
  /** How fast calls are placed in this workspace. */
  pace(workspaceId: string): Promise<Pace>;
}

export interface Pace {
  atOnce: number;
  perSecond: number;
}

export function batchEstimateRoute(app: Http, { placed, pace }: EstimateParts): void {
  serve(app, estimateBatch, async ({ query: { agent_id: agentId, contacts } }, { principal: { workspaceId } }) =>
    estimate(contacts, await placed(workspaceId, agentId), await pace(workspaceId)),
  );
}

export function estimate(
  contacts: number,
  { calls, lineSeconds, cost }: RecentCallFigures,
  { atOnce, perSecond }: Pace,
): BatchEstimate {
  if (calls < FEWEST_FOR_ESTIMATE) return { calls, seconds: null, total_cost: null };
  const eachSeconds = lineSeconds / calls;
  // The last person's call lasts as long as any, however many lines there are.
  const seconds = Math.max(Math.ceil(contacts / atOnce) * eachSeconds, contacts / perSecond + eachSeconds);
  return { calls, seconds: Math.round(seconds), total_cost: (cost / calls) * contacts };
}
