/** Batches of messages: each row filled in, admitted by the gate and stored in its person's thread. */
import type { BatchMessage, GateDecision, RefusalCode } from "@ongea/contract";
import { type AgentsDomain, filled, placeholdersIn } from "../../agents/index.ts";
import type { Campaigns } from "../../campaigns/index.ts";
import { decisionOf, type MessageGate } from "../../compliance/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { orRefusal, Refusal, refuse } from "../../platform/http/refuse.ts";
import type { Money } from "../../platform/money/money.ts";
import { type TemplateUse, filledBody } from "../../contacts/index.ts";
import type { DeliveryStore } from "../messages/outgoing/store.ts";
import { agentTextOf } from "../messages/post.ts";
import type { Threads } from "../messages/threads.ts";
import { channelBy, type Senders } from "../senders/senders.ts";
import { checkFirstWords } from "./chosen.ts";

export interface BatchMessagesParts {
  campaigns: Pick<Campaigns, "messages">;
  senders: Pick<Senders, "read" | "channelOf">;
  agents: Pick<AgentsDomain["agents"], "present">;
  gate: Pick<MessageGate, "admit" | "judge">;
  threads: Pick<Threads, "begin" | "tell">;
  deliveries: Pick<DeliveryStore, "withdraw">;
  tenancy: Pick<Tenancy, "committed">;
  priceOfSegment(workspaceId: string): Promise<Money | undefined>;
}

type Channel = Parameters<Campaigns["messages"]["join"]>[0];
type Prepared = Awaited<ReturnType<Channel["prepare"]>>;

/** Of a value in a template, as Meta takes it. */
const LONGEST_VALUE = 300;

export function joinBatchMessages(parts: BatchMessagesParts): void {
  const { senders, agents, gate, threads, deliveries, tenancy } = parts;

  async function prepare({ workspaceId, agentId, message }: Parameters<Channel["prepare"]>[0]): Promise<Prepared> {
    const agent = await agents.present(workspaceId, agentId);
    if (!agent) throw refuse("agent.not_found");
    const { sender, template, body } = await checkFirstWords(senders, { workspaceId, id: message.sender_id }, message);
    if (!(await senders.channelOf(sender))) throw refuse("sender.not_connected");
    const channel = channelBy(sender.provider);
    return {
      fill: (variables) => (template ? fillTemplate(template, body, variables) : fillText(message, variables)),
      async admit(number) {
        const address = await orRefusal(gate.admit({ workspaceId, agentId }, number));
        if (address instanceof Refusal) return refused(number, address.code);
        let decision: GateDecision | undefined;
        const verdict = await gate.judge({ workspaceId, to: address, begins: agent, decided: (one) => (decision = one) });
        if (verdict.kind === "wait") return verdict;
        if (verdict.kind === "allowed") return { kind: "allowed", address };
        return refused(number, verdict.kind === "opted out" ? "call.do_not_call" : "call.no_consent", decision);
      },
      async write({ clientId, batchId, address, text, values }) {
        const where = { workspaceId, channel, address, senderId: sender.id, agentId } as const;
        const use = template && {
          ...template,
          values: template.values.map(({ name }, at) => ({ name, text: values[at] ?? "" })),
        };
        const words = { clientId, batchId, text, template: use, author: "agent", authorName: "" } as const;
        const { row, thread } = await threads.begin({ ...where, ...words });
        tenancy.committed(() => threads.tell(thread));
        return { messageId: row.id, threadId: thread.id };
      },
    };
  }
  parts.campaigns.messages.join({
    prepare,
    withdraw: (workspaceId, batchId) => deliveries.withdraw(workspaceId, { batchId }),
    priceOfSegment: parts.priceOfSegment,
  });
}

function refused(number: string, code: RefusalCode, decision: GateDecision = decisionOf("message", number, code)) {
  const { facts } = decision;
  return {
    kind: "refused" as const,
    code,
    decision: { ...decision, facts: code === "call.do_not_call" ? { ...facts, listed: true } : facts },
  };
}

type Variables = Readonly<Record<string, string>>;
type Filled = ReturnType<Prepared["fill"]>;

function lackOf(text: string, variables: Variables): string | undefined {
  return placeholdersIn(text).find((name) => !Object.hasOwn(variables, name) || variables[name]?.trim() === "");
}

function fillText({ text: wanted }: BatchMessage, variables: Variables): Filled {
  const column = lackOf(wanted, variables);
  if (column !== undefined) return { kind: "refused", problem: "no_value", column };
  const { text, segments, isCut } = agentTextOf(filled(wanted, variables).trim());
  return isCut ? { kind: "refused", problem: "too_long" } : { kind: "message", text, values: [], segments };
}

function fillTemplate(template: TemplateUse, body: string, variables: Variables): Filled {
  const values: string[] = [];
  for (const { text: wanted } of template.values) {
    const column = lackOf(wanted, variables);
    if (column !== undefined) return { kind: "refused", problem: "no_value", column };
    // Meta takes one line, without four spaces in a row.
    const text = filled(wanted, variables).replace(/\s+/g, " ").trim();
    if (text.length > LONGEST_VALUE) return { kind: "refused", problem: "too_long" };
    values.push(text);
  }
  const text = filledBody(
    body,
    template.values.map(({ name }, at) => ({ name, text: values[at] ?? "" })),
  );
  return { kind: "message", text, values, segments: 1 };
}
