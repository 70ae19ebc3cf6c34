import type { SrtpKey } from "../sip/message/sdp-crypto.ts";
import { Srtp } from "./srtp.ts";

/** What a call's sound goes through on its way: encrypted where both sides have agreed on that, and as it is where they have not. */
export class Protection {
  readonly #ours: string | undefined;
  #out: { suite: string; srtp: Srtp } | undefined;
  #in: { theirs: string; srtp: Srtp } | undefined;

  /** `ours`: what we encrypt with, in base64. It stays the same for the whole call. */
  constructor(ours: string | undefined) {
    this.#ours = ours;
  }

  /** Undefined: nothing is encrypted. The same key as before goes on where it was. */
  use(theirs: SrtpKey | undefined): void {
    if (!theirs || this.#ours === undefined) {
      this.#out = this.#in = undefined;
      return;
    }
    const { suite } = theirs;
    if (this.#out?.suite !== suite) this.#out = { suite, srtp: new Srtp(suite, this.#ours) };
    const key = `${suite} ${theirs.key}`;
    if (this.#in?.theirs !== key) this.#in = { theirs: key, srtp: new Srtp(suite, theirs.key) };
  }

  seal(packet: Buffer): Buffer {
    return this.#out ? this.#out.srtp.seal(packet) : packet;
  }

  /** Undefined: it is not from the other side, or it came before. */
  open(packet: Buffer): Buffer | undefined {
    return this.#in ? this.#in.srtp.open(packet) : packet;
  }

  sealReport(report: Buffer): Buffer {
    return this.#out ? this.#out.srtp.sealReport(report) : report;
  }

  openReport(report: Buffer): Buffer | undefined {
    return this.#in ? this.#in.srtp.openReport(report) : report;
  }
}
