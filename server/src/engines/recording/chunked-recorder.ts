import type { Recorder } from "@ongea/conversation";
import type { ToWriter } from "./messages.ts";

/** Sound leaves the media thread in pieces of this length: what a kill loses. */
const CHUNK_MS = 240;
/** A frame this much after the end of what was laid begins after a gap; what is nearer trembles and belongs right behind it. */
const GAP_MS = 60;
/** Clocks drift: where the sound lies this far from its time, the next quiet frame puts it right. */
const DRIFT_MS = 20;
/** Below this (16 bit) a frame is quiet: it may be left out, or a little silence put before it, and nobody misses a word. */
const QUIET_SAMPLE = 100;

/** The media thread's end of a recording: copies frames into chunks and sends them away. */
export class ChunkedRecorder implements Recorder {
  readonly #callId: string;
  readonly #tell: (message: ToWriter) => void;
  readonly #sides: { caller: Side; assistant: Side };
  #hasBegun = false;

  constructor(callId: string, tell: (message: ToWriter) => void, sampleRateHz: number) {
    this.#callId = callId;
    this.#tell = tell;
    this.#sides = { caller: new Side(sampleRateHz), assistant: new Side(sampleRateHz) };
  }

  begin(): void {
    this.#hasBegun = true;
    this.#tell({ kind: "begin", callId: this.#callId });
  }

  /** Lays a frame at its time, but never over what was laid before. */
  write(side: "caller" | "assistant", atMs: number, frame: Int16Array): void {
    if (!this.#hasBegun) return;
    const track = this.#sides[side];
    const gapMs = track.gapBefore(atMs);
    const isOff = Math.abs(gapMs) > DRIFT_MS && isQuiet(frame);
    if (isOff && gapMs < 0) return;
    if (isOff || gapMs > GAP_MS) {
      this.#send(side);
      track.goTo(atMs);
    }
    for (let from = 0; from < frame.length;) {
      from = track.add(frame, from);
      if (track.isFull) this.#send(side);
    }
  }

  close(untilMs: number): void {
    this.#send("caller");
    this.#send("assistant");
    this.#tell({ kind: "close", callId: this.#callId, untilMs });
  }

  #send(side: "caller" | "assistant"): void {
    const chunk = this.#sides[side].take();
    if (chunk) this.#tell({ kind: "sound", callId: this.#callId, side, ...chunk });
  }
}

function isQuiet(frame: Int16Array): boolean {
  for (let i = 0; i < frame.length; i++) if (Math.abs(frame[i]!) > QUIET_SAMPLE) return false;
  return true;
}

/** Counts in samples since the beginning: nothing is rounded on the way to the file. */
class Side {
  readonly #sampleRateHz: number;
  readonly #held: Int16Array;
  #count = 0;
  /** Where the held samples begin. */
  #start = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
    this.#held = new Int16Array((sampleRateHz * CHUNK_MS) / 1_000);
  }

  get isFull(): boolean {
    return this.#count >= this.#held.length;
  }

  /** From the end of what was laid until then; negative where the two overlap. */
  gapBefore(atMs: number): number {
    return atMs - ((this.#start + this.#count) * 1_000) / this.#sampleRateHz;
  }

  /** What comes next begins then. Nothing may be held. */
  goTo(atMs: number): void {
    this.#start = Math.round((atMs * this.#sampleRateHz) / 1_000);
  }

  /** Holds as much of the frame as there is room for; returns up to where. */
  add(frame: Int16Array, from: number): number {
    const to = Math.min(frame.length, from + this.#held.length - this.#count);
    for (let i = from; i < to; i++) this.#held[this.#count++] = frame[i]!;
    return to;
  }

  take(): { atMs: number; samples: Int16Array } | undefined {
    if (this.#count === 0) return undefined;
    const samples = this.#held.slice(0, this.#count);
    const atMs = (this.#start * 1_000) / this.#sampleRateHz;
    this.#start += this.#count;
    this.#count = 0;
    return { atMs, samples };
  }
}
