/** Whether a connection to a trunk can be made at all, and what is wrong with it: what a failed request does not tell. */
import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Peer } from "../transport/peer.ts";
import { tlsOptions } from "../transport/tls-options.ts";
import type { UserAgent } from "../user-agent.ts";
import type { TrunkProblem } from "./standing.ts";

const CONNECT_MS = 4_000;
/** As OpenSSL and Node name what is wrong with a certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME|HOSTNAME_MISMATCH/;

/** Over UDP, and where a connection stands already, there is nothing to look at. Never rejects. */
export function reach(peer: Peer, ua: Pick<UserAgent, "isReachable" | "tlsAuthorities">): Promise<TrunkProblem | undefined> {
  if (peer.transport === "udp" || ua.isReachable(peer)) return Promise.resolve(undefined);
  const { host, port } = peer;
  return new Promise((resolve) => {
    const isTls = peer.transport === "tls";
    const socket = isTls ? connectTls({ host, port, ...tlsOptions(peer, ua.tlsAuthorities) }) : connectPlain({ host, port });
    let isConnected = false;
    const over = (problem: TrunkProblem | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(problem);
    };
    const timer = setTimeout(() => over(isConnected ? "no_tls" : "no_answer"), CONNECT_MS);
    socket.once("connect", () => {
      isConnected = true;
      if (!isTls) over(undefined);
    });
    socket.once("secureConnect", () => over(undefined));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (!isConnected) over(error.code === "ETIMEDOUT" || error.code === "EHOSTUNREACH" ? "no_answer" : "not_reached");
      else over(CERTIFICATE.test(error.code ?? "") ? "bad_certificate" : "no_tls");
    });
    socket.once("close", () => over(isConnected ? "no_tls" : "not_reached"));
  });
}
