import { networkInterfaces } from "node:os";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** Interfaces change seldom; reading them costs a system call. */
const FRESH_MS = 10_000;
let read: { atMs: number; addresses: { address: string; subnet: BlockList; internal: boolean }[] } | undefined;

/** Whether a server that is bound to it listens on every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::" || host === "";
}

/**
 * The address of this machine that a peer at `remoteHost` sees: the one in the same subnet, else the first that is not loopback.
 * For a machine behind address translation the operator has to give the public address instead.
 */
export function localAddressTowards(remoteHost: string): string {
  const family = isIPv6(remoteHost) ? "ipv6" : "ipv4";
  const candidates = addresses().filter(({ address }) => isIPv6(address) === (family === "ipv6"));
  const same = isIP(remoteHost) ? candidates.find(({ subnet }) => subnet.check(remoteHost, family)) : undefined;
  const found = same ?? candidates.find(({ internal }) => !internal) ?? candidates[0];
  return found?.address ?? (family === "ipv6" ? "::1" : "127.0.0.1");
}

/** Whether the address can't be reached from outside its own network (RFC 1918, 6598, 3927). */
export function isPrivateAddress(host: string): boolean {
  return isIPv4(host) && PRIVATE.check(host);
}

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["127.0.0.0", 8],
] as const) {
  PRIVATE.addSubnet(net, bits, "ipv4");
}

function addresses(): { address: string; subnet: BlockList; internal: boolean }[] {
  const nowMs = performance.now();
  if (!read || nowMs - read.atMs > FRESH_MS) {
    const found = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    read = {
      atMs: nowMs,
      addresses: found.flatMap(({ address, cidr, internal, family }) => {
        const bits = Number(cidr?.split("/")[1]);
        if (!Number.isInteger(bits) || address.startsWith("fe80")) return [];
        const subnet = new BlockList();
        subnet.addSubnet(address, bits, family === "IPv6" ? "ipv6" : "ipv4");
        return [{ address, subnet, internal }];
      }),
    };
  }
  return read.addresses;
}
