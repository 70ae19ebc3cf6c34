import type { Clock, Line, LineEnd, LineListener, Timer } from "@ongea/conversation";
import { FRAME_MS } from "@ongea/conversation";
import type { KeyPresses } from "../key-presses.ts";
import { createKeyTones } from "../key-tones.ts";
import { OPUS_FRAME_SAMPLES, OPUS_RATE_HZ, OpusDecoder, OpusEncoder } from "./opus.ts";

/** Where an Opus line's packets go. */
export interface OpusWay {
  /** The packet is only good until the call returns. `skippedFrames`: of silence that was not sent before it. */
  packet(payload: Uint8Array, talkspurt: boolean): void;
  /** Drops what the page has queued, where it queues. */
  clear?(): void;
  /** The line is over; nothing is sent any more. */
  over(end: LineEnd): void;
}

const SAMPLES_PER_MS = OPUS_RATE_HZ / 1_000;
const BITS_PER_SECOND = 24_000;
const LOW_BITS_PER_SECOND = 14_000;
/** Above this loss a smaller packet gets through better than a better one. */
const HIGH_LOSS = 0.1;
const SILENCE = new Int16Array(OPUS_FRAME_SAMPLES);
/** A browser makes up sound when packets stop coming: some silence behind the last word keeps that from being heard. */
const TAIL_FRAMES = 8;
const TAIL_AFTER_MS = 1.5 * FRAME_MS;
/** At most this much is made up in a row. */
const MAX_CONCEALED_PACKETS = 10;

/** A browser's sound as a line, whatever carries the packets. */
export class OpusLine implements Line {
  readonly sampleRateHz = OPUS_RATE_HZ;
  readonly #clock: Clock;
  readonly #way: OpusWay;
  readonly #encoder = new OpusEncoder(BITS_PER_SECOND);
  readonly #decoder = new OpusDecoder();
  readonly #frame = new Int16Array(OPUS_FRAME_SAMPLES);
  readonly #tones: KeyPresses;
  #filled = 0;
  /** When the frame that is being filled began, and when what follows what has come would begin. */
  #frameMs = 0;
  #nextMs = 0;
  #listener: LineListener | undefined;
  #tail: Timer | undefined;
  #end: LineEnd | undefined;
  framesHeard = 0;
  framesSent = 0;
  concealedPackets = 0;

  constructor(clock: Clock, way: OpusWay) {
    this.#clock = clock;
    this.#way = way;
    this.#tones = createKeyTones(clock, OPUS_RATE_HZ, (tone, isFirst) => this.#transmit(tone, isFirst));
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  open(listener: LineListener): void {
    this.#listener = listener;
    if (this.#end !== undefined) listener.closed(this.#end);
  }

  send(frame: Int16Array, talkspurt: boolean): void {
    if (this.#end !== undefined || this.#tones.isPressing) return;
    this.#transmit(frame, talkspurt);
    this.#tail?.cancel();
    this.#tail = this.#clock.pulse(this.#clock.now() + TAIL_AFTER_MS, this.#silence(TAIL_FRAMES));
  }

  clear(): void {
    if (this.#end === undefined) this.#way.clear?.();
  }

  press(digits: string): void {
    if (this.#end === undefined) this.#tones.press(digits);
  }

  hangUp(): void {
    this.end("we-hung-up");
  }

  /** A packet of the browser, in its turn; `atMs`: when its sound was captured. */
  received(payload: Uint8Array, atMs: number): void {
    if (!this.#listener || this.#end !== undefined) return;
    const samples = this.#decoder.decode(payload);
    if (samples) this.#push(samples, atMs);
  }

  /** Packets of the browser that will not come. */
  lost(packets: number): void {
    if (!this.#listener || this.#end !== undefined) return;
    for (let i = 0; i < Math.min(packets, MAX_CONCEALED_PACKETS); i++) {
      const samples = this.#decoder.conceal();
      if (!samples) return;
      this.concealedPackets++;
      this.#push(samples, this.#nextMs);
    }
  }

  /** Somebody pressed a key on the page. */
  key(digit: string): void {
    if (this.#end === undefined) this.#listener?.key(digit);
  }

  /** What the browser says of our packets, 0…1. */
  peerLoss(share: number): void {
    if (this.#end === undefined) this.#encoder.setBitrate(share > HIGH_LOSS ? LOW_BITS_PER_SECOND : BITS_PER_SECOND);
  }

  end(end: LineEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#tail?.cancel();
    this.#tones.stop();
    this.#way.over(end);
    this.#listener?.closed(end);
  }

  #transmit(frame: Int16Array, talkspurt: boolean): void {
    this.framesSent++;
    this.#way.packet(this.#encoder.encode(frame), talkspurt);
  }

  #silence(frames: number): () => void {
    let left = frames;
    return () => {
      if (left-- > 0) this.#transmit(SILENCE, false);
      else this.#tail?.cancel();
    };
  }

  #push(samples: Int16Array, atMs: number): void {
    if (this.#filled === 0) this.#frameMs = atMs;
    this.#nextMs = atMs + samples.length / SAMPLES_PER_MS;
    for (let at = 0; at < samples.length;) {
      const count = Math.min(OPUS_FRAME_SAMPLES - this.#filled, samples.length - at);
      this.#frame.set(samples.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled < OPUS_FRAME_SAMPLES) return;
      this.#filled = 0;
      this.framesHeard++;
      const frameMs = this.#frameMs;
      this.#frameMs = atMs + at / SAMPLES_PER_MS;
      this.#listener?.heard(this.#frame, frameMs);
    }
  }
}
