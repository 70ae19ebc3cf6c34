import type { Clock, Line, LineEnd, LineListener, Timer } from "@ongea/conversation";
import { FRAME_MS } from "@ongea/conversation";

export interface SimulatedLineOptions {
  /** Real or virtual: the caller's sound goes by it. */
  clock: Clock;
  sampleRateHz: 8_000 | 16_000;
  /** Loudness of the room when the caller is silent, as the highest sample. 0: digital silence. */
  noise?: number;
  /** The line is lost after this long, whatever happens. */
  maxMs?: number;
}

const MAX_MS = 30 * 60_000;

/**
 * A line made of memory: the caller's sound comes from buffers, frame by frame on the clock, and the assistant's is collected. For tests and
 * for calls without a telephone.
 */
export class SimulatedLine implements Line {
  readonly sampleRateHz: 8_000 | 16_000;
  /** Keys that the assistant pressed. */
  pressed = "";
  readonly #options: SimulatedLineOptions;
  readonly #frame: Int16Array;
  readonly #queue: Int16Array[] = [];
  readonly #collected: { atMs: number; frame: Int16Array }[] = [];
  readonly #over: (end: LineEnd) => void;
  /** Resolves when the line is over. */
  readonly ended: Promise<LineEnd>;
  #at = 0;
  #seed = 1;
  #openedMs = 0;
  #lastSentMs = -Infinity;
  #listener: LineListener | undefined;
  #pulse: Timer | undefined;
  #end: LineEnd | undefined;

  constructor(options: SimulatedLineOptions) {
    this.#options = options;
    this.sampleRateHz = options.sampleRateHz;
    this.#frame = new Int16Array((options.sampleRateHz / 1_000) * FRAME_MS);
    let over: (end: LineEnd) => void = () => undefined;
    this.ended = new Promise((resolve) => (over = resolve));
    this.#over = over;
  }

  /** The caller says this, after what was queued before. Samples at the line's rate. */
  say(samples: Int16Array): void {
    this.#queue.push(samples);
  }

  /** The caller has said everything that was queued. */
  get isCallerDone(): boolean {
    return this.#queue.length === 0;
  }

  /** The caller presses a key. */
  key(digit: string): void {
    if (this.#end === undefined) this.#listener?.key(digit);
  }

  /** The caller hangs up, or the network does. */
  callerEnds(end: "caller-hung-up" | "connection-lost" = "caller-hung-up"): void {
    this.#close(end);
  }

  /** How long the assistant has sent nothing; since the opening when it never has. */
  get assistantQuietMs(): number {
    return this.#options.clock.now() - Math.max(this.#lastSentMs, this.#openedMs);
  }

  /** When the assistant's frames were sent, in milliseconds since the opening. */
  get sentAtMs(): readonly number[] {
    return this.#collected.map(({ atMs }) => atMs);
  }

  /** The assistant's sound on the time line of the call, silence where it said nothing. */
  assistantSound(): Int16Array {
    const perMs = this.sampleRateHz / 1_000;
    const last = this.#collected.at(-1);
    const sound = new Int16Array(last ? Math.ceil(last.atMs * perMs) + 2 * this.#frame.length : 0);
    let end = 0;
    for (const { atMs, frame } of this.#collected) {
      // A frame begins where the last one ended unless a pause was between them: jitter of the clock leaves no gaps.
      const place = Math.round(atMs * perMs);
      const start = place - end > frame.length ? place : end;
      if (start + frame.length <= sound.length) sound.set(frame, start);
      end = start + frame.length;
    }
    return sound.subarray(0, end);
  }

  open(listener: LineListener): void {
    const { clock, maxMs = MAX_MS } = this.#options;
    this.#listener = listener;
    if (this.#end !== undefined) return listener.closed(this.#end);
    this.#openedMs = clock.now();
    const deadlineMs = this.#openedMs + maxMs;
    this.#pulse = clock.pulse(this.#openedMs + FRAME_MS, (dueMs) => {
      if (dueMs > deadlineMs) return this.#close("connection-lost");
      this.#fill();
      listener.heard(this.#frame, dueMs - FRAME_MS);
    });
  }

  send(frame: Int16Array): void {
    if (this.#end !== undefined) return;
    this.#lastSentMs = this.#options.clock.now();
    this.#collected.push({ atMs: this.#lastSentMs - this.#openedMs, frame: frame.slice() });
  }

  clear(): void {
    // Nothing is queued at this far end.
  }

  press(digits: string): void {
    this.pressed += digits;
  }

  hangUp(): void {
    this.#close("we-hung-up");
  }

  #close(end: LineEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#pulse?.cancel();
    this.#listener?.closed(end);
    this.#over(end);
  }

  #fill(): void {
    for (let i = 0; i < this.#frame.length; i++) this.#frame[i] = this.#nextSample();
  }

  #nextSample(): number {
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      const sample = first[this.#at++];
      if (sample !== undefined) return sample;
      this.#queue.shift();
      this.#at = 0;
    }
    return this.#noise();
  }

  /** The same on every run. */
  #noise(): number {
    const { noise = 0 } = this.#options;
    if (noise === 0) return 0;
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.round(((this.#seed / 0x7fffffff) * 2 - 1) * noise);
  }
}
