import type { DigestAlgorithm } from "./auth/digest.ts";
import type { Dialog } from "./call/dialog.ts";
import { dialogId } from "./call/dialog.ts";
import { DigestAuthenticator } from "./auth/digest-authenticator.ts";
import type { PasswordLookup } from "./auth/digest-authenticator.ts";
import type { InboundCall } from "./call/inbound-call.ts";
import type { SipRequest } from "./message/message.ts";
import { formatMessage, tagOf } from "./message/message.ts";
import { parseNameAddress } from "./message/name-address.ts";
import type { OutboundCall } from "./call/outbound-call.ts";
import type { Peer } from "./transport/peer.ts";
import type { PlaceOrder } from "./call/outbound-invites.ts";
import { OutboundInvites } from "./call/outbound-invites.ts";
import type { InboundInvitesOptions } from "./call/inbound-invites.ts";
import { InboundInvites } from "./call/inbound-invites.ts";
import type { Binding } from "./call/registrar.ts";
import { Registrar } from "./call/registrar.ts";
import { TIMER } from "./call/session-timer.ts";
import type { ServerTransaction } from "./transaction/server-transaction.ts";
import type { SipTiming } from "./transaction/timing.ts";
import { STANDARD_TIMING } from "./transaction/timing.ts";
import { SourceLimit } from "./transport/source-limit.ts";
import type { TransactionUser } from "./transaction/transactions.ts";
import { Transactions } from "./transaction/transactions.ts";
import type { Certificate } from "./transport/tls-listener.ts";
import type { Transport } from "./transport/transport.ts";
import { openTransport } from "./transport/transport.ts";
import type { Registration, KeepOptions } from "./trunk/keeper.ts";
import { keepTrunk } from "./trunk/keeper.ts";
import { checkTrunk } from "./trunk/check.ts";
import type { Standing } from "./trunk/standing.ts";
import type { Trunk } from "./trunk/trunk.ts";
import { TrunkBook } from "./trunk/trunk.ts";
import { formatUri, sipUri, transportParameter } from "./message/uri.ts";
import type { DialogOwner, UserAgent } from "./user-agent.ts";
import { answerTo, newTag } from "./user-agent.ts";

export interface SipEndpointOptions {
  host: string;
  /** For UDP and TCP alike; 0 takes any that is free. */
  port: number;
  /** The public name or address, where `host` is not what peers see. */
  advertisedHost?: string;
  /** What phones show and use for their password. */
  realm?: string;
  userAgent?: string;
  /** The password of a phone's account; undefined when there is no such account. */
  password?: PasswordLookup;
  /** What phones are asked for, best first. Some old ones need `["MD5"]` alone. */
  digestAlgorithms?: readonly DigestAlgorithm[];
  /** Wrong passwords from one address before it is shut out for five minutes. */
  maxPasswordFailures?: number;
  /** The installation's own: whoever calls from there may reach any number. */
  trunks?: () => readonly Trunk[];
  /** Trunks that belong to somebody here; asked first. */
  trunkOf?: InboundInvitesOptions["trunkOf"];
  /** Whether callers that nobody knows may reach this number. */
  answers?: (number: string) => boolean | Promise<boolean>;
  /** A call rings. It has to be answered or rejected. */
  onCall: (call: InboundCall) => void;
  onRegistered?: (user: string) => void;
  /** Somebody who received our challenge at this address answered it wrongly. */
  onWrongPassword?: (sourceHost: string) => void;
  /** A fault of ours while a message or a call was dealt with; it ends that and nothing else. */
  onFailure?: (error: unknown) => void;
  maxCalls?: number;
  /** How many of them one source may hold; absent: any number. */
  mostCalls?: InboundInvitesOptions["mostCalls"];
  /** TCP connections that one address may hold at a time. */
  connectionsPerHost?: number;
  /** Certificates in PEM of those who are believed beside the usual authorities, for TLS with trunks. */
  tlsAuthorities?: readonly string[];
  /** Where phones and trunks reach us over TLS, and in whose name; absent: nowhere. */
  tls?: { port: number; certificate: Certificate } | undefined;
  /** How busy the machine is, 0…1: the busier, the fewer new calls a second a single address may begin. */
  pressure?: () => number;
  timing?: SipTiming;
}

export interface SipEndpoint {
  readonly host: string;
  readonly port: number;
  /** Where TLS is taken; undefined: nowhere. */
  readonly tlsPort: number | undefined;
  /** From now on for new connections. Throws when the key does not belong to the certificate. */
  renewCertificate(certificate: Certificate): void;
  /** Where a registered phone is reached now; newest first. */
  bindings(user: string): readonly Binding[];
  registeredUsers(): string[];
  /** Its registrations hold no longer. */
  signOut(user: string): void;
  place(order: PlaceOrder): OutboundCall;
  /** Registers at a trunk, and asks whether it is there, until it is stopped. */
  keep(trunk: Trunk, options: KeepOptions): Registration;
  /** What is wrong with a trunk now, or that nothing is. Over within seconds; changes nothing there. */
  check(trunk: Trunk): Promise<Standing>;
  /** Calls in and out that are not over. */
  readonly callCount: number;
  /** Ends every call and stops listening. */
  close(): Promise<void>;
}

