/** What the dial gate has answered for a call, each answer sealed behind those before it. */
import type { GateDecision } from "@ongea/contract";
import type { SealDecision } from "../../compliance/index.ts";

export interface Sealing {
  /** Absent: they are stored as they were given. */
  sealDecision?: SealDecision | undefined;
}

export function withSealed(
  { sealDecision }: Sealing,
  callId: string,
  before: readonly GateDecision[],
  decision: GateDecision,
): GateDecision[] {
  return [...before, sealDecision?.(callId, before, decision) ?? decision];
}
