import type { Clock, Line, LineEnd, LineListener, Timer } from "@ongea/conversation";
import { FRAME_MS, WAV_HEADER_BYTES, wavHeader } from "@ongea/conversation";
import { z } from "zod";
import type { KeyPresses } from "../key-presses.ts";
import { createKeyTones } from "../key-tones.ts";
import { StreamClock } from "../stream-clock.ts";

/** What a web call asks of its WebSocket, whichever thread has it. */
export interface WebCallOptions {
  clock: Clock;
  send(text: string): void;
  /** Closes the socket. */
  close(): void;
  /** Typed by the caller instead of spoken. */
  onText?(text: string): void;
}

export interface WebCall {
  readonly line: Line;
  /** Every message of the socket after `init`. Malformed ones, too long or too many are dropped. */
  receive(text: string): void;
  /** The socket was closed by the page, or (`lost`) by the network. */
  closed(lost: boolean): void;
}

const RATE_HZ = 16_000;
const FRAME_SAMPLES = (RATE_HZ * FRAME_MS) / 1_000;
const SAMPLES_PER_MS = RATE_HZ / 1_000;
/** Pages decode each message as a file of its own: some sound belongs into each. */
const FRAMES_A_MESSAGE = 5;
const SEND_AFTER_MS = 1.5 * FRAME_MS;
/** Pages send 4,096 samples at a time; what was held up comes in a burst. */
const MOST_MESSAGES_A_SECOND = 200;
/** A second of sound in base64, and what stands around it. */
const LONGEST_MESSAGE = 44_000;

const Message = z.discriminatedUnion("type", [
  /** Signed 16-bit little-endian PCM, mono, at 16 kHz. */
  z.object({ type: z.literal("audio"), data: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/) }),
  z.object({ type: z.literal("text"), data: z.string().trim().min(1).max(2_000) }),
]);

/** A call by the JSON messages of a hosted vendor's web client: PCM in, WAV out, both in base64. On a media thread. */
export function openWebCall(options: WebCallOptions): WebCall {
  const line = new WebCallLine(options);
  return { line, receive: (text) => line.receive(text), closed: (lost) => line.end(lost ? "connection-lost" : "caller-hung-up") };
}

class WebCallLine implements Line {
  readonly sampleRateHz = RATE_HZ;
  readonly #options: WebCallOptions;
  readonly #tones: KeyPresses;
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #media = new StreamClock(1_000);
  /** A file whose sound is being filled in. */
  readonly #file = wavOf(FRAMES_A_MESSAGE * FRAME_SAMPLES);
  #waiting = 0;
  #late: Timer | undefined;
  #listener: LineListener | undefined;
  #end: LineEnd | undefined;
  #receivedMs = 0;
  #filled = 0;
  /** When the frame that is being filled began. */
  #frameMs = 0;
  #second = 0;
  #messages = 0;

  constructor(options: WebCallOptions) {
    this.#options = options;
    this.#tones = createKeyTones(options.clock, RATE_HZ, (tone) => this.#transmit(tone));
  }

  open(listener: LineListener): void {
    this.#listener = listener;
    if (this.#end !== undefined) listener.closed(this.#end);
  }

  send(frame: Int16Array): void {
    if (this.#end === undefined && !this.#tones.isPressing) this.#transmit(frame);
  }

  clear(): void {
    if (this.#end !== undefined) return;
    this.#drop();
    this.#options.send('{"type":"clear"}');
  }

  press(digits: string): void {
    if (this.#end === undefined) this.#tones.press(digits);
  }

  hangUp(): void {
    this.end("we-hung-up");
  }

  receive(text: string): void {
    if (this.#end !== undefined || this.#isTooMuch() || text.length > LONGEST_MESSAGE) return;
    const message = Message.safeParse(readJson(text)).data;
    if (message?.type === "text") this.#options.onText?.(message.data);
    else if (message) this.#hear(Buffer.from(message.data, "base64"));
  }

  end(end: LineEnd): void {
    if (this.#end !== undefined) return;
    if (end === "we-hung-up" || end === "transferred") this.#flush();
    this.#drop();
    this.#end = end;
    this.#tones.stop();
    this.#listener?.closed(end);
    this.#options.close();
  }

  #isTooMuch(): boolean {
    const second = Math.floor(this.#options.clock.now() / 1_000);
    this.#messages = second === this.#second ? this.#messages + 1 : 1;
    this.#second = second;
    return this.#messages > MOST_MESSAGES_A_SECOND;
  }

  /** A page numbers nothing: what comes follows what came. */
  #hear(bytes: Buffer): void {
    const count = Math.floor(bytes.length / 2);
    if (!this.#listener || count === 0) return;
    const durationMs = count / SAMPLES_PER_MS;
    const startMs = this.#media.stamp(this.#receivedMs, durationMs, this.#options.clock.now(), false);
    this.#receivedMs += durationMs;
    if (this.#filled === 0) this.#frameMs = startMs;
    for (let at = 0; at < count; at++) {
      this.#frame[this.#filled++] = bytes.readInt16LE(at * 2);
      if (this.#filled < FRAME_SAMPLES) continue;
      this.#filled = 0;
      this.#listener.heard(this.#frame, this.#frameMs);
      if (this.#end !== undefined) return;
      this.#frameMs = startMs + (at + 1) / SAMPLES_PER_MS;
    }
  }

  #transmit(frame: Int16Array): void {
    const from = WAV_HEADER_BYTES + this.#waiting * FRAME_SAMPLES * 2;
    for (let i = 0; i < FRAME_SAMPLES; i++) this.#file.writeInt16LE(frame[i] ?? 0, from + i * 2);
    if (++this.#waiting === FRAMES_A_MESSAGE) return this.#flush();
    this.#late?.cancel();
    const { clock } = this.#options;
    this.#late = clock.at(clock.now() + SEND_AFTER_MS, () => this.#flush());
  }

  #flush(): void {
    if (this.#waiting === 0 || this.#end !== undefined) return;
    const bytes = this.#waiting * FRAME_SAMPLES * 2;
    this.#file.writeUInt32LE(WAV_HEADER_BYTES - 8 + bytes, 4);
    this.#file.writeUInt32LE(bytes, 40);
    const data = this.#file.toString("base64", 0, WAV_HEADER_BYTES + bytes);
    this.#drop();
    this.#options.send(`{"type":"audio","data":"${data}"}`);
  }

  #drop(): void {
    this.#waiting = 0;
    this.#late?.cancel();
  }
}

/** One channel of 16-bit PCM; its two lengths are written with its sound. */
function wavOf(samples: number): Buffer {
  const file = Buffer.alloc(WAV_HEADER_BYTES + samples * 2);
  file.set(wavHeader({ sampleRateHz: RATE_HZ, channels: 1, dataBytes: 0 }));
  return file;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
