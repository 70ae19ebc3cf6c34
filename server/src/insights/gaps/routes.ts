import { listKnowledgeGaps, MOST_GAPS_LISTED, settleKnowledgeGap } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { GapStore } from "./store.ts";

export interface GapRoutesParts {
  store: Pick<GapStore, "list" | "settle">;
  agents(workspaceId: string): Promise<readonly { id: string; name: string }[]>;
  audit: Pick<Audit, "act">;
}

export function gapRoutes(app: Http, { store, agents, audit }: GapRoutesParts): void {
  serve(app, listKnowledgeGaps, async ({ query: { agent_id: agentId } }, { principal: { workspaceId } }) => {
    const [rows, named] = await Promise.all([store.list(workspaceId, { agentId, limit: MOST_GAPS_LISTED }), agents(workspaceId)]);
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return {
      data: rows.flatMap(({ call_id: execution_id, ...row }) => {
        const name = names.get(row.agent_id);
        // An agent that was deleted answers nothing any more.
        return name === undefined ? [] : [{ ...row, execution_id, agent_name: name }];
      }),
    };
  });
  serve(app, settleKnowledgeGap, async ({ params, body: { how } }, { principal, principal: { workspaceId } }) => {
    await audit.act(principal, async (write) => {
      const agentId = await store.settle(workspaceId, params.gap_id, how);
      if (agentId === undefined) throw refuse("knowledge_gap.not_found");
      await write({ act: "knowledge.gap_settled", subject: agentId, details: { how } });
    });
    return { success: true as const };
  });
}
