/** Where a mail server is that a user named: its address is resolved once, checked, and that address alone is connected to. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { MailProblem, MailSettings } from "@ongea/contract";
import { withTimeout } from "../../platform/async/with-timeout.ts";
import { mayReachWith } from "../../platform/fetch/private.ts";

export type MailServer = MailSettings["smtp"];

/** A server with the address that is connected to. */
export interface ReachedServer extends MailServer {
  address: string;
}

export class MailFailure extends Error {
  readonly problem: MailProblem;
  constructor(problem: MailProblem, options?: ErrorOptions) {
    super(`A mail server was not used: ${problem}`, options);
    this.problem = problem;
  }
}

const LOOKUP_MS = 5_000;
const isPublic = mayReachWith([]);

/** Rejects with a {@link MailFailure}. `allowed`: private addresses that may be reached all the same. */
export async function reachMailServer(server: MailServer, allowed: readonly string[]): Promise<ReachedServer> {
  const found = isIP(server.host) > 0 ? [server.host] : await resolved(server.host);
  const address = found.find(mayReachWith(allowed));
  if (address === undefined) throw new MailFailure(found.length > 0 ? "private" : "unreachable");
  if (server.security === "none" && isPublic(address)) throw new MailFailure("plain");
  return { ...server, address };
}

async function resolved(host: string): Promise<string[]> {
  const found = await withTimeout(lookup(host, { all: true }), LOOKUP_MS, "DNS did not answer").catch(() => []);
  return found.map(({ address }) => address);
}

/** By what Node's TLS, nodemailer and imapflow say of a connection that failed. */
export function isCertificateProblem(error: unknown): boolean {
  const { code, message } = error instanceof Error ? { code: "", ...error, message: error.message } : { code: "", message: "" };
  return /certificate|altname|CERT_|SELF_SIGNED/i.test(`${code} ${message}`);
}
