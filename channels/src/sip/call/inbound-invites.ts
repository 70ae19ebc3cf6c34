import { dialogOfInvite } from "./dialog.ts";
import type { DigestAuthenticator } from "../auth/digest-authenticator.ts";
import type { CallerProof, InboundCall, Party, TrunkProof } from "./inbound-call.ts";
import { HalfOpen } from "./half-open.ts";
import { type MostCalls, Shares } from "./shares.ts";
import { createInboundCall, wantsSecure } from "./inbound-call.ts";
import type { Described } from "./described.ts";
import { readDescription } from "./described.ts";
import { LEAST_SECONDS, termsFor } from "./session-timer.ts";
import { isPrivateAddress } from "../transport/local-address.ts";
import type { SipRequest } from "../message/message.ts";
import { tagOf } from "../message/message.ts";
import { parseNameAddress } from "../message/name-address.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import type { TrunkBook } from "../trunk/trunk.ts";
import type { Peer } from "../transport/peer.ts";
import { parseUri } from "../message/uri.ts";
import { parseVia } from "../message/via.ts";
import type { UserAgent } from "../user-agent.ts";
import { answerTo, newTag } from "../user-agent.ts";

export interface InboundInvitesOptions {
  authenticator: DigestAuthenticator;
  trunks: TrunkBook;
  /** The trunk of somebody here that this call comes by; undefined: none, or it does not lead to this number. */
  trunkOf(source: Peer, called: Called): TrunkProof | undefined;
  /** Whether the number is open to callers that nobody knows. */
  answers(number: string): boolean | Promise<boolean>;
  /** A phone is registered from exactly there. */
  isRegistered(peer: Peer): boolean;
  onCall(call: InboundCall): void;
  /** Calls that are being set up or talked at the same time. */
  maxCalls: number;
  /** Of those, how many one source may hold; absent: any number. */
  mostCalls?: MostCalls | undefined;
}

/** What an INVITE says of who is called. */
export interface Called {
  /** The user part of the Request-URI, and that of To. */
  number: string;
  to: string | undefined;
}

/** Where it may be worth while to call again soon. */
const RETRY_AFTER_SECONDS = 5;
/** Room for 200 calls a second whose ACK takes half a second: also of a trunk that carries everybody. */
const MOST_HALF_OPEN = 100;

/** Receives INVITEs that begin a call: who may come in, and what was offered. */
export class InboundInvites {
  readonly #ua: UserAgent;
  readonly #options: InboundInvitesOptions;
  readonly #calls = new Map<string, InboundCall | undefined>();
  readonly #halfOpen = new HalfOpen(MOST_HALF_OPEN);
  readonly #shares: Shares;
  #count = 0;

  constructor(ua: UserAgent, options: InboundInvitesOptions) {
    this.#ua = ua;
    this.#options = options;
    this.#shares = new Shares(options.mostCalls ?? { address: Infinity, strangers: Infinity, known: Infinity });
  }

  /** Whether this address may begin one more call: those that it has not acknowledged are few. */
  hasRoom(address: string): boolean {
    return this.#halfOpen.hasRoom(address);
  }

