import { type CallMessage, createCallMessage, deleteCallMessage, listCallMessages } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { AgentsDomain } from "../../agents/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Senders } from "../senders/senders.ts";
import type { CallMessageRow, CallMessageStore } from "./store.ts";

export interface CallMessageRoutesParts {
  store: CallMessageStore;
  senders: Pick<Senders, "read">;
  agents: Pick<AgentsDomain["agents"], "read">;
  audit: Pick<Audit, "act">;
}

const MOST_IN_A_WORKSPACE = 100;

export function callMessageRoutes(app: Http, { store, senders, agents, audit }: CallMessageRoutesParts): void {
  serve(app, listCallMessages, async (_, { principal }) => (await store.all(principal.workspaceId)).map(told));
  serve(app, createCallMessage, async ({ body: { agent_id, sender_id: senderId, ...rule } }, { principal }) => {
    const { workspaceId } = principal;
    const { id: agentId } = await agents.read(workspaceId, agent_id);
    const { sender } = await senders.read({ workspaceId, id: senderId });
    return audit.act(principal, async (write) => {
      if ((await store.hold(workspaceId)) >= MOST_IN_A_WORKSPACE) throw refuse("call_message.too_many");
      const row = await store.add({ workspaceId, agentId, senderId, ...rule });
      await write({ act: "call_message.added", subject: sender });
      return told(row);
    });
  });
  serve(app, deleteCallMessage, async ({ params }, { principal }) => {
    await audit.act(principal, async (write) => {
      if (!(await store.remove(principal.workspaceId, params.rule_id))) throw refuse("call_message.not_found");
      await write({ act: "call_message.removed", subject: params.rule_id });
    });
    return { success: true as const };
  });
}

function told({ id, agentId: agent_id, senderId: sender_id, when, goal, text, createdAt }: CallMessageRow): CallMessage {
  return { id, agent_id, sender_id, when, goal, text, created_at: createdAt.toISOString() };
}
