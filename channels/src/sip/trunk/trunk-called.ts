/** Whose trunk a call comes by, and which of its numbers it calls. Pure. */
import { BlockList, isIPv6 } from "node:net";
import type { Called } from "../call/inbound-invites.ts";
import { calledOf, nationallyCalledOf, wholeNumberIn } from "./called.ts";

export interface OwnTrunk {
  id: string;
  /** The user part of the Contact that it registers. */
  contact: string;
  /** E.164. */
  numbers: readonly string[];
  /** Where its calls come from: IPv4 addresses and networks. */
  sources: readonly string[];
  isSecure: boolean;
}

/** Trunks by what a call names. */
export interface TrunkBook {
  byContact: ReadonlyMap<string, OwnTrunk>;
  byNumber: ReadonlyMap<string, OwnTrunk>;
  /** Of every trunk, those that are switched off too: a call for one of them is for nobody else. */
  held: ReadonlySet<string>;
  /** The oldest first. */
  byAddress: ReadonlyMap<string, readonly OwnTrunk[]>;
  /** The oldest first. */
  byNetwork: readonly { trunk: OwnTrunk; networks: BlockList }[];
}

interface Found {
  trunk: OwnTrunk;
  number: string;
}

/** `trunks`: the oldest first. */
export function bookOf(trunks: readonly OwnTrunk[], held: ReadonlySet<string>): TrunkBook {
  const byAddress = new Map<string, OwnTrunk[]>();
  for (const trunk of trunks)
    for (const source of new Set(trunk.sources)) byAddress.set(source, [...(byAddress.get(source) ?? []), trunk]);
  return {
    byContact: new Map(trunks.map((trunk) => [trunk.contact, trunk])),
    byNumber: new Map(trunks.flatMap((trunk) => trunk.numbers.map((number) => [number, trunk] as const))),
    held,
    byAddress,
    byNetwork: trunks.flatMap((trunk) => {
      const networks = networksOf(trunk.sources);
      return networks ? [{ trunk, networks }] : [];
    }),
  };
}

export function trunkCalled(book: TrunkBook, host: string, { number, to }: Called): Found | undefined {
  const registered = book.byContact.get(number);
  if (registered) {
    const only = registered.numbers.length === 1 ? registered.numbers[0] : undefined;
    const called = calledOf(to, registered.numbers) ?? only;
    return called === undefined ? undefined : { trunk: registered, number: called };
  }
  const from = trunksFrom(book, host);
  if (from.length === 0) return undefined;
  return wholly(book, from, number) ?? wholly(book, from, to) ?? nationally(book, from, number) ?? nationally(book, from, to);
}

function trunksFrom({ byAddress, byNetwork }: TrunkBook, host: string): OwnTrunk[] {
  const family = isIPv6(host) ? "ipv6" : "ipv4";
  const inNetwork = byNetwork.filter(({ networks }) => networks.check(host, family)).map(({ trunk }) => trunk);
  return [...(byAddress.get(host) ?? []), ...inNetwork];
}

/** The trunk that holds exactly this number. */
function wholly({ byNumber }: TrunkBook, from: readonly OwnTrunk[], written: string | undefined): Found | undefined {
  const number = wholeNumberIn(written);
  const trunk = number === undefined ? undefined : byNumber.get(number);
  return trunk && number !== undefined && from.includes(trunk) ? { trunk, number } : undefined;
}

/**
 * The first trunk that has one number ending in what is written. A whole number that anybody holds is never read so: whoever names the operator
 * of another workspace, and a number that ends like its number, would be given its calls.
 */
function nationally({ held }: TrunkBook, from: readonly OwnTrunk[], written: string | undefined): Found | undefined {
  const whole = wholeNumberIn(written);
  if (whole === undefined || held.has(whole)) return undefined;
  for (const trunk of from) {
    const number = nationallyCalledOf(written, trunk.numbers);
    if (number !== undefined) return { trunk, number };
  }
  return undefined;
}

function networksOf(sources: readonly string[]): BlockList | undefined {
  const networks = sources.filter((source) => source.includes("/"));
  if (networks.length === 0) return undefined;
  const list = new BlockList();
  for (const network of networks) {
    const [host = "", bits] = network.split("/");
    list.addSubnet(host, Number(bits), "ipv4");
  }
  return list;
}
