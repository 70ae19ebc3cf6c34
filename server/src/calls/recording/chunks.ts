import type { Recorder } from "@ongea/conversation";
import type { MessagePort } from "node:worker_threads";
import type { ToWriter } from "./messages.ts";

/** Sound leaves the media thread in pieces of this length: what a kill loses. */
const CHUNK_MS = 240;
/** A frame this close to where the last one ended belongs right behind it: arrival times tremble, sound does not. */
const NEAR_MS = 80;

/** The media thread's end of a recording: copies frames into chunks and sends them away. */
export class ChunkedRecorder implements Recorder {
  readonly #callId: string;
  readonly #port: MessagePort;
  readonly #sides: { caller: Side; assistant: Side };

  constructor(callId: string, port: MessagePort, sampleRateHz: number) {
    this.#callId = callId;
    this.#port = port;
    this.#sides = { caller: new Side(sampleRateHz), assistant: new Side(sampleRateHz) };
  }

  write(side: "caller" | "assistant", atMs: number, frame: Int16Array): void {
    const track = this.#sides[side];
    if (track.isFarFrom(atMs)) this.#send(side);
    track.add(atMs, frame);
    if (track.isFull) this.#send(side);
  }

  close(untilMs: number): void {
    this.#send("caller");
    this.#send("assistant");
    this.#post({ kind: "close", callId: this.#callId, untilMs });
  }

  #send(side: "caller" | "assistant"): void {
    const chunk = this.#sides[side].take();
    if (chunk) this.#post({ kind: "sound", callId: this.#callId, side, ...chunk }, [chunk.samples.buffer as ArrayBuffer]);
  }

  #post(message: ToWriter, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

class Side {
  readonly #sampleRateHz: number;
  readonly #held: Int16Array;
  #count = 0;
  #startMs = 0;
  /** Where the next frame belongs when it follows directly. */
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
    this.#held = new Int16Array((sampleRateHz * CHUNK_MS) / 1_000);
  }

  get isFull(): boolean {
    return this.#count >= this.#held.length;
  }

  isFarFrom(atMs: number): boolean {
    return Math.abs(atMs - this.#nextMs) > NEAR_MS;
  }

  add(atMs: number, frame: Int16Array): void {
    if (this.#count === 0) this.#startMs = this.isFarFrom(atMs) ? Math.max(0, atMs) : this.#nextMs;
    const fitting = frame.length <= this.#held.length - this.#count ? frame : frame.subarray(0, this.#held.length - this.#count);
    this.#held.set(fitting, this.#count);
    this.#count += fitting.length;
    this.#nextMs = this.#startMs + (this.#count * 1_000) / this.#sampleRateHz;
  }

  take(): { atMs: number; samples: Int16Array } | undefined {
    if (this.#count === 0) return undefined;
    const samples = this.#held.slice(0, this.#count);
    this.#count = 0;
    return { atMs: this.#startMs, samples };
  }
}
