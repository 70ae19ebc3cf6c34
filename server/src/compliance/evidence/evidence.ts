/** Why calls and messages were lawful when they rang or left: the gate's answers, sealed as they were given, and the consents that they name, as a file. */
import type { GateDecision } from "@ongea/contract";
import { consentFacts } from "../consents/consent-facts.ts";
import type { ConsentStore } from "../consents/store.ts";
import type { ConsentRow } from "../consents/withdrawn/store.ts";
import { evidenceLines, type EvidenceCall, type EvidenceMessage, type EvidenceSubject } from "./evidence-file.ts";
import { sealingBy, type SealDecision } from "./seal.ts";

/** A call, as far as evidence asks of it. */
export interface RungCall {
  id: string;
  agentId: string | null;
  direction: "inbound" | "outbound";
  toNumber: string | null;
  createdAt: Date;
  initiatedAt: Date | null;
  answeredAt: Date | null;
  gate: readonly GateDecision[];
}

/** A message of a batch, as far as evidence asks of it. */
export interface LeftMessage {
  id: string;
  to: string;
  threadId: string | null;
  outcome: string | null;
  changedAt: Date | null;
  gate: readonly GateDecision[];
}

export interface EvidenceOrder {
  workspaceId: string;
  /** Who asks for it. */
  madeBy: string;
  subject: EvidenceSubject;
  /** A page at a time. */
  calls: AsyncIterable<readonly RungCall[]>;
  messages?: AsyncIterable<readonly LeftMessage[]>;
}

export interface Evidence {
  seal: SealDecision;
  /** The lines of the file. */
  file(order: EvidenceOrder): AsyncGenerator<string>;
}

export interface EvidenceParts {
  secret: string;
  ledger: Pick<ConsentStore, "byIds">;
  now(): Date;
}

export function createEvidence({ secret, ledger, now }: EvidenceParts): Evidence {
  async function* described<Of extends Pick<RungCall, "gate">, Described>(
    workspaceId: string,
    pages: AsyncIterable<readonly Of[]>,
    one: (of: Of, consents: readonly ConsentRow[]) => Described,
  ): AsyncGenerator<readonly Described[]> {
    for await (const page of pages) {
      const ids = page.flatMap(({ gate }) => gate.flatMap(({ facts }) => facts.consent?.id ?? []));
      const consents = await ledger.byIds(workspaceId, [...new Set(ids)]);
      yield page.map((of) => one(of, consents));
    }
  }
  return {
    seal: sealingBy(secret),
    file(order) {
      const { workspaceId: workspace_id, madeBy: made_by, subject, messages } = order;
      const head = { workspace_id, subject, made_at: now().toISOString(), made_by };
      return evidenceLines(secret, head, {
        calls: described(workspace_id, order.calls, describe),
        messages: messages && described(workspace_id, messages, describeMessage),
      });
    },
  };
}

function describeMessage(message: LeftMessage, consents: readonly ConsentRow[]): EvidenceMessage {
  return {
    message_id: message.id,
    to: message.to,
    thread_id: message.threadId,
    outcome: message.outcome,
    changed_at: message.changedAt?.toISOString() ?? null,
    decisions: message.gate,
    consents: namedBy(message.gate, consents),
  };
}

function namedBy(gate: readonly GateDecision[], consents: readonly ConsentRow[]): Record<string, unknown>[] {
  const named = new Set(gate.map(({ facts }) => facts.consent?.id));
  return consents.filter(({ id }) => named.has(id)).map(consentEntry);
}

function describe(call: RungCall, consents: readonly ConsentRow[]): EvidenceCall {
  return {
    call_id: call.id,
    agent_id: call.agentId,
    to: call.toNumber,
    direction: call.direction,
    created_at: call.createdAt.toISOString(),
    rang_at: call.initiatedAt?.toISOString() ?? null,
    answered_at: call.answeredAt?.toISOString() ?? null,
    decisions: call.gate,
    consents: namedBy(call.gate, consents),
  };
}

function consentEntry(row: ConsentRow): Record<string, unknown> {
  return { ...consentFacts(row), recorded_by: row.recordedBy, entered_at: row.createdAt.toISOString() };
}
