import { randomBytes } from "node:crypto";
import type { ClientTransaction, ClientTransactionListener } from "./transaction/client-transaction.ts";
import type { Dialog } from "./call/dialog.ts";
import type { SipRequest, SipResponse } from "./message/message.ts";
import { responseTo } from "./message/responses.ts";
import type { ServerTransaction } from "./transaction/server-transaction.ts";
import type { SipTiming } from "./transaction/timing.ts";
import type { Peer } from "./transport/peer.ts";

/** What a call needs of the endpoint that it lives in. */
export interface UserAgent {
  readonly timing: SipTiming;
  readonly userAgent: string;
  /** Believed beside the usual authorities, in PEM. */
  readonly tlsAuthorities: readonly string[];
  /** Our Contact for this peer. */
  contactTowards(peer: Peer, user: string | undefined): string;
  send(request: SipRequest, peer: Peer, listener: ClientTransactionListener): ClientTransaction;
  cancel(invite: ClientTransaction): void;
  /** Whether the peer can be sent to: over UDP always, over TCP while a connection stands. */
  isReachable(peer: Peer): boolean;
  /** Sends the ACK of a 2xx. */
  sendAck(ack: SipRequest, peer: Peer): void;
  /** A request that must leave could not be sent, however often. */
  unsent(method: string): void;
  /** From now on requests inside the dialog go to its owner. */
  adopt(dialog: Dialog, owner: DialogOwner): void;
  forget(dialog: Dialog): void;
}

export interface DialogOwner {
  request(transaction: ServerTransaction): void;
  ack(request: SipRequest): void;
}

/** What we take part in (RFC 3261 section 20.5). */
export const ALLOWED = "INVITE, ACK, CANCEL, BYE, OPTIONS, REGISTER, UPDATE, REFER, NOTIFY";

export function newTag(): string {
  return randomBytes(8).toString("hex");
}

export function newCallId(): string {
  return randomBytes(16).toString("hex");
}

/** An answer with what every answer of ours says. */
export function answerTo(
  ua: UserAgent,
  request: SipRequest,
  status: number,
  options: { reason?: string; toTag?: string } = {},
): SipResponse {
  const response = responseTo(request, status, options);
  response.headers.add("server", ua.userAgent);
  if (status === 405 || (status >= 200 && status < 300)) response.headers.add("allow", ALLOWED);
  if (status === 415) response.headers.add("accept", "application/sdp");
  return response;
}
