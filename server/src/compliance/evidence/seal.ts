/** Seals what the dial gate has answered for a call, at that second: whoever can write to the database alone cannot change it unnoticed. Pure. */
import type { GateDecision } from "@ongea/contract";
import { createHmac } from "node:crypto";
import { canonicalJson } from "../../platform/canonical-json.ts";
import { isSame } from "../../platform/secrets/is-same.ts";

export type SealDecision = (callId: string, before: readonly GateDecision[], decision: GateDecision) => GateDecision;

/** Each answer of a call is tied to the one before it. */
export function sealingBy(secret: string): SealDecision {
  return (callId, before, { seal: _seal, ...decision }) => ({
    ...decision,
    seal: hmac(secret, [callId, before.length, before.at(-1)?.seal ?? "", decision]),
  });
}

/** `unsealed`: it was given before there were seals. */
export function sealOf(secret: string, callId: string, decisions: readonly GateDecision[]): "whole" | "unsealed" | "changed" {
  if (decisions.every(({ seal }) => seal === undefined)) return "unsealed";
  const seal = sealingBy(secret);
  const isWhole = decisions.every((decision, at) =>
    isSame(decision.seal ?? "", seal(callId, decisions.slice(0, at), decision).seal ?? ""),
  );
  return isWhole ? "whole" : "changed";
}

/** With the installation's secret, in hexadecimal digits. */
export function hmac(secret: string, value: unknown): string {
  return createHmac("sha256", `evidence:${secret}`).update(canonicalJson(value)).digest("hex");
}
