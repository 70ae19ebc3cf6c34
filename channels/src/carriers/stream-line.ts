import { FRAME_MS, type Clock, type Line, type LineEnd, type LineListener, type Timer } from "@ongea/conversation";
import type { KeyPresses } from "../key-presses.ts";
import { createKeyTones } from "../key-tones.ts";
import { g711 } from "../rtp/g711.ts";
import { StreamClock } from "../stream-clock.ts";
import { parseStreamEvent, streamWriter } from "./messages.ts";
import type { StreamCarrier, StreamWriter } from "./stream-event.ts";

/** What we ask of the WebSocket of a carrier's media stream, whichever thread has it. */
export interface CarrierStreamOptions {
  carrier: StreamCarrier;
  clock: Clock;
  send(text: string): void;
  /** Closes the socket; with it the carrier ends the call. */
  close(): void;
}

export interface CarrierStream {
  readonly line: Line;
  /** Every message of the socket, from `start` on. Malformed ones, too long or too many are dropped. */
  receive(text: string): void;
  /** The socket was closed by the carrier, or (`lost`) by the network. */
  closed(lost: boolean): void;
}

const RATE_HZ = 8_000;
const FRAME_SAMPLES = (RATE_HZ * FRAME_MS) / 1_000;
const SAMPLES_PER_MS = RATE_HZ / 1_000;
/** 50 of 20 ms make a second; what was held up comes in a burst. */
const MOST_MESSAGES_A_SECOND = 300;
/** Of µ-law, in one message: a second. */
const MOST_PAYLOAD_BYTES = 8_000;
/** Carriers send silence, too: one that sends nothing for so long has lost the call. */
const STALLED_MS = 30_000;
const CHECK_MS = 1_000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A telephone's sound as a carrier streams it over a WebSocket: µ-law at 8 kHz in JSON, both ways. On a media thread. */
export function openCarrierStream(options: CarrierStreamOptions): CarrierStream {
  const line = new StreamLine(options);
  return { line, receive: (text) => line.receive(text), closed: (lost) => line.end(lost ? "connection-lost" : "caller-hung-up") };
}

class StreamLine implements Line {
  readonly sampleRateHz = RATE_HZ;
  readonly #options: CarrierStreamOptions;
  readonly #writer: StreamWriter;
  readonly #tones: KeyPresses;
  readonly #law = g711("PCMU");
  readonly #bytes = Buffer.alloc(FRAME_SAMPLES);
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #media = new StreamClock(1_000);
  #streamId = "";
  #listener: LineListener | undefined;
  #check: Timer | undefined;
  #end: LineEnd | undefined;
  #heardAtMs = 0;
  #lastMs = -Infinity;
  #filled = 0;
  /** When the frame that is being filled began. */
  #frameMs = 0;
  #second = 0;
  #messages = 0;

  constructor(options: CarrierStreamOptions) {
    this.#options = options;
    this.#writer = streamWriter(options.carrier);
    this.#tones = createKeyTones(options.clock, RATE_HZ, (tone) => this.#transmit(tone));
  }

  open(listener: LineListener): void {
    this.#listener = listener;
    if (this.#end !== undefined) return listener.closed(this.#end);
    this.#heardAtMs = this.#options.clock.now();
    this.#watch();
  }

  send(frame: Int16Array): void {
    if (this.#end === undefined && !this.#tones.isPressing) this.#transmit(frame);
  }

  clear(): void {
    if (this.#end === undefined && this.#streamId !== "") this.#options.send(this.#writer.clear(this.#streamId));
  }

  press(digits: string): void {
    if (this.#end === undefined) this.#tones.press(digits);
  }

  hangUp(): void {
    this.end("we-hung-up");
  }

  receive(text: string): void {
    if (this.#end !== undefined || this.#isTooMuch()) return;
    const event = parseStreamEvent(this.#options.carrier, text);
    switch (event?.kind) {
      case "start":
        this.#streamId ||= event.streamId;
        return;
      case "media":
        return this.#hear(event.payload, event.timestampMs);
      case "key":
        return this.#listener?.key(event.digit);
      case "stop":
        return this.end("caller-hung-up");
    }
  }

  #isTooMuch(): boolean {
    const second = Math.floor(this.#options.clock.now() / 1_000);
    this.#messages = second === this.#second ? this.#messages + 1 : 1;
    this.#second = second;
    return this.#messages > MOST_MESSAGES_A_SECOND;
  }

  #hear(payload: string, timestampMs: number): void {
    if (payload.length > MOST_PAYLOAD_BYTES * 1.4 || !BASE64.test(payload)) return;
    const bytes = Buffer.from(payload, "base64");
    const nowMs = this.#options.clock.now();
    this.#heardAtMs = nowMs;
    // What came twice, or after what follows it, has been heard or is past.
    const isOld = timestampMs <= this.#lastMs;
    if (!this.#listener || bytes.length === 0 || isOld) return;
    this.#lastMs = timestampMs;
    const startMs = this.#media.stamp(timestampMs, bytes.length / SAMPLES_PER_MS, nowMs, false);
    this.#push(bytes, startMs);
  }

  #push(bytes: Buffer, startMs: number): void {
    const { decode } = this.#law;
    if (this.#filled === 0) this.#frameMs = startMs;
    for (let at = 0; at < bytes.length; at++) {
      this.#frame[this.#filled++] = decode[bytes[at] ?? 0] ?? 0;
      if (this.#filled < FRAME_SAMPLES) continue;
      this.#filled = 0;
      this.#listener?.heard(this.#frame, this.#frameMs);
      if (this.#end !== undefined) return;
      this.#frameMs = startMs + (at + 1) / SAMPLES_PER_MS;
    }
  }

  #transmit(frame: Int16Array): void {
    if (this.#streamId === "") return;
    const { encode } = this.#law;
    for (let i = 0; i < FRAME_SAMPLES; i++) this.#bytes[i] = encode[(frame[i] ?? 0) & 0xffff] ?? 0;
    this.#options.send(this.#writer.media(this.#streamId, this.#bytes.toString("base64")));
  }

  #watch(): void {
    const { clock } = this.#options;
    this.#check = clock.at(clock.now() + CHECK_MS, () => {
      if (this.#end !== undefined) return;
      if (clock.now() - this.#heardAtMs > STALLED_MS) this.end("connection-lost");
      else this.#watch();
    });
  }

  end(end: LineEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#check?.cancel();
    this.#tones.stop();
    this.#listener?.closed(end);
    this.#options.close();
  }
}
