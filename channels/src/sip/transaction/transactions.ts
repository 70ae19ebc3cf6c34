import { randomBytes } from "node:crypto";
import { ClientTransaction } from "./client-transaction.ts";
import type { ClientTransactionListener } from "./client-transaction.ts";
import type { SipMessage, SipRequest, SipResponse } from "../message/message.ts";
import { cseqOf, formatMessage, tagOf } from "../message/message.ts";
import type { Malformed } from "../message/parse.ts";
import { responseTo, responseToMalformed } from "../message/responses.ts";
import { ServerTransaction } from "./server-transaction.ts";
import type { SipTiming } from "./timing.ts";
import type { Peer } from "../transport/peer.ts";
import type { Transport } from "../transport/transport.ts";
import type { Via } from "../message/via.ts";
import { formatVia, parseVia } from "../message/via.ts";

const MAGIC_COOKIE = "z9hG4bK";
/** Finished transactions stay 32 s to absorb repetitions: this is room for some 1,500 calls a second. */
const MAX_TRANSACTIONS = 200_000;
const RETRY_AFTER_SECONDS = 2;

export interface TransactionUser {
  /** Whether this source may make a new request now; it costs nothing to say no. */
  admits(request: SipRequest, source: Peer): boolean;
  /** A new request, once. */
  request(transaction: ServerTransaction): void;
  /** The ACK of a 2xx. */
  ack(request: SipRequest): void;
}

/** Joins messages to transactions: the middle layer between the wire and the calls. */
export class Transactions {
  readonly #servers = new Map<string, ServerTransaction>();
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #transport: () => Transport;
  readonly #timing: SipTiming;
  readonly #user: TransactionUser;

  constructor(transport: () => Transport, timing: SipTiming, user: TransactionUser) {
    this.#transport = transport;
    this.#timing = timing;
    this.#user = user;
  }

  get count(): number {
    return this.#servers.size + this.#clients.size;
  }

  received(message: SipMessage | Malformed, peer: Peer): void {
    if (message.kind === "malformed") {
      const answer = responseToMalformed(message);
      if (answer) this.#transport().send(formatMessage(answer), peer);
    } else if (message.kind === "response") this.#receiveResponse(message);
    else this.#receiveRequest(message, peer);
  }

  /** Sends a request in a transaction of its own: puts Via above the others. */
  send(request: SipRequest, peer: Peer, listener: ClientTransactionListener): ClientTransaction {
    const branch = this.addVia(request, peer);
    const key = `${branch}|${request.method}`;
    const parts = {
      timing: this.#timing,
      send: (bytes: Buffer, to: Peer, failed: () => void) => this.#transport().send(bytes, to, failed),
      terminated: () => void this.#clients.delete(key),
      stuck: () => this.cancel(transaction),
    };
    const transaction: ClientTransaction = new ClientTransaction(request, peer, parts, listener);
    this.#clients.set(key, transaction);
    transaction.start();
    return transaction;
  }

  /** CANCEL goes the way of the INVITE: same Via, route and sequence number (RFC 3261 section 9.1). */
  cancel(invite: ClientTransaction): void {
    const headers = invite.request.headers;
    const cancel = responseTo(invite.request, 0).headers;
    cancel.remove("via");
    cancel.addFirst("via", headers.get("via") ?? "");
    cancel.set("cseq", `${cseqOf(invite.request).number} CANCEL`).set("max-forwards", "70");
    for (const route of headers.all("route")) cancel.add("route", route);
    const request: SipRequest = { kind: "request", method: "CANCEL", uriText: invite.request.uriText, headers: cancel, body: "" };
    const key = `${parseVia(headers.get("via") ?? "")?.branch}|CANCEL`;
    const parts = {
      timing: this.#timing,
      send: (bytes: Buffer, to: Peer, failed: () => void) => this.#transport().send(bytes, to, failed),
      terminated: () => void this.#clients.delete(key),
      stuck: () => undefined,
    };
    const transaction = new ClientTransaction(request, invite.peer, parts, {
      response: () => undefined,
      failed: () => undefined,
    });
    this.#clients.set(key, transaction);
    transaction.start();
    invite.cancelled();
  }

