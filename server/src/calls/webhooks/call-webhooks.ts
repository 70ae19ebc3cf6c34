/**
 * What an agent's webhook receives of a call: the wire's execution, once for each status that the call has. Its last status is written down with
 * its end, or with what was made of its words where the agent asks for that; those before are told as they happen, while there is a database.
 */
import { isFinal } from "@ongea/contract";
import type { Accounts } from "../../accounts/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Analysis } from "../analysis/store.ts";
import type { CallRow } from "../records/store.ts";
import { wireExecution } from "../records/wire-execution.ts";

/** Agents, by id. */
export interface AgentsAfterCall {
  /** Those that want something made of a call's words. */
  tasks: ReadonlySet<string>;
  /** Those with a webhook. */
  webhooks: ReadonlySet<string>;
}

export interface CallWebhooks {
  /** A call of an agent with a webhook has this status now. Never rejects. */
  changed(call: CallRow, stored: Promise<boolean>): Promise<void>;
  /** Within the transaction that ends these calls. */
  ended(calls: readonly CallRow[], agents: AgentsAfterCall): Promise<void>;
  /** What was to be made of a call's words is there, or takes too long to be waited for. */
  analysed(call: CallRow, made: Analysis): Promise<void>;
}

export interface CallWebhooksParts {
  tenancy: Pick<Tenancy, "together">;
  deliver: Accounts["webhooks"]["deliver"];
  log: Log;
  /** Of the installation: where a recording is read. */
  publicUrl: string;
}

const NOTHING_MADE: Analysis = { summary: null, extracted: null, problem: null };

export function createCallWebhooks({ tenancy, deliver, log, publicUrl }: CallWebhooksParts): CallWebhooks {
  async function tell(call: CallRow, made = NOTHING_MADE): Promise<void> {
    const { id: callId, workspaceId, agentId, status: callStatus } = call;
    if (agentId === null) return;
    const body = bodyOf(call, made, publicUrl);
    await tenancy.together(workspaceId, () => deliver({ workspaceId, agentId, callId, callStatus, body }));
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
  };
}

function bodyOf(call: CallRow, { summary, extracted }: Analysis, publicUrl: string): string {
  return JSON.stringify({ ...wireExecution(call, publicUrl), summary, extracted_data: extracted });
}
