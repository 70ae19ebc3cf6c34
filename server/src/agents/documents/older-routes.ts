/** Agents for clients of the API's first version, whose documents keep a model's settings flat. */
import {
  AgentDocument,
  asWritten,
  changeOlderAgent,
  createOlderAgent,
  flattened,
  listOlderAgents,
  nested,
  readOlderAgent,
  replaceOlderAgent,
} from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import { check } from "../../platform/http/check.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { wireAgent, type Agents } from "./agents.ts";
import type { Saved } from "./saving.ts";
import type { StoredAgent } from "./store.ts";

interface OlderParts {
  agents: Agents;
  audit: Audit;
  numbersOf(workspaceId: string): Promise<Map<string, string[]>>;
  tell(workspaceId: string, kind: "agent.created", agent: { id: string; name: string }): Promise<void>;
}

type Save = (actor: Actor, work: () => Promise<Saved>) => Promise<Saved>;

export function olderAgentRoutes(app: Http, { agents, audit, numbersOf, tell }: OlderParts, save: Save): void {
  const older = (agent: StoredAgent, numbers: Map<string, string[]>) => {
    const { agent_prompts, ...rest } = wireAgent(agent, numbers.get(agent.id) ?? [], agents);
    return { ...flattened(rest), id: rest.id, agent_name: rest.agent_name, agent_prompts };
  };
  serve(app, listOlderAgents, async (_given, { principal }) => {
    const numbers = await numbersOf(principal.workspaceId);
    return (await agents.all(principal.workspaceId)).map((agent) => older(agent, numbers));
  });
  serve(app, readOlderAgent, async ({ params }, { principal }) =>
    older(await agents.read(principal.workspaceId, params.agent_id), await numbersOf(principal.workspaceId)),
  );
  serve(app, createOlderAgent, async ({ body }, { principal, requestId }) => {
    const document = documentIn(body);
    const made = await audit.act(principal, async (write) => {
      const agent = await agents.create(principal.workspaceId, document, { by: principal.name, id: requestId });
      await write({ act: "agent.created", subject: agent.name, details: { agent: agent.id } });
      return agent;
    });
    await tell(principal.workspaceId, "agent.created", made);
    return { agent_id: made.id, state: "created" as const, status: "created" as const };
  });
  serve(app, replaceOlderAgent, async ({ params, body }, { principal }) => {
    const document = documentIn(body);
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const saved = await save(principal, () => agents.replace(key, document, { by: principal.name }));
    return { agent_id: saved.id, state: "updated" as const, status: "updated" as const };
  });
  serve(app, changeOlderAgent, async ({ params, body }, { principal }) => {
    const patch = { agent_config: nested(body.agent_config), agent_prompts: body.agent_prompts };
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const saved = await save(principal, () => agents.change(key, patch, { by: principal.name }));
    return { agent_id: saved.id, message: "success" as const, state: "updated" as const, status: "success" as const };
  });
}

function documentIn({
  agent_config,
  agent_prompts,
}: {
  agent_config: Record<string, unknown>;
  agent_prompts: object;
}): AgentDocument {
  const document = { agent_config: nested(agent_config), agent_prompts };
  return check(AgentDocument, asWritten(AgentDocument, document), "body");
}
