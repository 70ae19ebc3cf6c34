/** A media pool without threads: it counts what it lends, works only when told to, and fails in every way that a thread can. */
import type { CloseReason, Plan } from "@ongea/conversation";
import type { SpeechPreferences } from "../../engines/speech-hosts/choices.ts";
import type { LineAnswer, LineOrder } from "../../engines/media/messages.ts";
import type { MediaPool } from "../../engines/media/media-pool.ts";
import type { CallListener, MediaSlot, OpenedSlot } from "../../engines/media/media-thread.ts";

export type PoolMood = "opens" | "refuses" | "stalls" | "is full";

export class FakePool implements MediaPool {
  mood: PoolMood = "opens";
  /** What each conversation was opened with, the newest last. */
  readonly started: SpeechPreferences[] = [];
  /** Who was joined with whom. */
  readonly connected: string[] = [];
  readonly whispered: string[] = [];
  /** Whether the sound was wanted, each time that this changed. */
  readonly heard: boolean[] = [];
  readonly #slots = new Set<FakeSlot>();

  /** Slots that have not been given back. */
  get calls(): number {
    return this.#slots.size;
  }

  speakWith(): void {}

  take(_callId: string, line: LineOrder, listener: CallListener): MediaSlot | undefined {
    if (this.mood === "is full") return undefined;
    const slot = new FakeSlot(line, listener, {
      givenBack: () => this.#slots.delete(slot),
      started: (preferences) => this.started.push(preferences),
      connected: (to) => this.connected.push(to),
      whispered: (words) => this.whispered.push(words),
      heard: (isHeard) => this.heard.push(isHeard),
    });
    this.#slots.add(slot);
    return slot;
  }

  /** Each thread does one thing that it was asked for. */
  work(): void {
    for (const slot of this.#slots) slot.work(this.mood);
  }

  /** A piece of sound from each call that is open. */
  sounds(packet: ArrayBuffer): void {
    for (const slot of this.#slots) slot.sounds(packet);
  }

  /** The sound of each call that is open can flow. */
  connects(): void {
    for (const slot of this.#slots) slot.connects();
  }

  /** The threads end, with all that they carry. */
  die(): void {
    for (const slot of this.#slots) slot.close("failed");
  }

  async stop(): Promise<void> {
    this.die();
  }
}

const ANSWERS: Record<LineOrder["kind"], LineAnswer> = {
  rtp: { kind: "rtp", port: 40_000 },
  webrtc: { kind: "webrtc", answer: "v=0" },
  "webrtc-call": { kind: "webrtc-call", offer: "v=0" },
  socket: { kind: "socket" },
  stream: { kind: "stream" },
};

interface Tell {
  givenBack(): void;
  started(preferences: SpeechPreferences): void;
  connected(to: string): void;
  whispered(words: string): void;
  heard(isHeard: boolean): void;
}

class FakeSlot implements MediaSlot {
  readonly opened: Promise<OpenedSlot>;
  readonly #line: LineOrder;
  readonly #listener: CallListener;
  readonly #tell: Tell;
  #resolve!: (slot: OpenedSlot) => void;
  #reject!: (error: Error) => void;
  #isOpen = false;
  #isOver = false;
  #wanted: CloseReason | undefined;
  #stalled = 0;

  constructor(line: LineOrder, listener: CallListener, tell: Tell) {
    this.#line = line;
    this.#listener = listener;
    this.#tell = tell;
    this.opened = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.opened.catch(() => undefined);
  }

  work(mood: PoolMood): void {
    if (this.#isOpen) return this.#wanted === undefined ? undefined : this.close(this.#wanted);
    // A stalled thread comes to it at last; a line that nobody wants any more is closed as soon as it has opened.
    if (mood === "stalls" && this.#stalled++ < 3) return;
    if (mood === "refuses" || this.#wanted !== undefined) return this.close(this.#wanted ?? "stopped");
    this.#isOpen = true;
    this.#resolve({ answer: ANSWERS[this.#line.kind], sampleRateHz: 8_000 });
  }

  sounds(packet: ArrayBuffer): void {
    if (this.#isOpen) this.#listener.sound?.(packet);
  }

  connects(): void {
    if (this.#isOpen) this.#listener.connected?.();
  }

  close(reason: CloseReason | "failed"): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#tell.givenBack();
    this.#reject(new Error("The slot was given back"));
    if (this.#isOpen) this.#listener.closed(reason);
  }

  start(_plan: Plan, preferences: SpeechPreferences): void {
    this.#tell.started(preferences);
  }

  media(): void {}
  confirmed(): void {}
  packet(): void {}
  typed(): void {}
  ringing(): void {}

  whisper(text: string, by: string): void {
    this.#tell.whispered(`${by}: ${text}`);
  }

  listen(isHeard: boolean): void {
    this.#tell.heard(isHeard);
  }

  connect(_legId: string, to: string): void {
    this.#tell.connected(to);
  }

  lineEnded(lost: boolean): void {
    this.#wanted ??= lost ? "connection-lost" : "caller-hung-up";
  }

  end(reason: CloseReason): void {
    this.#wanted ??= reason;
  }
}
