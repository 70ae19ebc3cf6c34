/** What an agent's webhook receives of messages, in the envelope that Standard Webhooks proposes: `type`, `timestamp`, `data`. */
import type { MessageEvent } from "@ongea/contract";
import type { AgentsDomain } from "../../agents/index.ts";
import type { Accounts } from "../../accounts/index.ts";
import { addressOnWire, messageOnWire } from "./on-wire.ts";
import type { MessageRow, ThreadRow } from "./store.ts";

export interface MessageWebhooksParts {
  agents: Pick<AgentsDomain, "webhookEvents">;
  webhooks: Pick<Accounts["webhooks"], "deliver">;
  /** What has become of a message of a batch. */
  ofBatch(message: MessageRow): Promise<void>;
}

/** Both within the transaction that makes it true. */
export interface MessageWebhooks {
  /** A person wrote it. */
  received(thread: ThreadRow, message: MessageRow): Promise<void>;
  /** A message to a person is `sent`, `delivered` or `failed` now. */
  changed(thread: ThreadRow, messages: readonly MessageRow[]): Promise<void>;
  /** Whether such a change of this message is stored for anybody. */
  wants(thread: ThreadRow, message: MessageRow): Promise<boolean>;
}

export function createMessageWebhooks({ agents, webhooks, ofBatch }: MessageWebhooksParts): MessageWebhooks {
  async function tell(event: MessageEvent, thread: ThreadRow, messages: readonly MessageRow[]): Promise<void> {
    const { id: threadId, workspaceId, agentId } = thread;
    if (messages.length === 0 || !(await agents.webhookEvents(workspaceId, agentId)).includes(event)) return;
    for (const message of messages) {
      const { id: messageId, state: messageState } = message;
      const body = bodyOf(event, thread, message);
      await webhooks.deliver({ workspaceId, agentId, event, threadId, messageId, messageState, body });
    }
  }
  return {
    wants: async ({ workspaceId, agentId }, { batchId }) =>
      batchId !== null || (await agents.webhookEvents(workspaceId, agentId)).includes("message.status"),
    received: (thread, message) => tell("message.received", thread, [message]),
    async changed(thread, messages) {
      for (const message of messages) if (message.batchId !== null) await ofBatch(message);
      await tell("message.status", thread, messages);
    },
  };
}

function bodyOf(type: MessageEvent, thread: ThreadRow, message: MessageRow): string {
  const { id: thread_id, agentId: agent_id, contactId: contact_id, channel } = thread;
  const data = { thread_id, agent_id, contact_id, channel, address: addressOnWire(thread), message: messageOnWire(message) };
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data });
}
