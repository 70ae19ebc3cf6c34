/** What every server knows of all trunks, a few seconds old at most: by whom a call comes in, and the way out for a call of ours. */
import { bookOf, candidatesOf, trunkCalled, type Called, type Peer, type TrunkProof } from "@ongea/channels";
import type { TrunkNumbers } from "../numbers/of-trunks/store.ts";
import type { Log } from "../../platform/log/log.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { limitsOf, outward, type Outward, type TrunkLimits } from "./outward.ts";
import type { StoredTrunk, TrunkStore } from "./store.ts";

export interface TrunkDirectoryParts {
  store: Pick<TrunkStore, "active" | "all">;
  numbers: Pick<TrunkNumbers, "everywhere" | "of">;
  ring: KeyRing;
  mayReach(address: string): boolean;
  log: Log;
  nowMs(): number;
}

/** The way out by a workspace's own trunk, and what is shown there when nobody says. */
export interface OutboundTrunk extends Outward {
  number: string | undefined;
}

export interface LineOf {
  trunkId: string;
  workspaceId: string;
  limits: TrunkLimits;
  /** Where it puts calls through itself (REFER); undefined: it does not. */
  refersAt: { trunk: { host: string; port?: number }; writesPlus: boolean } | undefined;
  /** Of a trunk at Africa's Talking: what stands in the address that it asks, and our client there. */
  asked: { hook: string; client: string } | undefined;
}

export interface TrunkDirectory {
  /** The trunk by which somebody calls one of its numbers. */
  proof(source: Pick<Peer, "host">, called: Called): TrunkProof | undefined;
  /** What a trunk may carry, as it was a few seconds ago; undefined: it is not known here. */
  lineOf(trunkId: string): LineOf | undefined;
  /** By this trunk, or by the oldest of the workspace's; undefined: it has none that works. */
  wayOut(workspaceId: string, trunkId?: string): Promise<OutboundTrunk | undefined>;
  /** Reads what there is now. Never rejects. */
  look(): Promise<void>;
}

const MOST_TRUNKS = 5_000;
const MOST_NUMBERS = 100_000;
/** Names are resolved again after this time: operators move. */
const RESOLVED_MS = 60_000;
const RESOLVE_AT_ONCE = 8;

export function createTrunkDirectory(parts: TrunkDirectoryParts): TrunkDirectory {
  const { store, numbers, ring, mayReach, log } = parts;
  let book = bookOf([], new Set());
  let limits = new Map<string, LineOf>();
  const resolved = new Map<string, { revision: number; addresses: readonly string[]; atMs: number }>();

  /** The addresses of its gateways, as known now; asked for in passing, a few at a time. */
  async function resolve(rows: readonly StoredTrunk[]): Promise<void> {
    const wanted = rows.filter((row) => {
      const known = resolved.get(row.id);
      return !known || known.revision !== row.revision || parts.nowMs() - known.atMs > RESOLVED_MS;
    });
    for (let at = 0; at < wanted.length; at += RESOLVE_AT_ONCE)
      await Promise.all(wanted.slice(at, at + RESOLVE_AT_ONCE).map(one));
  }

  async function one(row: StoredTrunk): Promise<void> {
    const out = outward(row, ring, mayReach);
    const found = out && (await candidatesOf(out.trunk));
    const before = resolved.get(row.id);
    const kept = before?.revision === row.revision ? before.addresses : [];
    const addresses = found && "peers" in found ? found.peers.map(({ host }) => host) : kept;
    resolved.set(row.id, { revision: row.revision, addresses, atMs: parts.nowMs() });
  }

  async function read(): Promise<void> {
    const rows = (await store.active(MOST_TRUNKS)).filter(({ settings }) => settings.inbound_enabled);
    const held = rows.length === 0 ? [] : await numbers.everywhere(MOST_NUMBERS);
    await resolve(rows);
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of resolved.keys()) if (!ids.has(id)) resolved.delete(id);
    const byTrunk = new Map<string, string[]>();
    for (const { trunkId, number } of held) byTrunk.set(trunkId, [...(byTrunk.get(trunkId) ?? []), number]);
    limits = new Map(rows.map((row) => [row.id, lineOf(row)]));
    book = bookOf(
      rows.map(({ id, contact, settings }) => {
        const given = settings.ip_identifiers.map(({ ip_address: address }) => address);
        const sources = [...given, ...(resolved.get(id)?.addresses ?? [])];
        const isSecure = settings.media_encryption === "sdes";
        return { id, contact, numbers: byTrunk.get(id) ?? [], sources, isSecure };
      }),
      new Set(held.map(({ number }) => number)),
    );
  }

  return {
    proof({ host }, called) {
      const found = trunkCalled(book, host, called);
      if (!found) return undefined;
      const { trunk, number } = found;
      return { kind: "own trunk", trunk: trunk.id, number, mayReach, isSecure: trunk.isSecure };
    },
    lineOf: (trunkId) => limits.get(trunkId),
    async wayOut(workspaceId, trunkId) {
      const [rows, held] = await Promise.all([store.all(workspaceId), numbers.of(workspaceId)]);
      const row = rows.find(({ id, isActive }) => isActive && (trunkId === undefined || id === trunkId));
      const out = row && outward(row, ring, mayReach);
      return out && { ...out, number: held.find((one) => one.trunkId === row.id)?.number };
    },
    look: () => read().catch((error: unknown) => log.warn({ err: error }, "The trunks of workspaces could not be read")),
  };
}

function lineOf({ id: trunkId, workspaceId, username, settings }: StoredTrunk): LineOf {
  const [first] = settings.gateways.toSorted((a, b) => a.priority - b.priority);
  const trunk = first && { host: first.gateway_address, ...(first.port !== undefined && { port: first.port }) };
  const refersAt =
    trunk && settings.transfer === "refer" ? { trunk, writesPlus: settings.outbound_leading_plus_enabled } : undefined;
  const hook = settings.africastalking?.hook;
  const asked = trunk && hook !== undefined ? { hook, client: `${username}@${trunk.host}` } : undefined;
  return { trunkId, workspaceId, limits: limitsOf(settings), refersAt, asked };
}
