/** Lets those who listen in hear both sides of a call: also what is not recorded. */
import { g711 } from "@ongea/channels/media";
import { Resampler, type Recorder } from "@ongea/conversation";
import { LISTENED_HZ, LISTENED_HEADER_BYTES } from "@ongea/contract";

/** Sound leaves the thread in pieces of this length. */
const PIECE_MS = 100;
/** A frame this far from the end of the one before begins a piece of its own. */
const GAP_MS = 60;
const { encode } = g711("PCMU");

export class SoundTap implements Pick<Recorder, "write"> {
  readonly #sides: { caller: Side; assistant: Side };
  #isHeard = false;

  constructor(sampleRateHz: number, tell: (packet: ArrayBuffer) => void) {
    this.#sides = { caller: new Side(0, sampleRateHz, tell), assistant: new Side(1, sampleRateHz, tell) };
  }

  write(side: "caller" | "assistant", atMs: number, frame: Int16Array): void {
    if (this.#isHeard) this.#sides[side].add(atMs, frame);
  }

  /** Whether anybody listens. */
  listen(isHeard: boolean): void {
    this.#isHeard = isHeard;
    this.#sides.caller.forget();
    this.#sides.assistant.forget();
  }
}

/** One voice on its way: nothing is made for a frame, a message for each piece. */
class Side {
  readonly #name: number;
  readonly #fromHz: number;
  readonly #tell: (packet: ArrayBuffer) => void;
  readonly #resampler: Resampler | undefined;
  readonly #converted: Int16Array;
  readonly #held = new Int16Array((LISTENED_HZ * PIECE_MS) / 1_000);
  #count = 0;
  #startMs = 0;
  #nextMs = 0;

  constructor(name: number, fromHz: number, tell: (packet: ArrayBuffer) => void) {
    this.#name = name;
    this.#fromHz = fromHz;
    this.#tell = tell;
    this.#resampler = fromHz === LISTENED_HZ ? undefined : new Resampler(fromHz, LISTENED_HZ);
    // A frame is 20 ms; a line that hands over more is heard in parts.
    this.#converted = new Int16Array(this.#resampler?.outputBound((fromHz * PIECE_MS) / 1_000) ?? 0);
  }

  add(atMs: number, frame: Int16Array): void {
    if (this.#count > 0 && Math.abs(atMs - this.#nextMs) > GAP_MS) this.#send();
    if (this.#count === 0) this.#startMs = atMs;
    this.#nextMs = atMs + (frame.length * 1_000) / this.#fromHz;
    const most = (this.#fromHz * PIECE_MS) / 1_000;
    for (let from = 0; from < frame.length; from += most) {
      const part = frame.length <= most ? frame : frame.subarray(from, from + most);
      this.#hold(this.#resampler ? this.#converted.subarray(0, this.#resampler.process(part, this.#converted)) : part);
    }
  }

  forget(): void {
    this.#count = 0;
  }

  #hold(sound: Int16Array): void {
    for (let i = 0; i < sound.length; i++) {
      this.#held[this.#count++] = sound[i]!;
      if (this.#count === this.#held.length) {
        this.#send();
        this.#startMs += PIECE_MS;
      }
    }
  }

  #send(): void {
    const packet = new ArrayBuffer(LISTENED_HEADER_BYTES + this.#count);
    const view = new DataView(packet);
    view.setUint8(0, this.#name);
    view.setUint32(1, Math.max(0, Math.round(this.#startMs)), true);
    const bytes = new Uint8Array(packet, LISTENED_HEADER_BYTES);
    for (let i = 0; i < this.#count; i++) bytes[i] = encode[this.#held[i]! & 0xffff]!;
    this.#count = 0;
    this.#tell(packet);
  }
}
