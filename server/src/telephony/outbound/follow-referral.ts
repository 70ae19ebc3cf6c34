/**
 * The person's side of a call by SIP, until its end. Whoever is there may refer us to somebody else (REFER): the dial gate decides as it does of
 * every call that leaves; then they are rung beside the call, and from their answer on they are the person, heard on the same line.
 */
import type { IncomingReferral, SipCall } from "@ongea/channels";
import type { RefusalCode } from "@ongea/contract";
import { decisionOf } from "../../compliance/index.ts";
import type { StoredAgent } from "../../agents/index.ts";
import type { Numbers } from "../numbers/numbers.ts";
import { orRefusal, Refusal } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { RunningCall } from "../../calls/index.ts";
import type { OpenedSlot } from "../../engines/index.ts";
import type { LegEnd } from "../legs/carrier-leg.ts";
import { signallingOf, type DialRoute } from "./dial.ts";
import { lineOut } from "./line-out.ts";
import type { PlacedLeg } from "../legs/placed-leg.ts";
import type { Legs, Passage } from "./dial-gate.ts";

export interface FollowReferralParts {
  legs: Legs;
  numbers: Pick<Numbers, "agentAt">;
  log: Log;
}

export interface FollowReferralOrder {
  call: RunningCall;
  agent: StoredAgent;
  /** Who is there first. */
  leg: Person;
  /** Nobody knows who they are: they make us call nobody, at whose cost ever. */
  isStranger: boolean;
  /** An owner has set the hours aside for the call, and so for whom it is referred to. */
  anyHour?: boolean | undefined;
  /** Its line; undefined: not yet. */
  opened(): OpenedSlot | undefined;
}

export type Person = PlacedLeg & Partial<Pick<SipCall, "onReferred">>;
/** Resolves with the end of whoever was there last. Never rejects. */
export type FollowReferral = (order: FollowReferralOrder) => Promise<LegEnd>;

const RINGS_MS = 30_000;
/** Whoever referred us hangs up when that is done, or we do. */
const FAREWELL_MS = 4_000;
const [DECLINED, FORBIDDEN, GONE, FAULT] = [603, 403, 487, 500];

export function createFollowReferral(parts: FollowReferralParts): FollowReferral {
  return (order) => new Promise((resolve) => new Attended(parts, order, resolve));
}

class Attended {
  readonly #parts: FollowReferralParts;
  readonly #order: FollowReferralOrder;
  readonly #over: (end: LegEnd) => void;
  #person: Person;
  #isReferred = false;
  /** Whoever referred us has hung up already: what comes of that decides. */
  #left: LegEnd | undefined;

  constructor(parts: FollowReferralParts, order: FollowReferralOrder, over: (end: LegEnd) => void) {
    this.#parts = parts;
    this.#order = order;
    this.#over = over;
    this.#person = order.leg;
    this.#follow(order.leg);
    if (order.isStranger) order.leg.onReferred = (asked) => asked.refuse(FORBIDDEN);
  }

  #follow(leg: Person): void {
    leg.onReferred = (asked) => void this.#referred(leg, asked);
    void leg.ended.then((end) => {
      if (leg !== this.#person) return;
      if (this.#isReferred) this.#left = end;
      else this.#over(end);
    });
  }

  async #referred(leg: Person, asked: IncomingReferral): Promise<void> {
    const { call } = this.#order;
    if (this.#isReferred || leg !== this.#person || !call.isOpen || call.handsOver !== "not") return asked.refuse(DECLINED);
    this.#isReferred = true;
    try {
      await this.#reach(asked);
    } catch (error) {
      this.#parts.log.error({ err: error, callId: call.id }, "A referral could not be followed");
      asked.refuse(FAULT);
      asked.over(FAULT);
    }
    this.#isReferred = false;
    if (this.#left && leg === this.#person) this.#over(this.#left);
  }

  /** Until they are there, or it is sure that they are not. */
  async #reach(asked: IncomingReferral): Promise<void> {
    const { legs, log } = this.#parts;
    const { call } = this.#order;
    const way = await this.#routeTo(asked.to);
    if (typeof way === "string") {
      call.gated(decisionOf("referral", asked.to, way));
      log.info({ callId: call.id, code: way }, "A far end referred a call to somebody whom we may not call");
      return asked.refuse(FORBIDDEN);
    }
    const { agent, anyHour } = this.#order;
    const passage = await orRefusal(
      legs.enter(way, { agent, purpose: "referral", anyHour, decided: (decision) => call.gated(decision) }),
    );
    if (passage instanceof Refusal) {
      log.info({ callId: call.id, code: passage.code }, "A far end referred a call that may not be placed now");
      return asked.refuse(passage.code.startsWith("call.trunk_") ? DECLINED : FORBIDDEN);
    }
    asked.accept();
    await passage.turn();
    const opened = this.#order.opened();
    if (!opened || !call.isOpen) {
      passage.end();
      return asked.over(GONE);
    }
    const end = await this.#ring({ way, opened, asked, passage });
    if (end) asked.over(end.sipCause);
    log.info({ callId: call.id, sipCause: end?.sipCause ?? 200 }, "A far end referred a call to somebody else");
  }

  /** A code: they may not be called. */
  async #routeTo(to: string): Promise<DialRoute | RefusalCode> {
    const { legs, numbers } = this.#parts;
    const way = await orRefusal(legs.routeTo(this.#order.agent, to));
    if (way instanceof Refusal) return way.code;
    // A company's calls have lines of their own kind; our own numbers would come back to us.
    if ("account" in way.via || "channel" in way.via) return "call.no_route";
    if ("registered" in way.via) return way;
    return (await numbers.agentAt(way.to)) ? "call.own_number" : way;
  }

  /** Undefined: they are there. */
  #ring({ way, opened, asked, passage }: Ringing): Promise<LegEnd | undefined> {
    const { call } = this.#order;
    const before = this.#person;
    return new Promise((resolve) => {
      const isThere = (): boolean => this.#person === placed;
      const placed: Person = passage.dial(call.id).place(
        opened,
        {
          media: (agreed) => isThere() && call.line?.media(agreed),
          confirmed: () => isThere() && call.line?.confirmed(),
          packet: () => undefined,
          answered: (agreed) => {
            this.#person = placed;
            this.#left = undefined;
            if (agreed) call.line?.media(agreed);
            call.signal(signallingOf(placed, way));
            call.carriedBy(lineOut(way));
            asked.over(200);
            setTimeout(() => before.hangUp(), FAREWELL_MS).unref();
            resolve(undefined);
          },
        },
        RINGS_MS,
      );
      const hangUp = (): void => (placed.hangUp(), before.hangUp());
      call.signal({ ...call.signalling, refuse: hangUp, hangUp });
      this.#follow(placed);
      void placed.ended.then((end) => {
        passage.end();
        if (!isThere()) call.signal({ refuse: () => before.hangUp(), hangUp: () => before.hangUp() });
        resolve(end);
      });
    });
  }
}

interface Ringing {
  way: DialRoute;
  opened: OpenedSlot;
  asked: IncomingReferral;
  passage: Passage;
}
