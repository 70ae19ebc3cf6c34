/**
 * A call that Africa's Talking was asked for. It rings the person by itself; when they answer it asks what to do, is told to call our SIP client,
 * and from that INVITE on the call is one by SIP. It ends once, for the first reason that comes.
 *
 *     ordered → answered there → joined → over
 */
import type { AgreedMedia, InboundCall } from "@ongea/channels";
import type { SessionEnd } from "../../carriers/africastalking/webhooks.ts";
import type { OpenedSlot } from "../../../engines/index.ts";
import type { LegEnd } from "../carrier-leg.ts";
import type { LegLine, PlacedLeg } from "../placed-leg.ts";

export interface RequestedLegParts {
  id: string;
  trunkId: string;
  opened: OpenedSlot;
  line: LegLine;
  addressTowards(remoteHost: string): string;
}

const NOBODY_CAME = 408;
const CANCELLED = 487;
const FAULT = 500;

export class RequestedLeg implements PlacedLeg {
  readonly id: string;
  readonly trunkId: string;
  readonly ended: Promise<LegEnd>;
  readonly refer = undefined;
  readonly #parts: RequestedLegParts;
  #sessionId: string | undefined;
  #sip: InboundCall | undefined;
  #isOver = false;
  #settle!: (end: LegEnd) => void;
  #late: NodeJS.Timeout | undefined;

  constructor(parts: RequestedLegParts) {
    this.id = parts.id;
    this.trunkId = parts.trunkId;
    this.#parts = parts;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** How the company calls it. */
  named(sessionId: string): void {
    this.#sessionId ??= sessionId;
  }

  /** Without our INVITE, or an end, until then it is given up. */
  waitAtMost(ms: number): void {
    this.#late = setTimeout(() => {
      const isUntold = this.#sessionId === undefined ? { isUntold: true as const } : {};
      this.end({ sipCause: NOBODY_CAME, by: "network", ...isUntold });
    }, ms);
  }

  /** The person is there: what it was told to do has come to us. */
  joins(sip: InboundCall): void {
    if (this.#isOver || this.#sip) return sip.reject(CANCELLED);
    clearTimeout(this.#late);
    this.#sip = sip;
    const { opened, line, addressTowards } = this.#parts;
    if (opened.answer.kind !== "rtp") {
      sip.reject(FAULT);
      return this.end({ sipCause: FAULT, by: "us" });
    }
    let media: AgreedMedia | undefined = sip.media;
    sip.onMedia = (agreed) => {
      media = agreed;
      line.media(agreed);
    };
    sip.onConfirmed = () => {
      // Their re-INVITEs are acknowledged too, later.
      sip.onConfirmed = undefined;
      line.answered(media);
    };
    void sip.ended.then(({ by, sipCause }) => this.end({ by, sipCause }));
    const { port, srtpKey } = opened.answer;
    sip.answer({ host: addressTowards(sip.source.host), port, ...(srtpKey !== undefined && { srtpKey }) });
  }

  /** The person answered, and nothing of it came to us. */
  missed(): void {
    this.end({ sipCause: NOBODY_CAME, by: "network" });
  }

  /** The company says that the call is over. */
  over({ sipCause }: SessionEnd): void {
    if (this.#sip) this.#sip.hangUp();
    else this.end({ sipCause, by: "remote" });
  }

  hangUp(): void {
    if (this.#sip) this.#sip.hangUp();
    else this.end({ sipCause: CANCELLED, by: "us" });
  }

  end(end: LegEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#late);
    this.#settle(end);
  }
}
