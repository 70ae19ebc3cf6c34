import {
  type CallMessage,
  type CallMessageDraft,
  createCallMessage,
  deleteCallMessage,
  listCallMessages,
  MOST_CALL_MESSAGES,
  previewCallMessage,
  replaceCallMessage,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { AgentsDomain } from "../../agents/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { channelBy, type Senders } from "../senders/senders.ts";
import type { createPreview } from "./preview.ts";
import type { CallMessageRow, CallMessageStore, NewCallMessage } from "./store.ts";

export interface CallMessageRoutesParts {
  store: CallMessageStore;
  senders: Pick<Senders, "read">;
  agents: Pick<AgentsDomain["agents"], "read">;
  audit: Pick<Audit, "act">;
  preview: ReturnType<typeof createPreview>;
}

export function callMessageRoutes(app: Http, { store, senders, agents, audit, preview }: CallMessageRoutesParts): void {
  /** Refuses another workspace's agent and sender. */
  async function read(
    workspaceId: string,
    { agent_id, sender_id: senderId, ...rule }: CallMessageDraft,
  ): Promise<{ rule: NewCallMessage; sender: string }> {
    const { id: agentId } = await agents.read(workspaceId, agent_id);
    const { sender, provider } = await senders.read({ workspaceId, id: senderId });
    if (channelBy(provider) !== "sms") throw refuse("sender.not_sms");
    return { rule: { workspaceId, agentId, senderId, ...rule }, sender };
  }
  serve(app, listCallMessages, async (_, { principal }) => (await store.all(principal.workspaceId)).map(told));
  serve(app, createCallMessage, async ({ body }, { principal }) => {
    const { workspaceId } = principal;
    const { rule, sender } = await read(workspaceId, body);
    return audit.act(principal, async (write) => {
      if ((await store.hold(workspaceId)) >= MOST_CALL_MESSAGES) throw refuse("call_message.too_many");
      const row = await store.add(rule);
      await write({ act: "call_message.added", subject: sender });
      return told(row);
    });
  });
  serve(app, replaceCallMessage, async ({ params, body }, { principal }) => {
    const { rule, sender } = await read(principal.workspaceId, body);
    return audit.act(principal, async (write) => {
      const row = await store.change(params.rule_id, rule);
      if (!row) throw refuse("call_message.not_found");
      await write({ act: "call_message.changed", subject: sender });
      return told(row);
    });
  });
  serve(app, previewCallMessage, async ({ body: { agent_id, when, text } }, { principal: { workspaceId } }) => {
    const { id: agentId } = await agents.read(workspaceId, agent_id);
    return preview(workspaceId, { agentId, when, text });
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
