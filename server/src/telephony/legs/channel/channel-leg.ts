/**
 * One call that we place on a messaging channel: our SDP goes out, and what the provider posts of it comes in any order, late, or twice. It ends
 * once, for the first reason that comes, and the provider hears that we hang up, however late it says how it calls the call.
 *
 *     dialled → answered (accepted, and sound can flow) → over
 */
import type { ChannelCalls, PlacedCallEvent } from "../../../contacts/index.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { LegEnd } from "../carrier-leg.ts";
import type { LegLine } from "../placed-leg.ts";

export interface ChannelLegParts {
  callId: string;
  api: ChannelCalls;
  log: Pick<Log, "warn">;
  pause(ms: number): Promise<void>;
}

export interface ChannelDialled {
  /** E.164. */
  to: string;
  /** Our SDP. */
  offer: string;
  ringMs?: number | undefined;
}

/** Nobody rings a telephone of WhatsApp's for longer. */
const RING_MS = 60_000;
/** Between the pick-up and sound that flows. */
const CONNECT_MS = 20_000;
const LEAVE_AGAIN_AFTER_MS = [1_000, 5_000];
const [ANSWERED, FORBIDDEN, NOT_THERE, NO_ANSWER, BUSY, GIVEN_UP, NO_SOUND, DECLINED] = [200, 403, 404, 480, 486, 487, 503, 603];

/** Meta's own: nobody there, or no WhatsApp that takes calls · a call with them runs · no permission, or no more calls for now. */
const CAUSES: Readonly<Record<number, number>> = {
  131009: NOT_THERE,
  138001: NOT_THERE,
  138003: BUSY,
  138006: FORBIDDEN,
  138012: FORBIDDEN,
};

export class ChannelLeg {
  readonly callId: string;
  readonly ended: Promise<LegEnd>;
  readonly #parts: ChannelLegParts;
  #line: LegLine | undefined;
  #ref: string | undefined;
  #end: LegEnd | undefined;
  #settle!: (end: LegEnd) => void;
  #late: NodeJS.Timeout | undefined;
  #hasMedia = false;
  #isConnected = false;
  #isAccepted = false;
  #isAnswered = false;
  /** The provider knows that it is over. */
  #isGone = false;

  constructor(parts: ChannelLegParts) {
    this.callId = parts.callId;
    this.#parts = parts;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  place({ to, offer, ringMs = RING_MS }: ChannelDialled, line: LegLine): this {
    if (this.#end) return this;
    this.#line = line;
    this.#waitAtMost(ringMs, NO_ANSWER);
    const { api, callId, log } = this.#parts;
    void api.place({ to, offer, callId }).then(
      (placed) => {
        if (placed.kind === "placed") return this.#named(placed.ref);
        const code = placed.kind === "refused" ? placed.code : undefined;
        log.warn({ callId, code }, "A channel did not take a call");
        // Where its answer was lost it may ring: what is posted of it says so.
        if (placed.kind !== "refused") return;
        this.#isGone = true;
        this.#over({ sipCause: CAUSES[code ?? 0] ?? NO_SOUND, by: "network" });
      },
      (error: unknown) => {
        log.warn({ callId, err: error }, "A channel could not be asked for a call");
        this.#over({ sipCause: NO_SOUND, by: "network" });
      },
    );
    return this;
  }

  /** What the provider posts of it. `ref`: as the provider calls the call that it is about. */
  told(ref: string, news: PlacedCallEvent): void {
    if (!this.#line || (this.#ref !== undefined && this.#ref !== ref)) return;
    this.#named(ref);
    if (news.is === "over") this.#isGone = true;
    if (this.#end) return;
    if (news.is === "ringing" && !this.#isAccepted) this.#line.ringing?.();
    if (news.is === "media" && !this.#hasMedia) {
      this.#hasMedia = true;
      this.#line.packet(news.answer);
    }
    if (news.is === "accepted" && !this.#isAccepted) {
      this.#isAccepted = true;
      this.#waitAtMost(CONNECT_MS, NO_SOUND);
      this.#answerIfReady();
    }
    if (news.is === "rejected" && !this.#isAccepted) this.#over({ sipCause: DECLINED, by: "remote" });
    if (news.is === "over")
      this.#over({ sipCause: this.#isAnswered ? ANSWERED : news.wasAnswered ? GIVEN_UP : NO_ANSWER, by: "remote" });
  }

  /** Sound can flow. */
  connected(): void {
    this.#isConnected = true;
    this.#answerIfReady();
  }

  hangUp(): void {
    this.#over({ sipCause: GIVEN_UP, by: "us" });
  }

  #answerIfReady(): void {
    if (!this.#isConnected || !this.#isAccepted || this.#isAnswered || this.#end) return;
    this.#isAnswered = true;
    clearTimeout(this.#late);
    this.#line?.answered();
  }

  #named(ref: string): void {
    const isNew = this.#ref === undefined;
    this.#ref = ref;
    if (isNew && this.#end) this.#leave(ref);
  }

  #waitAtMost(ms: number, sipCause: number): void {
    clearTimeout(this.#late);
    // Nothing was ever heard of it: nobody knows whether it rang.
    const giveUp = (): void =>
      this.#over({ sipCause, by: "network", ...(this.#ref === undefined && { isUntold: true as const }) });
    this.#late = setTimeout(giveUp, ms);
  }

  #over(end: LegEnd): void {
    if (this.#end) return;
    this.#end = end;
    clearTimeout(this.#late);
    if (this.#ref !== undefined) this.#leave(this.#ref);
    this.#settle(end);
  }

  /** It would ring on, and its time would count. */
  #leave(ref: string): void {
    if (this.#isGone) return;
    const { api, callId, log, pause } = this.#parts;
    const again = async (): Promise<void> => {
      for (const waitMs of [...LEAVE_AGAIN_AFTER_MS, undefined]) {
        const { kind } = await api.act(ref, "terminate");
        if (kind !== "unknown" || this.#isGone) return;
        if (waitMs !== undefined) await pause(waitMs);
      }
    };
    again().catch((error: unknown) => log.warn({ callId, err: error }, "A channel was not told that a call is over"));
  }
}
