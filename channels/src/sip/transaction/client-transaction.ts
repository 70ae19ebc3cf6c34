import { Headers } from "../message/headers.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import { cseqOf, formatMessage } from "../message/message.ts";
import type { SipTiming } from "./timing.ts";
import { Retransmission } from "./timing.ts";
import type { Peer } from "../transport/peer.ts";

export interface ClientTransactionParts {
  timing: SipTiming;
  send(bytes: Buffer, peer: Peer, failed: () => void): void;
  terminated(): void;
  /** An INVITE has had provisional answers for too long: it is to be cancelled. */
  stuck(): void;
}

export interface ClientTransactionListener {
  /** Every provisional answer, the final one, and for INVITE each further 2xx (which needs its own ACK). */
  response(response: SipResponse): void;
  /** No final answer came (408) or the request could not be sent (503). */
  failed(status: 408 | 503): void;
}

/** How long an INVITE may have provisional answers alone, in T1: 180 s, as a proxy's timer C (RFC 3261 section 16.6). */
const PROCEEDING_T1 = 360;

/** A request of ours on its way to an answer (RFC 3261 section 17.1, with the Accepted state of RFC 6026). */
export class ClientTransaction {
  readonly request: SipRequest;
  readonly peer: Peer;
  readonly #parts: ClientTransactionParts;
  readonly #listener: ClientTransactionListener;
  readonly #bytes: Buffer;
  readonly #retransmission = new Retransmission();
  #state: "calling" | "proceeding" | "completed" | "accepted" | "terminated" = "calling";
  #deadline: NodeJS.Timeout | undefined;
  #isCancelled = false;

  constructor(request: SipRequest, peer: Peer, parts: ClientTransactionParts, listener: ClientTransactionListener) {
    this.request = request;
    this.peer = peer;
    this.#parts = parts;
    this.#listener = listener;
    this.#bytes = formatMessage(request);
  }

  get isInvite(): boolean {
    return this.request.method === "INVITE";
  }

  start(): void {
    const { t1Ms, t2Ms } = this.#parts.timing;
    this.#send();
    if (this.peer.transport === "udp") this.#retransmission.start(t1Ms, this.isInvite ? Infinity : t2Ms, () => this.#send());
    this.#after(64 * t1Ms, () => this.#fail(408));
  }

  /** A CANCEL has left: the final answer may never come, and is waited for no longer than this (RFC 3261 section 9.1). */
  cancelled(): void {
    if (this.#isCancelled || this.#state !== "proceeding") return;
    this.#isCancelled = true;
    this.#after(64 * this.#parts.timing.t1Ms, () => this.#fail(408));
  }

  receive(response: SipResponse): void {
    if (this.#state === "terminated") return;
    if (this.isInvite) this.#receiveForInvite(response);
    else this.#receiveForOther(response);
  }

  terminate(): void {
    if (this.#state === "terminated") return;
    this.#state = "terminated";
    this.#retransmission.stop();
    clearTimeout(this.#deadline);
    this.#parts.terminated();
  }

  #receiveForInvite(response: SipResponse): void {
    const { t1Ms } = this.#parts.timing;
    if (this.#state === "completed") {
      if (response.status >= 300) this.#acknowledge(response);
      return;
    }
    if (this.#state === "accepted") {
      if (response.status >= 200 && response.status < 300) this.#listener.response(response);
      return;
    }
    this.#retransmission.stop();
    if (response.status < 200) {
      // A later one gives no more time.
      if (this.#state === "calling") this.#after(PROCEEDING_T1 * t1Ms, () => this.#parts.stuck());
      this.#state = "proceeding";
    } else if (response.status < 300) {
      this.#state = "accepted";
      this.#after(64 * t1Ms, () => this.terminate());
    } else {
      this.#state = "completed";
      this.#acknowledge(response);
      this.#after(this.peer.transport === "udp" ? Math.max(64 * t1Ms, 32_000) : 0, () => this.terminate());
    }
    this.#listener.response(response);
  }

  #receiveForOther(response: SipResponse): void {
    const { t2Ms, t4Ms } = this.#parts.timing;
    if (this.#state === "completed") return;
    if (response.status < 200) {
      this.#state = "proceeding";
      if (this.peer.transport === "udp") this.#retransmission.start(t2Ms, t2Ms, () => this.#send());
    } else {
      this.#state = "completed";
      this.#retransmission.stop();
      this.#after(this.peer.transport === "udp" ? t4Ms : 0, () => this.terminate());
    }
    this.#listener.response(response);
  }

  /** The ACK of an answer that is no 2xx belongs to the transaction (section 17.1.1.3). */
  #acknowledge(response: SipResponse): void {
    const headers = new Headers();
    headers.add("via", this.request.headers.get("via") ?? "");
    headers.add("max-forwards", "70");
    headers.add("from", this.request.headers.get("from") ?? "");
    headers.add("to", response.headers.get("to") ?? "");
    headers.add("call-id", this.request.headers.get("call-id") ?? "");
    headers.add("cseq", `${cseqOf(this.request).number} ACK`);
    for (const route of this.request.headers.all("route")) headers.add("route", route);
    const ack: SipRequest = { kind: "request", method: "ACK", uriText: this.request.uriText, headers, body: "" };
    this.#parts.send(formatMessage(ack), this.peer, () => undefined);
  }

  #send(): void {
    this.#parts.send(this.#bytes, this.peer, () => this.#fail(503));
  }

  #fail(status: 408 | 503): void {
    if (this.#state !== "calling" && this.#state !== "proceeding") return;
    this.terminate();
    this.#listener.failed(status);
  }

  #after(ms: number, callback: () => void): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(callback, ms);
  }
}
