/** How many connections one address may hold, before anything is read from them. */
import { BlockList, isIPv6, type Server } from "node:net";
import type { Log } from "../log/log.ts";
import { rawRefusal } from "./answer-refused.ts";
import { networkOf } from "./rate-limit.ts";

export interface ConnectionLimit {
  most: number;
  /** Addresses and networks that carry everybody's requests: they are not counted. */
  proxies: readonly string[];
  log: Pick<Log, "warn">;
}

const TELL_EVERY_MS = 60_000;

/** The next connection of an address that holds so many is closed at once; those that it holds go on. */
export function limitConnections(server: Server, { most, proxies, log }: ConnectionLimit): void {
  const held = new Map<string, number>();
  const trusted = listOf(proxies);
  const refused = rawRefusal("request.too_many");
  let toldMs = Number.NEGATIVE_INFINITY;
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return socket.destroy();
    if (isIn(trusted, remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const before = held.get(network) ?? 0;
    if (before >= most) {
      socket.write(refused);
      socket.destroySoon();
      if (performance.now() - toldMs < TELL_EVERY_MS) return;
      toldMs = performance.now();
      log.warn({ from: network, most }, "An address holds as many connections as it may: its next ones are closed");
      return;
    }
    held.set(network, before + 1);
    socket.once("close", () => {
      const left = (held.get(network) ?? 1) - 1;
      if (left > 0) held.set(network, left);
      else held.delete(network);
    });
  });
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}
