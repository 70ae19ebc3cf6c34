/** A call to a phone that is registered over TLS: with encrypted sound, and where the phone knows none, once more without. */
import type { CallEnd } from "./call.ts";
import { referredTo } from "./call.ts";
import type { OutboundCall } from "./outbound-call.ts";

/** Not acceptable here, media type not understood, not acceptable anywhere (RFC 3261 sections 21.4 and 21.6). */
const NOT_SO: readonly number[] = [415, 488, 606];

export class SecureFirstCall implements OutboundCall {
  readonly id: string;
  readonly ended: Promise<CallEnd>;
  onRinging: OutboundCall["onRinging"];
  onAnswered: OutboundCall["onAnswered"];
  onMedia: OutboundCall["onMedia"];
  onConfirmed: OutboundCall["onConfirmed"];
  onReferred: OutboundCall["onReferred"];
  #call: OutboundCall;
  #isGivenUp = false;

  constructor(id: string, place: (isSecure: boolean) => OutboundCall) {
    this.id = id;
    this.#call = this.#begin(place(true));
    this.ended = this.#run(place);
  }

  refer: OutboundCall["refer"] = (address, patience) => this.#call.refer(address, patience);

  hangUp(): void {
    this.#isGivenUp = true;
    this.#call.hangUp();
  }

  async #run(place: (isSecure: boolean) => OutboundCall): Promise<CallEnd> {
    const end = await this.#call.ended;
    if (end.answered || end.by !== "remote" || !NOT_SO.includes(end.sipCause) || this.#isGivenUp) return end;
    this.#call = this.#begin(place(false));
    return this.#call.ended;
  }

  #begin(call: OutboundCall): OutboundCall {
    call.onRinging = () => this.onRinging?.();
    call.onAnswered = (media) => this.onAnswered?.(media);
    call.onMedia = (media) => this.onMedia?.(media);
    call.onConfirmed = () => this.onConfirmed?.();
    call.onReferred = (asked) => referredTo(this, asked) || asked.refuse(603);
    return call;
  }
}
