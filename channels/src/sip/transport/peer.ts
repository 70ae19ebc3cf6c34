/** Where a message came from or goes to. `host` is an IP address. */
export interface Peer {
  transport: "udp" | "tcp";
  host: string;
  port: number;
}