const DEFAULT_MAX_CALLS = 10_000;
const KNOWN_METHODS = new Set([
  "ACK",
  "BYE",
  "CANCEL",
  "INFO",
  "INVITE",
  "MESSAGE",
  "NOTIFY",
  "OPTIONS",
  "PRACK",
  "PUBLISH",
  "REFER",
  "REGISTER",
  "SUBSCRIBE",
  "UPDATE",
]);
/** Of one address, before anything is done for them; also of a trunk or a proxy that carries everybody. */
const NEW_CALLS_A_SECOND = 250;
const NEW_CALLS_AT_ONCE = 250;
/** RFC 4488. */
const NO_SUBSCRIPTION = "norefersub";
/** Time for the last BYEs to leave. */
const FAREWELL_MS = 200;

/** Opens our SIP user agent: UDP and TCP on one port. Rejects when the port is taken. */
export async function createSipEndpoint(options: SipEndpointOptions): Promise<SipEndpoint> {
  const endpoint = new Endpoint(options);
  await endpoint.open();
  return endpoint;
}

class Endpoint implements SipEndpoint, UserAgent {
  readonly timing: SipTiming;
  readonly userAgent: string;
  readonly #options: SipEndpointOptions;
  readonly #transactions: Transactions;
  readonly #authenticator: DigestAuthenticator;
  readonly #registrar: Registrar;
  readonly #inbound: InboundInvites;
  readonly #outbound: OutboundInvites;
  readonly #owners = new Map<string, DialogOwner>();
  #transport!: Transport;

