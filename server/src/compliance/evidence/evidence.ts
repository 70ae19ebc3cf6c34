/** Why calls were lawful when they rang: the gate's answers, sealed as they were given, and the consents that they name, as a file. */
import type { GateDecision } from "@ongea/contract";
import type { ConsentRow, ConsentStore } from "../consents/store.ts";
import { evidenceLines, type EvidenceCall, type EvidenceSubject } from "./evidence-file.ts";
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

export interface EvidenceOrder {
  workspaceId: string;
  /** Who asks for it. */
  madeBy: string;
  subject: EvidenceSubject;
  /** A page at a time. */
  calls: AsyncIterable<readonly RungCall[]>;
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
  async function* described({ workspaceId, calls }: EvidenceOrder): AsyncGenerator<readonly EvidenceCall[]> {
    for await (const page of calls) {
      const ids = page.flatMap(({ gate }) => gate.flatMap(({ facts }) => facts.consent?.id ?? []));
      const consents = await ledger.byIds(workspaceId, [...new Set(ids)]);
      yield page.map((call) => describe(call, consents));
    }
  }
  return {
    seal: sealingBy(secret),
    file(order) {
      const { workspaceId: workspace_id, madeBy: made_by, subject } = order;
      const head = { workspace_id, subject, made_at: now().toISOString(), made_by };
      return evidenceLines(secret, head, described(order));
    },
  };
}

function describe(call: RungCall, consents: readonly ConsentRow[]): EvidenceCall {
  const named = new Set(call.gate.map(({ facts }) => facts.consent?.id));
  return {
    call_id: call.id,
    agent_id: call.agentId,
    to: call.toNumber,
    direction: call.direction,
    created_at: call.createdAt.toISOString(),
    rang_at: call.initiatedAt?.toISOString() ?? null,
    answered_at: call.answeredAt?.toISOString() ?? null,
    decisions: call.gate,
    consents: consents.filter(({ id }) => named.has(id)).map(consentEntry),
  };
}

function consentEntry(row: ConsentRow): Record<string, unknown> {
  return {
    id: row.id,
    number: row.number,
    purpose: row.purpose,
    channel: row.channel,
    wording: row.wording,
    language: row.language,
    means: row.means,
    proof: row.proof,
    execution_id: row.callId,
    at_ms: row.atMs,
    given_at: row.givenAt.toISOString(),
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
    recorded_by: row.recordedBy,
    entered_at: row.createdAt.toISOString(),
  };
}
