/** What is wrong with a trunk now, as the wire says it. */
import type { TrunkState } from "@ongea/contract";
import type { SipEndpoint } from "@ongea/channels";
import type { KeyRing } from "../platform/secrets/key-ring.ts";
import { outward } from "./outward.ts";
import type { StoredTrunk } from "./store.ts";

export interface TrunkCheckParts {
  endpoint: Pick<SipEndpoint, "check">;
  ring: KeyRing;
  mayReach(address: string): boolean;
  now(): Date;
}

export type TrunkCheck = (row: StoredTrunk) => Promise<TrunkState>;

export function createTrunkCheck({ endpoint, ring, mayReach, now }: TrunkCheckParts): TrunkCheck {
  return async (row) => {
    const out = outward(row, ring, mayReach);
    if (!out) return { kind: "failing", problem: "unreadable", sip_status: null, at: now().toISOString() };
    const { kind, problem, sipStatus } = await endpoint.check(out.trunk);
    return { kind, problem: problem ?? null, sip_status: sipStatus ?? null, at: now().toISOString() };
  };
}
