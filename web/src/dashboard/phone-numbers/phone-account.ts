/** What phones are told in writing of their own, the same in every language. */
import type { PhoneServer } from "@ongea/contract";

export function transportsOf({ tls_port: tls }: PhoneServer): string {
  return ["UDP", "TCP", ...(tls === null ? [] : [`TLS (${tls})`])].join(", ");
}

export function placeOf({ address, port }: PhoneServer): string {
  return `${address}:${port}`;
}

/** A line of baresip's accounts. */
export function baresipLine({ user, password }: { user: string; password: string }, at: PhoneServer): string {
  return `<sip:${user}@${placeOf(at)}>;auth_pass=${password}`;
}
