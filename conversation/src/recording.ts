/** Where a conversation's sound goes: to those who listen, always; to the recorder, from the moment on from which it may be kept. */
import type { Recorder } from "./ports.ts";

type Side = Parameters<Recorder["write"]>[0];

export class Recording implements Pick<Recorder, "write"> {
  readonly #recorder: Recorder | undefined;
  readonly #tap: Pick<Recorder, "write"> | undefined;
  #fromMs = Number.POSITIVE_INFINITY;
  #leftOut: Side | undefined;

  constructor(recorder: Recorder | undefined, tap: Pick<Recorder, "write"> | undefined) {
    this.#recorder = recorder;
    this.#tap = tap;
  }

  /** What was captured or said before this moment is not kept, however late it comes. */
  begin(atMs: number): void {
    if (this.isOn) return;
    this.#fromMs = atMs;
    this.#recorder?.begin();
  }

  get isOn(): boolean {
    return this.#fromMs !== Number.POSITIVE_INFINITY;
  }

  /** Of this side nothing is kept from now on, until it may be again; undefined: of both everything is. */
  leaveOut(side: Side | undefined): void {
    this.#leftOut = side;
  }

  write(side: Side, atMs: number, frame: Int16Array, sampleRateHz: number): void {
    this.#tap?.write(side, atMs, frame, sampleRateHz);
    if (atMs >= this.#fromMs && side !== this.#leftOut) this.#recorder?.write(side, atMs, frame, sampleRateHz);
  }
}