  get calls(): InboundCall[] {
    return [...this.#calls.values()].filter((call) => call !== undefined);
  }

  async invited(transaction: ServerTransaction): Promise<void> {
    const { request } = transaction;
    const refuse = (status: number): void => {
      const answer = answerTo(this.#ua, request, status, { toTag: newTag() });
      if (status === 503) answer.headers.add("retry-after", String(RETRY_AFTER_SECONDS));
      if (status === 422) answer.headers.add("min-se", String(LEAST_SECONDS));
      transaction.respond(answer);
    };
    const described = readDescription(request);
    if (typeof described === "number") return refuse(described);
    if (!takesSdp(request.headers.all("accept"))) return refuse(406);
    if (termsFor(request) === "too small") return refuse(422);
    const number = parseUri(request.uriText)?.user ?? "";
    // The same call by two ways (RFC 3261 section 8.2.2.2).
    const key = `${request.headers.get("call-id")}|${tagOf(request, "from") ?? ""}`;
    if (this.#calls.has(key)) return refuse(482);
    if (this.#calls.size >= this.#options.maxCalls) return refuse(503);
    this.#calls.set(key, undefined);
    const opened = this.#halfOpen.take(transaction.source.host);
    const isGone = (): boolean => transaction.isAnswered;
    transaction.onCancel = () => refuse(487);
    const release = (): void => {
      this.#calls.delete(key);
      opened();
    };
    const proof = await this.#prove(transaction, number).catch(() => undefined);
    if (!proof || isGone()) {
      release();
      // Who may call cannot be found out now: the database is away.
      return isGone() ? undefined : refuse(503);
    }
    if (wantsSecure(proof) && described.media && !described.media.srtp) {
      release();
      return refuse(488);
    }
    const share = this.#shares.take(proof, transaction.source.host);
    if (!share) {
      release();
      return refuse(503);
    }
    const call = this.#createCall(transaction, { number, proof, offer: described.remote, media: described.media }, opened);
    this.#calls.set(key, call);
    void call.ended.then(() => {
      release();
      share();
    });
    this.#options.onCall(call);
    if (!transaction.hasResponded) transaction.respond(answerTo(this.#ua, request, 100));
  }

  /** Who the caller is; undefined when it was answered that it may not come in. */
  async #prove(transaction: ServerTransaction, number: string): Promise<CallerProof | undefined> {
    const { request, source } = transaction;
    const own = this.#options.trunkOf(source, { number, to: partyOf(request, "to").user });
    if (own) return own;
    const trunk = this.#options.trunks.of(source.host);
    if (trunk) return { kind: "trunk", trunk: trunk.name };
    const isOpen = this.#options.answers(number);
    const isProving = request.headers.get("proxy-authorization") !== undefined;
    // A phone that is registered here is asked who it is, and is no stranger then: it may put its calls through.
    const isPhone = !isProving && this.#options.isRegistered(source);
    if ((typeof isOpen === "boolean" ? isOpen : await isOpen) && !isProving && !isPhone) return { kind: "anyone" };
    // Nobody else's calls are passed on here, least of all those that have been passed on too often.
    if (Number(request.headers.get("max-forwards") ?? 70) === 0 && !(await isOpen)) {
      transaction.respond(answerTo(this.#ua, request, 483, { toTag: newTag() }));
      return undefined;
    }
    const verdict = await this.#options.authenticator.ask(request, source.host, "gateway");
    if (verdict.kind === "known") return { kind: "user", user: verdict.user };
    if ((await isOpen) && !isPhone) return { kind: "anyone" };
    transaction.respond(verdict.response);
    return undefined;
  }

  #createCall(
    transaction: ServerTransaction,
    known: { number: string; proof: CallerProof; offer: Described["remote"]; media: Described["media"] },
    confirmed: () => void,
  ): InboundCall {
    const { request, source } = transaction;
    const tag = newTag();
    const contact = this.#ua.contactTowards(source, known.number);
    const isStranger = known.proof.kind === "anyone";
    const mayReach = known.proof.kind === "own trunk" ? known.proof.mayReach : undefined;
    const peer = isStranger ? source : (wayBack(request, source) ?? (mayReach && source));
    const dialog = dialogOfInvite(request, { tag, contact, peer, isStranger, mayReach });
    const facts = {
      ...known,
      number: known.proof.kind === "own trunk" ? known.proof.number : known.number,
      id: `in-${++this.#count}-${tag.slice(0, 6)}`,
      callId: request.headers.get("call-id") ?? "",
      from: partyOf(request, "from"),
      to: partyOf(request, "to"),
      userAgent: request.headers.get("user-agent"),
    };
    return createInboundCall(this.#ua, transaction, { dialog, tag, facts, confirmed });
  }
}

function takesSdp(accept: readonly string[]): boolean {
  return accept.length === 0 || accept.some((text) => /^(?:application\/sdp|application\/\*|\*\/\*)\s*(?:;|$)/i.test(text));
}

/**
 * For those who have proved who they are; a stranger's requests go back to where the stranger's came from, and nowhere else: what it writes
 * into Contact or Record-Route makes us open no connection. Where requests inside the call have to go when the caller's own Contact can't be reached: over its TCP connection, or back
 * through the address translation that it stands behind without knowing. Proxies that recorded their route come before all that.
 */
function wayBack(request: SipRequest, source: Peer): Peer | undefined {
  // What came encrypted goes back encrypted.
  if (source.transport === "tls") return source;
  if (request.headers.count("record-route") > 0) return undefined;
  if (source.transport === "tcp") return source;
  const contact = parseNameAddress(request.headers.get("contact") ?? "")?.uri;
  const via = parseVia(request.headers.get("via") ?? "");
  if (!contact || !via) return source;
  const isTranslated = via.host !== source.host && contact.host !== source.host && isPrivateAddress(contact.host);
  return isTranslated ? source : undefined;
}

function partyOf(request: SipRequest, header: "from" | "to"): Party {
  const address = parseNameAddress(request.headers.get(header) ?? "");
  return { displayName: address?.displayName, user: address?.uri?.user, host: address?.uri?.host ?? "" };
}
