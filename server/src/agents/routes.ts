import { listAgents, readAgent } from "@ongea/contract";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import { wireAgent, type Agents } from "./agents.ts";

/** `numbersOf`: the numbers of a workspace's assistants, by assistant. */
export function agentRoutes(app: Http, agents: Agents, numbersOf: (workspaceId: string) => Promise<Map<string, string[]>>): void {
  serve(app, listAgents, async (_given, { asker }) => {
    const numbers = await numbersOf(asker.workspaceId);
    return (await agents.all(asker.workspaceId)).map((agent) => wireAgent(agent, numbers.get(agent.id) ?? []));
  });
  serve(app, readAgent, async ({ params }, { asker }) => {
    const agent = await agents.read(asker.workspaceId, params.agent_id);
    return wireAgent(agent, (await numbersOf(asker.workspaceId)).get(agent.id) ?? []);
  });
}
