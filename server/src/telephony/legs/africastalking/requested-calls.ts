/**
 * Calls by trunks at Africa's Talking. The company has no media streams: it asks by HTTP what to do with a call, is told to put it through to our
 * SIP client, and sends it as an INVITE; calls of ours are ordered there and come in the same way when the person has answered. Its last word
 * on a session says what it takes for it. Of this server alone.
 */
import { randomUUID } from "node:crypto";
import { createDialled, type InboundCall } from "@ongea/channels";
import { RestFailure } from "../../../platform/fetch/rest.ts";
import { dialXml, EMPTY_XML, REJECT_XML, type SessionNews } from "../../carriers/africastalking/webhooks.ts";
import type { AfricasTalking } from "../../carriers/africastalking/account.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { OpenedSlot } from "../../../engines/index.ts";
import type { Charge } from "../../../calls/index.ts";
import type { LegLine } from "../placed-leg.ts";
import { RequestedLeg } from "./requested-leg.ts";

export interface RequestedCallStateParts {
  /** Whether companies reach this server at all. */
  isPublic: boolean;
  /** What the account of this trunk's orders asks. */
  account(orders: Orders): Pick<AfricasTalking, "place">;
  /** Whether an assistant answers this number of the trunk. */
  answers(trunk: RequestedTrunk, number: string): Promise<boolean>;
  /** A call of a number that rejects its calls is noted; false: this one does not. */
  turnsAway(trunk: RequestedTrunk, news: SessionNews): Promise<boolean>;
  addressTowards(remoteHost: string): string;
  log: Pick<Log, "warn">;
}

/** With what calls of a trunk are ordered. */
export interface Orders {
  trunkId: string;
  username: string;
  apiKey: string;
}

export interface RequestedTrunk {
  trunkId: string;
  workspaceId: string;
  /** Our SIP client there, `name@host`. */
  client: string;
}

export interface Placing {
  orders: Orders;
  from: string;
  to: string;
  ringMs?: number | undefined;
}

/** Somebody who calls, and has been put through to us. */
export interface RequestedCaller {
  from: string;
  /** What the company takes for the call; it comes after the call, or never. */
  readonly charged: Promise<Charge>;
}

export interface RequestedCalls {
  readonly isPublic: boolean;
  /** Rings somebody. */
  place(placing: Placing, opened: OpenedSlot, line: LegLine): BilledLeg;
  /** The company asks or tells, from the address that only it knows. Returns its XML. May be told twice, and in any order. */
  asks(trunk: RequestedTrunk, news: SessionNews): Promise<string>;
  /** An INVITE has come by this trunk: "joined": it belongs to a call that was placed. */
  comes(trunkId: string, sip: InboundCall): RequestedCaller | "joined" | undefined;
}

export interface BilledLeg extends RequestedLeg {
  readonly charged: Promise<Charge>;
}

interface Session {
  leg: RequestedLeg | undefined;
  from: string;
  answer: Promise<string> | undefined;
  isOver: boolean;
  charged: Promise<Charge>;
  charge(charge: Charge): void;
}

const RING_MS = 60_000;
/** For the company to say that nobody has answered, after nobody has. */
const NEWS_MS = 30_000;
/** What is over is remembered so long: it may be told again. */
const FORGET_MS = 600_000;
const MOST_SESSIONS = 10_000;

export function createRequestedCalls(parts: RequestedCallStateParts): RequestedCalls {
  return new Asked(parts);
}

class Asked implements RequestedCalls {
  readonly isPublic: boolean;
  readonly #parts: RequestedCallStateParts;
  readonly #sessions = new Map<string, Session>();
  readonly #legs = new Map<string, { leg: RequestedLeg; session: Session }>();
  readonly #dialled = createDialled<Session>({ missed: (session) => session.leg?.missed() });

  constructor(parts: RequestedCallStateParts) {
    this.#parts = parts;
    this.isPublic = parts.isPublic;
  }

