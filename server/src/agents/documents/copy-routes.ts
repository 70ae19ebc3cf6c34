/** An agent is copied into another workspace of the same person. */
import { copyAgent, mayActAs, type Role } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Agents } from "./agents.ts";

export interface CopyRoutesParts {
  agents: Agents;
  audit: Audit;
  /** The person's workspaces. */
  membershipsOf(userId: string): Promise<readonly { workspaceId: string; role: Role }[]>;
  /** Tells the workspace's people. */
  tell(workspaceId: string, kind: "agent.created", agent: { id: string; name: string }): Promise<void>;
}

export function copyRoutes(app: Http, { agents, audit, membershipsOf, tell }: CopyRoutesParts): void {
  serve(app, copyAgent, async ({ params, body: { workspace_id: workspaceId } }, { principal, requestId }) => {
    const memberships = principal.userId === null ? [] : await membershipsOf(principal.userId);
    const target = memberships.find((one) => one.workspaceId === workspaceId);
    if (!target) throw refuse("workspace.not_found");
    if (!mayActAs(target.role, "agent_manager")) throw refuse("access.forbidden");
    const { document } = await agents.read(principal.workspaceId, params.agent_id);
    const copied = await audit.act({ ...principal, workspaceId }, async (write) => {
      const agent = await agents.create(workspaceId, agents.removeSecrets(document), { by: principal.name, id: requestId });
      await write({ act: "agent.created", subject: agent.name, details: { agent: agent.id } });
      return agent;
    });
    await tell(workspaceId, "agent.created", copied);
    return { agent_id: copied.id, workspace_id: workspaceId };
  });
}
