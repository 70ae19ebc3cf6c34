/** Agents that were deleted, and come back. */
import { bringBackAgent, deleteAgent, listDeletedAgents } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Agents } from "./agents.ts";
import { versionIn } from "./if-match.ts";

export interface DeletedAgentRoutesParts {
  agents: Agents;
  audit: Audit;
  /** Its numbers ring nowhere from now on; within the transaction that takes the assistant away. */
  release(workspaceId: string, agentId: string): Promise<void>;
  /** Its numbers reach it again; within the transaction that brings it back. */
  giveBack(workspaceId: string, agentId: string): Promise<void>;
}

export function deletedAgentRoutes(app: Http, { agents, audit, release, giveBack }: DeletedAgentRoutesParts): void {
  serve(app, deleteAgent, async ({ params }, { principal, request }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    await audit.act(principal, async (write) => {
      const { name } = await agents.remove(key, versionIn(request.headers["if-match"]));
      await release(key.workspaceId, key.id);
      await write({ act: "agent.deleted", subject: name, details: { agent: key.id } });
    });
    return { message: "success" as const, state: "deleted" as const };
  });
  serve(app, listDeletedAgents, async (_given, { principal }) => {
    const gone = await agents.deleted(principal.workspaceId);
    return { data: gone.map(({ id, name, deletedAt }) => ({ id, name, deleted_at: deletedAt.toISOString() })) };
  });
  serve(app, bringBackAgent, async ({ params }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    await audit.act(principal, async (write) => {
      const { name, isChanged } = await agents.bringBack(key);
      if (!isChanged) return;
      await giveBack(key.workspaceId, key.id);
      await write({ act: "agent.brought_back", subject: name, details: { agent: key.id } });
    });
    return { agent_id: key.id, message: "success" as const, state: "restored" as const };
  });
}
