import { isIP } from "node:net";
import { rootCertificates, type ConnectionOptions } from "node:tls";
import type { Peer } from "./peer.ts";

/** The certificate has to be of the name that was asked for, or of the address; nobody else's is taken. */
export function tlsOptions({ host, name }: Peer, authorities: readonly string[]): ConnectionOptions {
  const expected = name ?? host;
  return {
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
    // A name that is an address is not sent; it is compared with the addresses of the certificate.
    ...(isIP(expected) ? {} : { servername: expected }),
    ...(authorities.length > 0 && { ca: [...rootCertificates, ...authorities] }),
  };
}
