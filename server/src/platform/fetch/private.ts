/** Which addresses of the network may be sent to when a user names them: none of this machine or of a private network, unless the operator allows it. */
import { BlockList, isIP } from "node:net";

const PRIVATE_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Of IPv6 only what is given out to everybody is public; what wraps an IPv4 address is not taken. */
const PUBLIC_V6 = "2000::/3";
const WRAPPED_V6 = ["2001::/32", "2002::/16"];

const privateV4 = listOf(PRIVATE_V4);
const publicV6 = listOf([PUBLIC_V6]);
const wrappedV6 = listOf(WRAPPED_V6);

/** `allowed`: addresses or networks, as the setting PRIVATE_ADDRESSES has them. False for names. */
export function mayReachWith(allowed: readonly string[]): (address: string) => boolean {
  const exceptions = listOf(allowed);
  return (address) => {
    const family = isIP(address);
    if (family === 0) return false;
    const kind = family === 4 ? "ipv4" : "ipv6";
    if (exceptions.check(address, kind)) return true;
    return family === 4 ? !privateV4.check(address) : publicV6.check(address, kind) && !wrappedV6.check(address, kind);
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return list;
}