  constructor(options: SipEndpointOptions) {
    this.#options = options;
    this.timing = options.timing ?? STANDARD_TIMING;
    this.userAgent = options.userAgent ?? "Ongea";
    const sources = new SourceLimit({ perSecond: NEW_CALLS_A_SECOND, burst: NEW_CALLS_AT_ONCE, pressure: options.pressure });
    this.#transactions = new Transactions(() => this.#transport, this.timing, this.#user(sources));
    this.#authenticator = new DigestAuthenticator({
      realm: options.realm ?? "ongea",
      password: options.password ?? (() => undefined),
      algorithms: options.digestAlgorithms,
      maxFailures: options.maxPasswordFailures,
      failed: options.onWrongPassword,
    });
    this.#registrar = new Registrar(options.onRegistered);
    this.#inbound = new InboundInvites(this, {
      authenticator: this.#authenticator,
      trunks: new TrunkBook(options.trunks ?? (() => [])),
      trunkOf: options.trunkOf ?? (() => undefined),
      answers: options.answers ?? (() => false),
      isRegistered: (peer) => this.#registrar.isBoundTo(peer),
      onCall(call) {
        try {
          options.onCall(call);
        } catch (error) {
          call.reject(500);
          options.onFailure?.(error);
        }
      },
      maxCalls: options.maxCalls ?? DEFAULT_MAX_CALLS,
      mostCalls: options.mostCalls,
    });
    this.#outbound = new OutboundInvites(this, {
      bindings: (user) => this.#registrar.bindings(user),
      addressTowards: (peer) => this.#transport.addressTowards(peer),
    });
  }

  async open(): Promise<void> {
    this.#transport = await openTransport(this.#options, {
      received: (message, peer) => {
        try {
          this.#transactions.received(message, peer);
        } catch (error) {
          this.#options.onFailure?.(error);
        }
      },
      isNeeded: (peer) =>
        this.#registrar.isBoundTo(peer) ||
        this.#inbound.calls.some(
          ({ source }) => source.transport !== "udp" && source.host === peer.host && source.port === peer.port,
        ),
    });
  }

  get host(): string {
    return this.#transport.host;
  }

  get port(): number {
    return this.#transport.port;
  }

  get tlsPort(): number | undefined {
    return this.#transport.tlsPort;
  }

  renewCertificate(certificate: Certificate): void {
    this.#transport.renewCertificate(certificate);
  }

  get callCount(): number {
    return this.#inbound.calls.length + this.#outbound.calls.length;
  }

  bindings(user: string): readonly Binding[] {
    return this.#registrar.bindings(user);
  }

  registeredUsers(): string[] {
    return this.#registrar.users();
  }

  signOut(user: string): void {
    this.#registrar.signOut(user);
  }

  place(order: PlaceOrder): OutboundCall {
    return this.#outbound.place(order);
  }

  keep(trunk: Trunk, options: KeepOptions): Registration {
    return keepTrunk(this, trunk, options);
  }

  check(trunk: Trunk): Promise<Standing> {
    return checkTrunk(this, trunk);
  }

  async close(): Promise<void> {
    const calls = [...this.#inbound.calls, ...this.#outbound.calls];
    for (const call of calls) call.hangUp();
    if (calls.length > 0) await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS));
    this.#transactions.close();
    await this.#transport.close();
  }

  contactTowards(peer: Peer, user: string | undefined): string {
    const { host, port } = this.#transport.addressTowards(peer);
    return formatUri(sipUri(user === "" ? undefined : user, host, port, transportParameter(peer.transport)));
  }

  send: UserAgent["send"] = (request, peer, listener) => this.#transactions.send(request, peer, listener);

  cancel: UserAgent["cancel"] = (invite) => this.#transactions.cancel(invite);

  sendAck: UserAgent["sendAck"] = (ack, peer) => {
    this.#transactions.addVia(ack, peer);
    this.#transport.send(formatMessage(ack), peer);
  };

  get tlsAuthorities(): readonly string[] {
    return this.#options.tlsAuthorities ?? [];
  }

  isReachable(peer: Peer): boolean {
    return peer.transport === "udp" || this.#transport.isConnected(peer);
  }

  unsent(method: string): void {
    this.#options.onFailure?.(new Error(`A ${method} could not be sent: there is no way to the far end`));
  }

  adopt(dialog: Dialog, owner: DialogOwner): void {
    this.#owners.set(dialog.id, owner);
  }

  forget(dialog: Dialog): void {
    this.#owners.delete(dialog.id);
  }

  #user(sources: SourceLimit): TransactionUser {
    return {
      admits: (request, { host }) =>
        request.method !== "INVITE" || tagOf(request, "to") !== undefined || (this.#inbound.hasRoom(host) && sources.take(host)),
      request: (transaction) => this.#request(transaction),
      ack: (request) => this.#ownerOf(request)?.ack(request),
    };
  }

  #ownerOf(request: SipRequest): DialogOwner | undefined {
    const id = dialogId(request.headers.get("call-id") ?? "", tagOf(request, "to") ?? "", tagOf(request, "from") ?? "");
    return this.#owners.get(id);
  }

  /** The order of judgement follows RFC 3261 section 8.2. */
  #request(transaction: ServerTransaction): void {
    const { request } = transaction;
    const answer = (status: number): void => transaction.respond(answerTo(this, request, status, { toTag: newTag() }));
    if (!KNOWN_METHODS.has(request.method)) return answer(501);
    if (!/^sips?:/i.test(request.uriText)) return answer(416);
    const required = [...request.headers.all("require"), ...request.headers.all("proxy-require")].filter(
      (name) => name.toLowerCase() !== TIMER && !(request.method === "REFER" && name.toLowerCase() === NO_SUBSCRIPTION),
    );
    if (required.length > 0) {
      const badExtension = answerTo(this, request, 420, { toTag: newTag() });
      for (const name of required) badExtension.headers.add("unsupported", name);
      return transaction.respond(badExtension);
    }
    if (tagOf(request, "to") !== undefined) {
      const owner = this.#ownerOf(request);
      return owner ? owner.request(transaction) : answer(481);
    }
    if (request.method === "INVITE") return void this.#inbound.invited(transaction);
    if (request.method === "REGISTER") return void this.#register(transaction);
    if (request.method === "OPTIONS") return this.#options200(transaction);
    // Outside a call nobody makes us call anybody.
    if (request.method === "REFER") return answer(403);
    answer(request.method === "BYE" || request.method === "PRACK" || request.method === "UPDATE" ? 481 : 405);
  }

  #options200(transaction: ServerTransaction): void {
    const response = answerTo(this, transaction.request, 200, { toTag: newTag() });
    response.headers.add("accept", "application/sdp").add("supported", TIMER);
    response.headers.add("contact", `<${this.contactTowards(transaction.source, undefined)}>`);
    transaction.respond(response);
  }

  async #register(transaction: ServerTransaction): Promise<void> {
    const { request, source } = transaction;
    try {
      const verdict = await this.#authenticator.ask(request, source.host, "registrar");
      if (verdict.kind === "refused") return transaction.respond(verdict.response);
      const wanted = parseNameAddress(request.headers.get("to") ?? "")?.uri?.user;
      if (wanted !== verdict.user) return transaction.respond(answerTo(this, request, 403));
      transaction.respond(this.#registrar.register(request, verdict.user, source));
    } catch {
      transaction.respond(answerTo(this, request, 500));
    }
  }
}
