/** Where a mail server is that a user named: its address is resolved once, checked, and that address alone is connected to. */
import type { MailProblem, MailSettings } from "@ongea/contract";
import { addressOf } from "../senders/named-host.ts";
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

const isPublic = mayReachWith([]);

/** Rejects with a {@link MailFailure}. `allowed`: private addresses that may be reached all the same. */
export async function reachMailServer(server: MailServer, allowed: readonly string[]): Promise<ReachedServer> {
  const found = await addressOf(server.host, allowed);
  if ("problem" in found) throw new MailFailure(found.problem);
  const { address } = found;
  if (server.security === "none" && isPublic(address)) throw new MailFailure("plain");
  return { ...server, address };
}

/** By what Node's TLS, nodemailer and imapflow say of a connection that failed. */
export function isCertificateProblem(error: unknown): boolean {
  const { code, message } = error instanceof Error ? { code: "", ...error, message: error.message } : { code: "", message: "" };
  return /certificate|altname|CERT_|SELF_SIGNED/i.test(`${code} ${message}`);
}
