import type { SipRequest, SipResponse } from "../message/message.ts";
import { cseqOf } from "../message/message.ts";
import type { NameAddress } from "../message/name-address.ts";
import { parseNameAddress } from "../message/name-address.ts";
import { responseTo } from "../message/responses.ts";
import type { Peer } from "../transport/peer.ts";

/** Where a registered phone can be reached. */
export interface Binding {
  user: string;
  /** The address that the phone gave. */
  contact: string;
  /** Where its registration really came from: the way back through address translation. */
  peer: Peer;
  userAgent: string | undefined;
  expiresAtMs: number;
}

interface Kept extends Binding {
  callId: string;
  sequence: number;
}

const DEFAULT_SECONDS = 3_600;
const MIN_SECONDS = 60;
const MAX_SECONDS = 7_200;
const MAX_BINDINGS_PER_USER = 10;
const MAX_USERS = 100_000;

/** Who is registered where (RFC 3261 section 10.3), in memory. The requests it is given are authenticated. */
export class Registrar {
  readonly #users = new Map<string, Kept[]>();
  readonly #changed: ((user: string) => void) | undefined;

  constructor(changed?: (user: string) => void) {
    this.#changed = changed;
  }

  /** Newest first. */
  bindings(user: string): readonly Binding[] {
    const nowMs = performance.now();
    const kept = this.#users.get(user) ?? [];
    const live = kept.filter(({ expiresAtMs }) => expiresAtMs > nowMs);
    if (live.length === 0) this.#users.delete(user);
    else if (live.length < kept.length) this.#users.set(user, live);
    return live;
  }

  /** Whether a phone is registered over this connection. */
  isBoundTo({ transport, host, port }: Peer): boolean {
    return this.users().some((user) =>
      this.bindings(user).some(({ peer }) => peer.transport === transport && peer.host === host && peer.port === port),
    );
  }

  users(): string[] {
    return [...this.#users.keys()].filter((user) => this.bindings(user).length > 0);
  }

  signOut(user: string): void {
    this.#users.delete(user);
  }

  register(request: SipRequest, user: string, peer: Peer): SipResponse {
    const contacts = request.headers.all("contact");
    const headerSeconds = request.headers.get("expires");
    if (contacts.includes("*")) {
      if (contacts.length > 1 || headerSeconds !== "0") return responseTo(request, 400);
      this.#users.delete(user);
      this.#changed?.(user);
      return this.#listing(request, user);
    }
    const wanted: { address: NameAddress; seconds: number }[] = [];
    for (const contact of contacts) {
      const address = parseNameAddress(contact);
      if (!address?.uri) return responseTo(request, 400);
      const seconds = Math.min(Number(address.parameters["expires"] ?? headerSeconds ?? DEFAULT_SECONDS), MAX_SECONDS);
      if (seconds > 0 && seconds < MIN_SECONDS) {
        const tooBrief = responseTo(request, 423);
        tooBrief.headers.add("min-expires", String(MIN_SECONDS));
        return tooBrief;
      }
      wanted.push({ address, seconds });
    }
    if (!this.#users.has(user) && this.#users.size >= MAX_USERS) return responseTo(request, 503);
    const isInOrder = wanted.every(({ address, seconds }) => this.#bind(request, user, { address, seconds, peer }));
    if (!isInOrder) return responseTo(request, 500);
    if (wanted.length > 0) this.#changed?.(user);
    return this.#listing(request, user);
  }

  /** False when the request is older than what it would change. */
  #bind(request: SipRequest, user: string, wish: { address: NameAddress; seconds: number; peer: Peer }): boolean {
    const callId = request.headers.get("call-id") ?? "";
    const sequence = cseqOf(request).number;
    const contact = wish.address.uriText;
    this.bindings(user);
    const kept = this.#users.get(user) ?? [];
    const same = kept.find((binding) => binding.contact === contact);
    if (same && same.callId === callId && sequence <= same.sequence) return false;
    const others = kept.filter((binding) => binding !== same);
    const expiresAtMs = performance.now() + wish.seconds * 1_000;
    const userAgent = request.headers.get("user-agent");
    const added: Kept[] =
      wish.seconds === 0 ? [] : [{ user, contact, peer: wish.peer, userAgent, expiresAtMs, callId, sequence }];
    this.#users.set(user, [...added, ...others].slice(0, MAX_BINDINGS_PER_USER));
    return true;
  }

  #listing(request: SipRequest, user: string): SipResponse {
    const response = responseTo(request, 200);
    for (const { contact, expiresAtMs } of this.bindings(user)) {
      const seconds = Math.max(1, Math.round((expiresAtMs - performance.now()) / 1_000));
      response.headers.add("contact", `<${contact}>;expires=${seconds}`);
    }
    return response;
  }
}
