import { lookup } from "node:dns";
import { isIP } from "node:net";
import type { Peer } from "./peer.ts";
import { parseUri } from "../message/uri.ts";

/** Turns an address into the place to send to: at once for IP addresses, otherwise by DNS. Undefined: it can't be reached. */
export function resolvePeer(uriText: string, found: (peer: Peer | undefined) => void): void {
  const uri = parseUri(uriText);
  // TLS is not spoken here.
  if (!uri || uri.scheme === "sips") return found(undefined);
  const transport = uri.parameters["transport"]?.toLowerCase() ?? "udp";
  if (transport !== "udp" && transport !== "tcp") return found(undefined);
  const port = uri.port ?? 5060;
  resolveHost(uri.host, (host) => found(host === undefined ? undefined : { transport, host, port }));
}

export function resolveHost(host: string, found: (address: string | undefined) => void): void {
  if (isIP(host)) return found(host);
  lookup(host, { family: 4 }, (error, address) => found(error ? undefined : address));
}
