/** Where a message came from or goes to. `host` is an IP address. */
export interface Peer {
  transport: "udp" | "tcp" | "tls";
  host: string;
  port: number;
  /** Over TLS: the name that its certificate has to have, where that is not the address. */
  name?: string | undefined;
}
