/** What agents' webhooks are to receive: stored in the transaction that makes it true, delivered by a job. */
import type { AgentDocument, ChosenEvent } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { webhookQueue } from "./queue.ts";
import type { Delivery, DeliveryKey, NewDelivery, WebhookStore } from "./store.ts";

/** Agents, as far as their webhooks go. */
export interface AgentsWithWebhooks {
  /** Undefined: there is no such agent. */
  present(workspaceId: string, agentId: string): Promise<{ document: AgentDocument } | undefined>;
  /** Refuses with "agent.not_found". */
  read(workspaceId: string, agentId: string): Promise<{ id: string; document: AgentDocument }>;
}

export interface Webhooks {
  deliver(delivery: NewDelivery): Promise<void>;
  /** Something of an agent that its webhook wants, in the envelope that Standard Webhooks proposes. */
  happened(happened: AgentHappened): Promise<void>;
  /** False: there is no such delivery. */
  resend(key: DeliveryKey): Promise<boolean>;
}

export interface AgentHappened extends Pick<Delivery, "workspaceId" | "agentId"> {
  event: ChosenEvent;
  data: object;
}

export interface WebhooksParts {
  tenancy: Pick<Tenancy, "together">;
  store: Pick<WebhookStore, "add" | "again">;
  jobs: Pick<Jobs, "send">;
}

export function createWebhooks({ tenancy, store, jobs }: WebhooksParts): Webhooks {
  async function deliver(delivery: NewDelivery): Promise<void> {
    const { workspaceId } = delivery;
    const id = await store.add(delivery);
    if (id !== undefined) await jobs.send(webhookQueue, { id, workspaceId });
  }

  return {
    deliver,
    happened({ event, data, ...of }) {
      const body = JSON.stringify({ type: event, timestamp: new Date().toISOString(), data });
      return tenancy.together(of.workspaceId, () => deliver({ ...of, event, body }));
    },
    resend: (key) =>
      tenancy.together(key.workspaceId, async () => {
        if (!(await store.again(key))) return false;
        await jobs.send(webhookQueue, { id: key.id, workspaceId: key.workspaceId });
        return true;
      }),
  };
}
