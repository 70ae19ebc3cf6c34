/** A stored trunk as the SIP side knows it. */
import { isKeyOf } from "@ongea/contract";
import type { Trunk } from "@ongea/channels";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { openSecrets } from "./password.ts";
import type { StoredTrunk } from "./store.ts";
import type { TrunkSettings } from "./tables.ts";

const TRANSPORTS = { "transport-udp": "udp", "transport-tcp": "tcp", "transport-tls": "tls" } as const;
const CODECS = { ulaw: "PCMU", alaw: "PCMA" } as const;

export interface Outward {
  trunk: Trunk;
  /** Numbers are written with their plus. */
  writesPlus: boolean;
  limits: TrunkLimits;
  /** It puts calls through itself (REFER). */
  takesRefer: boolean;
  /** At Africa's Talking: calls are asked for there, and come as calls to our client. */
  orders: AfricasTalkingOrders | undefined;
}

export interface AfricasTalkingOrders {
  trunkId: string;
  username: string;
  apiKey: string;
}

/** What it may carry; null: as much as there is. */
export interface TrunkLimits {
  lines: number | null;
  callsPerSecond: number | null;
}

/** Undefined: its password can no longer be read, or it has no place. */
export function outward(row: StoredTrunk, ring: KeyRing, mayReach: (address: string) => boolean): Outward | undefined {
  const { gateways, allow, transport, outbound_leading_plus_enabled: writesPlus } = row.settings;
  const [first, ...others] = gateways
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ gateway_address: host, port }) => ({ host: host.toLowerCase(), ...(port !== undefined && { port }) }));
  const secrets = openSecrets(ring, row);
  if (!first || secrets === undefined) return undefined;
  const { password, apiKey } = secrets;
  const trunk: Trunk = {
    ...first,
    name: row.id,
    others,
    transport: TRANSPORTS[transport],
    ...(row.username !== "" && { username: row.username, password }),
    mayReach,
    isSecure: row.settings.media_encryption === "sdes",
    codecs: allow.split(",").flatMap((name) => (isKeyOf(CODECS, name) ? [CODECS[name]] : [])),
  };
  const account = row.settings.africastalking;
  const orders = account && apiKey !== undefined ? { trunkId: row.id, username: account.username, apiKey } : undefined;
  return { trunk, writesPlus, limits: limitsOf(row.settings), takesRefer: row.settings.transfer === "refer", orders };
}

export function limitsOf({ lines = null, calls_per_second: callsPerSecond = null }: TrunkSettings): TrunkLimits {
  return { lines, callsPerSecond };
}
