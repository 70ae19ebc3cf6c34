/** Where a trunk is reached: its places in order, each by SRV and address records (RFC 3263), but none that must not be reached. */
import type { SrvRecord } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { Peer } from "../transport/peer.ts";
import type { Trunk, TrunkPlace } from "./trunk.ts";

/** What is asked of the name service. */
export interface Names {
  srv(name: string): Promise<SrvRecord[]>;
  addresses(host: string): Promise<string[]>;
}

export type Candidates = { peers: readonly Peer[] } | { problem: "name_unknown" | "private_address" };

const MOST_CANDIDATES = 8;
const NAME_TIMEOUT_MS = 4_000;
const USUAL_PORT = { udp: 5060, tcp: 5060, tls: 5061 } as const;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });
const SYSTEM: Names = {
  srv: (name) => resolver.resolveSrv(name),
  addresses: async (host) => (await lookup(host, { family: 4, all: true })).map(({ address }) => address),
};

/** Never rejects, and takes a few seconds at most for each place. */
export async function candidatesOf(trunk: Trunk, names: Names = SYSTEM): Promise<Candidates> {
  const transport = trunk.transport ?? "udp";
  const first: TrunkPlace = { host: trunk.host, ...(trunk.port === undefined ? {} : { port: trunk.port }) };
  const peers: Peer[] = [];
  let isPrivate = false;
  for (const place of [first, ...(trunk.others ?? [])].slice(0, MOST_CANDIDATES)) {
    for (const { host, port } of await targetsOf(place, transport, names)) {
      for (const address of await addressesOf(host, names)) {
        if (trunk.mayReach && !trunk.mayReach(address)) isPrivate = true;
        else if (!peers.some((peer) => peer.host === address && peer.port === port))
          peers.push({ transport, host: address, port, ...(transport === "tls" && { name: place.host }) });
      }
    }
    if (peers.length >= MOST_CANDIDATES) break;
  }
  if (peers.length > 0) return { peers: peers.slice(0, MOST_CANDIDATES) };
  return { problem: isPrivate ? "private_address" : "name_unknown" };
}

/** By SRV where no port is given; else the place itself. */
async function targetsOf(
  { host, port }: TrunkPlace,
  transport: Peer["transport"],
  names: Names,
): Promise<{ host: string; port: number }[]> {
  if (isIP(host) || port !== undefined) return [{ host, port: port ?? USUAL_PORT[transport] }];
  const records = await within(names.srv(transport === "tls" ? `_sips._tcp.${host}` : `_sip._${transport}.${host}`));
  const ordered = inOrder(records.filter(({ name }) => name !== "" && name !== "."));
  if (ordered.length === 0) return [{ host, port: USUAL_PORT[transport] }];
  return ordered.slice(0, MOST_CANDIDATES).map(({ name, port: at }) => ({ host: name, port: at }));
}

/** The least priority first; within one, the heavier mostly before the lighter (RFC 2782). */
function inOrder(records: readonly SrvRecord[]): SrvRecord[] {
  return records
    .map((record) => ({ record, key: -Math.log(1 - Math.random()) / (record.weight + 0.01) }))
    .toSorted((a, b) => a.record.priority - b.record.priority || a.key - b.key)
    .map(({ record }) => record);
}

async function addressesOf(host: string, names: Names): Promise<string[]> {
  return isIP(host) ? [host] : await within(names.addresses(host));
}

/** Nothing where the name service says nothing in time. */
async function within<T>(asked: Promise<T[]>): Promise<T[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T[]>((resolve) => (timer = setTimeout(() => resolve([]), NAME_TIMEOUT_MS)));
  try {
    return await Promise.race([asked.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}