  place({ orders, from, to, ringMs = RING_MS }: Placing, opened: OpenedSlot, line: LegLine): BilledLeg {
    const { addressTowards, account } = this.#parts;
    const leg = new RequestedLeg({ id: randomUUID(), trunkId: orders.trunkId, opened, line, addressTowards });
    const session = newSession(to, leg);
    this.#legs.set(leg.id, { leg, session });
    void leg.ended.then(() => setTimeout(() => this.#legs.delete(leg.id), FORGET_MS).unref());
    leg.waitAtMost(ringMs + NEWS_MS);
    account(orders)
      .place({ from, to, requestId: leg.id })
      .then(
        (ref) => this.#name(session, orders.trunkId, ref),
        (error: unknown) => this.#refused(leg, error),
      );
    return Object.assign(leg, { charged: session.charged });
  }

  async asks(trunk: RequestedTrunk, news: SessionNews): Promise<string> {
    const session = this.#sessionOf(trunk, news);
    if (news.over) {
      session.isOver = true;
      session.leg?.over(news.over);
      const { charge } = news.over;
      if (charge) session.charge({ ...charge, ref: news.sessionId });
      return EMPTY_XML;
    }
    if (session.isOver) return REJECT_XML;
    session.answer ??= this.#answer(trunk, news, session);
    return session.answer;
  }

  comes(trunkId: string, sip: InboundCall): RequestedCaller | "joined" | undefined {
    const session = this.#dialled.claim(trunkId);
    if (!session?.leg) return session && { from: session.from, charged: session.charged };
    session.leg.joins(sip);
    return "joined";
  }

  async #answer(trunk: RequestedTrunk, news: SessionNews, session: Session): Promise<string> {
    const { isInbound, number } = news;
    // A call that it says it has placed for us, and that nobody here has asked for, is nobody's.
    if (session.leg ? session.leg.isOver : !isInbound) return REJECT_XML;
    if (!session.leg && !(await this.#parts.answers(trunk, number))) return REJECT_XML;
    if (!session.leg && (await this.#parts.turnsAway(trunk, news))) return REJECT_XML;
    const isNext = await this.#dialled.next(trunk.trunkId, session);
    if (!isNext) session.leg?.missed();
    return isNext ? dialXml(trunk.client) : REJECT_XML;
  }

  #sessionOf({ trunkId }: RequestedTrunk, { sessionId, requestId, person, isInbound }: SessionNews): Session {
    const key = `${trunkId}/${sessionId}`;
    const known = this.#sessions.get(key);
    if (known) return known;
    // By our own name for it; where that does not come back, by whom it rings, until its order has been answered.
    const ordered = this.#legs.get(requestId) ?? (isInbound ? undefined : this.#unnamed(trunkId, person));
    const isIts = ordered?.leg.trunkId === trunkId && (ordered.leg.sessionId ?? sessionId) === sessionId;
    const session = isIts ? ordered.session : newSession(person, undefined);
    this.#keep(key, session);
    session.leg?.named(sessionId);
    return session;
  }

  #unnamed(trunkId: string, person: string): { leg: RequestedLeg; session: Session } | undefined {
    const all = [...this.#legs.values()].filter(({ leg }) => leg.trunkId === trunkId && leg.sessionId === undefined);
    return all.find(({ leg, session }) => !leg.isOver && session.from === person);
  }

  #name(session: Session, trunkId: string, ref: string): void {
    session.leg?.named(ref);
    const key = `${trunkId}/${ref}`;
    const early = this.#sessions.get(key);
    this.#keep(key, session);
    // It told of the call before it answered the order, without our own name for it.
    if (early && early !== session && early.isOver) session.leg?.end({ sipCause: 480, by: "remote" });
  }

  #keep(key: string, session: Session): void {
    this.#sessions.set(key, session);
    for (const oldest of this.#sessions.keys()) if (this.#sessions.size > MOST_SESSIONS) this.#sessions.delete(oldest);
    setTimeout(() => session.isOver && this.#sessions.delete(key), FORGET_MS).unref();
  }

  /** A company that said no has rung nobody; one that said nothing may have. */
  #refused(leg: RequestedLeg, error: unknown): void {
    const { problem, code, says } = error instanceof RestFailure ? error : new RestFailure("unknown");
    this.#parts.log.warn({ carrier: "africastalking", problem, code, pii: { says } }, "A carrier did not take a call");
    if (problem !== "unknown") leg.end({ sipCause: code === 404 || code === 403 ? code : 503, by: "network" });
  }
}

function newSession(from: string, leg: RequestedLeg | undefined): Session {
  let charge!: Session["charge"];
  const charged = new Promise<Charge>((resolve) => (charge = resolve));
  return { leg, from, answer: undefined, isOver: false, charged, charge };
}
