import type { Clock, Timer } from "@ongea/conversation";
import { sequenceDistance } from "../rtp/packet.ts";

/** A gap is waited for at least this long: packets overtake each other by a few milliseconds even on good networks. */
const MIN_WAIT_MS = 20;
const MAX_WAIT_MS = 160;
/** Longer gaps are a new beginning. */
const MAX_MISSING_PACKETS = 100;
const MAX_HELD_PACKETS = 64;
const PACKET_MS = 20;

export interface JitterCounts {
  received: number;
  lost: number;
  /** Came twice, or after it was given up. */
  dropped: number;
  jitterMs: number;
  waitMs: number;
}

export interface JitterListener {
  /** `atMs`: when its sound was captured. */
  packet(payload: Uint8Array, atMs: number): void;
  /** This many packets in a row will not come. */
  lost(packets: number): void;
}

/**
 * Puts packets back in order. What comes in order goes through at once: nobody listens with ears here, so nothing is held back to play
 * evenly. Behind a gap packets wait for the missing ones, as long as the network's jitter and its latest stragglers suggest.
 */
export class JitterBuffer {
  readonly counts: JitterCounts = { received: 0, lost: 0, dropped: 0, jitterMs: 0, waitMs: MIN_WAIT_MS };
  readonly #clock: Clock;
  readonly #listener: JitterListener;
  readonly #held = new Map<number, { payload: Uint8Array; arrivedMs: number; atMs: number }>();
  #next = -1;
  #timer: Timer | undefined;
  #transitMs: number | undefined;
  #isClosed = false;

  constructor(clock: Clock, listener: JitterListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  /** The payload is kept until its turn comes. `atMs`: when its sound was captured, on our clock. */
  push(sequence: number, atMs: number, payload: Uint8Array): void {
    if (this.#isClosed) return;
    const nowMs = this.#clock.now();
    this.counts.received++;
    this.#measure(nowMs - atMs);
    if (this.#next < 0) this.#next = sequence;
    const ahead = sequenceDistance(sequence, this.#next);
    if (ahead < -MAX_MISSING_PACKETS || ahead > MAX_MISSING_PACKETS) this.#beginAt(sequence);
    else if (ahead < 0) return this.#cameTooLate(-ahead);
    if (sequence === this.#next) {
      this.#give(payload, atMs);
      this.#giveHeld();
    } else if (this.#held.has(sequence)) {
      this.counts.dropped++;
      return;
    } else {
      this.#held.set(sequence, { payload, arrivedMs: nowMs, atMs });
      if (this.#held.size > MAX_HELD_PACKETS) this.#giveUpGap();
    }
    this.#watch();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#held.clear();
  }

  #give(payload: Uint8Array, atMs: number): void {
    this.#next = (this.#next + 1) & 0xffff;
    this.#listener.packet(payload, atMs);
  }

  #giveHeld(): void {
    for (let held = this.#held.get(this.#next); held && !this.#isClosed; held = this.#held.get(this.#next)) {
      this.#held.delete(this.#next);
      this.#give(held.payload, held.atMs);
    }
  }

  /** What is missing before the first held packet will not come. */
  #giveUpGap(): void {
    let first = MAX_MISSING_PACKETS + 1;
    for (const sequence of this.#held.keys()) first = Math.min(first, sequenceDistance(sequence, this.#next));
    this.counts.lost += first;
    this.#next = (this.#next + first) & 0xffff;
    this.#listener.lost(first);
    this.#giveHeld();
  }

  /** The earliest arrival among those that wait decides until when the gap before them is waited for. */
  #watch(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#held.size === 0 || this.#isClosed) return;
    let oldestMs = Infinity;
    for (const { arrivedMs } of this.#held.values()) oldestMs = Math.min(oldestMs, arrivedMs);
    this.#timer = this.#clock.at(oldestMs + this.counts.waitMs, () => {
      if (this.#held.size === 0) return;
      this.#giveUpGap();
      this.#watch();
    });
  }

  #beginAt(sequence: number): void {
    this.#held.clear();
    this.#next = sequence;
  }

  /** A straggler that was given up: wait longer for the next ones. */
  #cameTooLate(packets: number): void {
    this.counts.dropped++;
    if (packets * PACKET_MS < MAX_WAIT_MS) this.#waitFor(this.counts.waitMs + PACKET_MS);
  }

  #measure(transitMs: number): void {
    if (this.#transitMs !== undefined) {
      const change = Math.min(Math.abs(transitMs - this.#transitMs), 1_000);
      this.counts.jitterMs += (change - this.counts.jitterMs) / 16;
      // The wait falls slowly (to a half in some 7 s) and never below what jitter alone asks for.
      this.#waitFor(Math.max(MIN_WAIT_MS + 2 * this.counts.jitterMs, this.counts.waitMs * 0.998));
    }
    this.#transitMs = transitMs;
  }

  #waitFor(ms: number): void {
    this.counts.waitMs = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, ms));
  }
}
