import { listAgents, readAgent } from "@ongea/contract";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import { wireAgent, type Agents } from "./agents.ts";

export function agentRoutes(app: Http, agents: Agents, numbersOf: (agentId: string) => Promise<string[]>): void {
  serve(app, listAgents, async () =>
    Promise.all((await agents.all()).map(async (agent) => wireAgent(agent, await numbersOf(agent.id)))),
  );
  serve(app, readAgent, async ({ params }) => {
    const agent = await agents.read(params.agent_id);
    return wireAgent(agent, await numbersOf(agent.id));
  });
}
