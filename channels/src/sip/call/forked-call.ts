/** One name, several phones: all ring, and the first that is answered has the call; the others stop ringing (RFC 3261 section 16.7). */
import type { AgreedMedia } from "../message/sdp.ts";
import type { CallEnd } from "./call.ts";
import { Ending, referredTo } from "./call.ts";
import type { OutboundCall } from "./outbound-call.ts";

/** Of several refusals the one that says most: a person's no before a busy line before nobody there. */
const RANKED: readonly number[] = [603, 600, 486, 480, 408, 404, 487];

export class ForkedCall implements OutboundCall {
  readonly id: string;
  readonly ended: Promise<CallEnd>;
  onRinging: OutboundCall["onRinging"];
  onAnswered: OutboundCall["onAnswered"];
  onMedia: OutboundCall["onMedia"];
  onConfirmed: OutboundCall["onConfirmed"];
  onReferred: OutboundCall["onReferred"];
  readonly #calls: readonly OutboundCall[];
  readonly #ending = new Ending();
  #answered: OutboundCall | undefined;

  /** `calls`: one for each phone, just placed; at least one. */
  constructor(id: string, calls: readonly OutboundCall[]) {
    this.id = id;
    this.#calls = calls;
    for (const call of calls) {
      call.onRinging = () => this.#isFor(call) && this.onRinging?.();
      call.onMedia = (media) => this.#answered === call && this.onMedia?.(media);
      call.onConfirmed = () => this.#answered === call && this.onConfirmed?.();
      call.onReferred = (asked) => (this.#answered === call && referredTo(this, asked)) || asked.refuse(603);
      call.onAnswered = (media) => this.#won(call, media);
    }
    this.ended = this.#ending.promise;
    void this.#refused();
  }

  refer: OutboundCall["refer"] = (address, patience) =>
    this.#answered?.refer(address, patience) ?? Promise.resolve({ kind: "gone" });

  hangUp(): void {
    for (const call of this.#answered ? [this.#answered] : this.#calls) call.hangUp();
  }

  #isFor(call: OutboundCall): boolean {
    return this.#answered === undefined || this.#answered === call;
  }

  #won(call: OutboundCall, media: AgreedMedia): void {
    // Two at the same moment: the second is told at once that somebody was quicker.
    if (this.#answered) return call.hangUp();
    this.#answered = call;
    for (const other of this.#calls) if (other !== call) other.hangUp();
    void call.ended.then((end) => this.#ending.come(end));
    this.onAnswered?.(media);
  }

  /** Over when the last of them has said no. */
  async #refused(): Promise<void> {
    const ends = await Promise.all(
      this.#calls.map(async (call) => {
        const end = await call.ended;
        // Declined for everybody (section 21.6): nobody else is to ring.
        if (!this.#answered && end.by === "remote" && end.sipCause >= 600) for (const other of this.#calls) other.hangUp();
        return end;
      }),
    );
    const [most] = ends.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (!this.#answered && most) this.#ending.come(most);
  }
}

function rankOf({ sipCause }: CallEnd): number {
  const at = RANKED.indexOf(sipCause);
  return at < 0 ? RANKED.length : at;
}
