/**
 * What an agent's webhook receives: of a message its event, of a call the wire's execution, once for each status that a call has. A call's last status is written down with its
 * end, or with what was made of its words where the agent asks for that; those before are told as they happen, while there is a database.
 */
import { isFinal } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Analysis } from "../analysis/store.ts";
import type { CallRow } from "../records/store.ts";
import { wireExecution } from "../records/summary.ts";
import { webhookQueue } from "./queue.ts";
import type { Delivery, DeliveryKey, NewDelivery, WebhookStore } from "./store.ts";

/** Agents, by id. */
export interface AgentsAfterCall {
  /** Those that want something made of a call's words. */
  tasks: ReadonlySet<string>;
  /** Those with a webhook. */
  webhooks: ReadonlySet<string>;
}

export interface Webhooks {
  /** A call of an agent with a webhook has this status now. Never rejects. */
  changed(call: CallRow, stored: Promise<boolean>): Promise<void>;
  /** Within the transaction that ends these calls. */
  ended(calls: readonly CallRow[], agents: AgentsAfterCall): Promise<void>;
  /** What was to be made of a call's words is there, or takes too long to be waited for. */
  analysed(call: CallRow, made: Analysis): Promise<void>;
  /** Something of a message, within the transaction that makes it true: each is delivered. */
  message(happened: MessageHappened): Promise<void>;
  /** The same of an agent. */
  agent(happened: Pick<Delivery, "workspaceId" | "agentId" | "event" | "body">): Promise<void>;
  /** False: there is no such delivery. */
  resend(key: DeliveryKey): Promise<boolean>;
}

export type MessageHappened = Pick<
  Delivery,
  "workspaceId" | "agentId" | "event" | "threadId" | "messageId" | "messageState" | "body"
>;

export interface WebhooksParts {
  tenancy: Pick<Tenancy, "together">;
  store: WebhookStore;
  jobs: Pick<Jobs, "send">;
  log: Log;
  /** Of the installation: where a recording is read. */
  publicUrl: string;
}

const NOTHING_MADE: Analysis = { summary: null, extracted: null, problem: null };

export function createWebhooks({ tenancy, store, jobs, log, publicUrl }: WebhooksParts): Webhooks {
  async function tell(call: CallRow, made = NOTHING_MADE): Promise<void> {
    const { id: callId, workspaceId, agentId, status: callStatus } = call;
    if (agentId === null) return;
    const body = bodyOf(call, made, publicUrl);
    await tenancy.together(workspaceId, () => deliver({ workspaceId, agentId, callId, callStatus, body }));
  }

  async function deliver(delivery: NewDelivery): Promise<void> {
    const { workspaceId } = delivery;
    const id = await store.add(delivery);
    if (id !== undefined) await jobs.send(webhookQueue, { id, workspaceId });
  }

  return {
    async changed(call, stored) {
      try {
        if (!isFinal(call.status) && (await stored)) await tell(call);
      } catch (error) {
        log.warn({ err: error, callId: call.id }, "A webhook is not told of a call's status");
      }
    },
    async ended(calls, { tasks, webhooks }) {
      for (const call of calls) {
        const isAnalysed = call.agentId !== null && tasks.has(call.agentId) && call.transcript;
        if (call.agentId !== null && webhooks.has(call.agentId) && !isAnalysed) await tell(call);
      }
    },
    analysed: tell,
    message: deliver,
    agent: deliver,
    resend: (key) =>
      tenancy.together(key.workspaceId, async () => {
        if (!(await store.again(key))) return false;
        await jobs.send(webhookQueue, { id: key.id, workspaceId: key.workspaceId });
        return true;
      }),
  };
}

function bodyOf(call: CallRow, { summary, extracted }: Analysis, publicUrl: string): string {
  return JSON.stringify({ ...wireExecution(call, publicUrl), summary, extracted_data: extracted });
}
