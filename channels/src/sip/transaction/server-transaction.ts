import type { SipRequest, SipResponse } from "../message/message.ts";
import { formatMessage } from "../message/message.ts";
import type { SipTiming } from "./timing.ts";
import { Retransmission } from "./timing.ts";
import type { Peer } from "../transport/peer.ts";

export interface ServerTransactionParts {
  timing: SipTiming;
  send(bytes: Buffer, peer: Peer): void;
  /** The transaction is over and can be forgotten. */
  terminated(): void;
}

/**
 * A request that came in and our answers to it (RFC 3261 section 17.2, with the Accepted state of RFC 6026). The retransmission of
 * a 2xx belongs to the call, not to this.
 */
export class ServerTransaction {
  readonly request: SipRequest;
  /** Where the request came from. */
  readonly source: Peer;
  readonly #replyTo: Peer;
  readonly #parts: ServerTransactionParts;
  readonly #retransmission = new Retransmission();
  #state: "proceeding" | "completed" | "confirmed" | "accepted" | "terminated" = "proceeding";
  #last: Buffer | undefined;
  #deadline: NodeJS.Timeout | undefined;
  /** Called when the caller gives up before the final answer. Only for INVITE. */
  onCancel: (() => void) | undefined;

  constructor(request: SipRequest, peers: { source: Peer; replyTo: Peer }, parts: ServerTransactionParts) {
    this.request = request;
    this.source = peers.source;
    this.#replyTo = peers.replyTo;
    this.#parts = parts;
  }

  get isInvite(): boolean {
    return this.request.method === "INVITE";
  }

  /** Whether the final answer has been given. */
  get isAnswered(): boolean {
    return this.#state !== "proceeding";
  }

  /** Whether anything at all has been sent. */
  get hasResponded(): boolean {
    return this.#last !== undefined;
  }

  /** The first final answer wins; later ones are dropped. */
  respond(response: SipResponse): void {
    if (this.isAnswered) return;
    this.#last = formatMessage(response);
    this.#parts.send(this.#last, this.#replyTo);
    if (response.status < 200) return;
    const { t1Ms, t2Ms } = this.#parts.timing;
    const isUnreliable = this.source.transport === "udp";
    if (!this.isInvite) {
      this.#state = "completed";
      this.#endAfter(isUnreliable ? 64 * t1Ms : 0);
    } else if (response.status < 300) {
      this.#state = "accepted";
      this.#endAfter(64 * t1Ms);
    } else {
      this.#state = "completed";
      if (isUnreliable) this.#retransmission.start(t1Ms, t2Ms, () => this.#resend());
      this.#endAfter(64 * t1Ms);
    }
  }

  /** Sends the 2xx once more. */
  resendAccepted(): void {
    if (this.#state === "accepted") this.#resend();
  }

  /** The same request came again. */
  repeated(): void {
    if (this.#state === "proceeding" || this.#state === "completed") this.#resend();
  }

  /** The ACK of an answer that is no 2xx. True when it was this transaction's to take. */
  acknowledged(): boolean {
    if (this.#state === "accepted") return false;
    if (this.#state === "completed") {
      this.#state = "confirmed";
      this.#retransmission.stop();
      this.#endAfter(this.source.transport === "udp" ? this.#parts.timing.t4Ms : 0);
    }
    return true;
  }

  terminate(): void {
    if (this.#state === "terminated") return;
    this.#state = "terminated";
    this.#retransmission.stop();
    clearTimeout(this.#deadline);
    this.#parts.terminated();
  }

  #resend(): void {
    if (this.#last) this.#parts.send(this.#last, this.#replyTo);
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.terminate(), ms);
  }
}
