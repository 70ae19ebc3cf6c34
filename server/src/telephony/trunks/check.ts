/** What is wrong with a trunk now, as the wire says it. */
import type { TrunkState } from "@ongea/contract";
import type { SipEndpoint } from "@ongea/channels";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { outward, type AfricasTalkingOrders } from "./outward.ts";
import type { StoredTrunk } from "./store.ts";

/** Of an account at Africa's Talking: whether its key is taken there. Never rejects. */
export type OrdersCheck = (orders: AfricasTalkingOrders) => Promise<"taken" | "refused" | "silent">;

export interface TrunkCheckParts {
  endpoint: Pick<SipEndpoint, "check">;
  ring: KeyRing;
  mayReach(address: string): boolean;
  orders: OrdersCheck;
  now(): Date;
}

export type TrunkCheck = (row: StoredTrunk) => Promise<TrunkState>;

export function createTrunkCheck({ endpoint, ring, mayReach, orders, now }: TrunkCheckParts): TrunkCheck {
  return async (row) => {
    const out = outward(row, ring, mayReach);
    if (!out) return { kind: "failing", problem: "unreadable", sip_status: null, at: now().toISOString() };
    const [{ kind, problem, sipStatus }, account] = await Promise.all([
      endpoint.check(out.trunk),
      out.orders ? orders(out.orders) : ("taken" as const),
    ]);
    if (problem === undefined && account !== "taken")
      return { kind: "failing", problem: `api_${account}`, sip_status: sipStatus ?? null, at: now().toISOString() };
    return { kind, problem: problem ?? null, sip_status: sipStatus ?? null, at: now().toISOString() };
  };
}