  /** Puts a Via of ours on a request that is sent outside a transaction (the ACK of a 2xx). Returns the branch. */
  addVia(request: SipRequest, peer: Peer): string {
    const branch = `${MAGIC_COOKIE}${randomBytes(12).toString("hex")}`;
    const { host, port } = this.#transport().addressTowards(peer);
    const via: Via = { transport: peer.transport.toUpperCase(), host, port, branch, parameters: { rport: "", branch } };
    request.headers.addFirst("via", formatVia(via));
    return branch;
  }

  close(): void {
    for (const transaction of [...this.#servers.values(), ...this.#clients.values()]) transaction.terminate();
  }

  #receiveResponse(response: SipResponse): void {
    const branch = parseVia(response.headers.get("via") ?? "")?.branch;
    if (response.headers.count("via") !== 1) return;
    this.#clients.get(`${branch}|${cseqOf(response).method}`)?.receive(response);
  }

  #receiveRequest(request: SipRequest, source: Peer): void {
    const via = parseVia(request.headers.get("via") ?? "");
    if (!via) return;
    const key = keyOf(request, via);
    const known = this.#servers.get(`${key}|${request.method === "ACK" ? "INVITE" : request.method}`);
    if (request.method === "ACK") {
      if (!known?.acknowledged()) this.#user.ack(request);
      return;
    }
    if (known) return known.repeated();
    if (this.#servers.size >= MAX_TRANSACTIONS) return;
    const replyTo = markSource(request, via, source);
    if (!this.#user.admits(request, source)) return this.#turnAway(request, replyTo);
    const serverKey = `${key}|${request.method}`;
    const transaction = new ServerTransaction(
      request,
      { source, replyTo },
      {
        timing: this.#timing,
        send: (bytes, peer) => this.#transport().send(bytes, peer),
        terminated: () => void this.#servers.delete(serverKey),
      },
    );
    this.#servers.set(serverKey, transaction);
    if (request.method === "CANCEL") this.#cancelled(transaction, this.#servers.get(`${key}|INVITE`));
    else this.#user.request(transaction);
  }

  /** Without a transaction: nothing is remembered of it. */
  #turnAway(request: SipRequest, replyTo: Peer): void {
    const answer = responseTo(request, 503, { toTag: randomBytes(8).toString("hex") });
    answer.headers.add("retry-after", String(RETRY_AFTER_SECONDS));
    this.#transport().send(formatMessage(answer), replyTo);
  }

  #cancelled(cancel: ServerTransaction, invite: ServerTransaction | undefined): void {
    cancel.respond(responseTo(cancel.request, invite ? 200 : 481, { toTag: randomBytes(8).toString("hex") }));
    if (invite && !invite.isAnswered) invite.onCancel?.();
  }
}

/** What tells transactions apart (RFC 3261 section 17.2.3; the second form is for peers of RFC 2543). */
function keyOf(request: SipRequest, via: Via): string {
  if (via.branch?.startsWith(MAGIC_COOKIE) && via.branch.length > MAGIC_COOKIE.length) {
    return `${via.branch}|${via.host}|${via.port ?? ""}`;
  }
  const { number } = cseqOf(request);
  const callId = request.headers.get("call-id");
  return `${callId}|${number}|${tagOf(request, "from")}|${request.uriText}|${request.headers.get("via")}`;
}

/** Notes in Via where the request really came from (RFC 3261 section 18.2.1, RFC 3581) and says where answers go. */
function markSource(request: SipRequest, via: Via, source: Peer): Peer {
  const wantsPort = "rport" in via.parameters;
  if (wantsPort) via.parameters["rport"] = String(source.port);
  if (wantsPort || via.host !== source.host) via.parameters["received"] = source.host;
  request.headers.replaceFirst("via", formatVia(via));
  if (source.transport !== "udp" || wantsPort) return source;
  return { ...source, port: via.port ?? 5060 };
}
