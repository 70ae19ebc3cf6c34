import type { Clock, Timer } from "@ongea/conversation";
import { FRAME_MS } from "@ongea/conversation";

/** Beats fall on this grid, so that a hundred calls share a wake-up. Single callbacks keep the 1 ms of the event loop. */
const GRID_MS = 5;
const SLOTS = 4096;
const RESYNCHRONISE_AFTER_MS = 200;
const LATENESS_WINDOW = 4096;

/** How late the thread woke, over its last wake-ups, in milliseconds. The measure of whether it can take another call. */
export interface Lateness {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  samples: number;
  /** Since it was last forgotten: for how long the thread was behind by more than {@link BEHIND_MS}. */
  behindMs: number;
}

/** What a jitter buffer at the far end hides. */
const BEHIND_MS = 20;

/** Something to be called at a time: a node in the circular list of its slot. */
interface Entry extends Timer {
  atMs: number;
  previous: Entry | undefined;
  next: Entry | undefined;
  slot: number;
  fire(): void;
}

/**
 * The clock of a thread: one timer on an absolute schedule carries every callback and every beat of the thread's calls, in a wheel of
 * 1 ms slots (insert and cancel in constant time, nothing allocated by a beat). It sleeps while nothing is due.
 *
 * A callback that throws does not stop the others: its error goes to `failed`, or ends the thread when there is none.
 */
export class MediaClock implements Clock {
  readonly #heads = emptySlots();
  readonly #tails = emptySlots();
  readonly #lateness = new Float64Array(LATENESS_WINDOW);
  readonly #failed: (error: unknown) => void;
  #latenessCount = 0;
  #behindMs = 0;
  #size = 0;
  /** Slots up to and with this millisecond have been served. */
  #servedMs: number;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #wakeMs = Infinity;
  #serving = false;
  #servingUntilMs = 0;
  #stopped = false;

  constructor(options: { failed?: (error: unknown) => void } = {}) {
    this.#failed = options.failed ?? rethrow;
    this.#servedMs = Math.floor(performance.now()) - 1;
  }

  now(): number {
    return performance.now();
  }

  at(atMs: number, callback: () => void): Timer {
    const entry = this.#entry(atMs, () => callback());
    this.#insert(entry);
    return entry;
  }

  pulse(firstMs: number, beat: (dueMs: number) => void): Timer {
    let dueMs = Math.max(firstMs, performance.now());
    const entry = this.#entry(dueMs, () => {
      const nowMs = performance.now();
      if (nowMs - dueMs > RESYNCHRONISE_AFTER_MS) dueMs = nowMs;
      const thisMs = dueMs;
      dueMs += FRAME_MS;
      entry.atMs = Math.ceil(dueMs / GRID_MS) * GRID_MS;
      this.#insert(entry);
      beat(thisMs);
    });
    this.#insert(entry);
    return entry;
  }

  /** How late recent wake-ups were. */
  lateness(): Lateness {
    const samples = Math.min(this.#latenessCount, LATENESS_WINDOW);
    const behindMs = this.#behindMs;
    if (samples === 0) return { p50Ms: 0, p99Ms: 0, maxMs: 0, samples, behindMs };
    const sorted = this.#lateness.subarray(0, samples).toSorted();
    const part = (share: number): number => sorted[Math.min(samples - 1, Math.floor(samples * share))] ?? 0;
    return { p50Ms: part(0.5), p99Ms: part(0.99), maxMs: part(1), samples, behindMs };
  }

  /** Forgets the lateness so far: a new window begins. */
  forgetLateness(): void {
    this.#latenessCount = 0;
    this.#behindMs = 0;
  }

  /** Drops everything that was due. Nothing is called any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#heads.fill(undefined);
    this.#tails.fill(undefined);
    this.#size = 0;
  }

  #entry(atMs: number, fire: () => void): Entry {
    const entry: Entry = {
      atMs,
      fire,
      previous: undefined,
      next: undefined,
      slot: -1,
      cancel: () => this.#remove(entry),
    };
    return entry;
  }

  /** Into the slot of its millisecond, in order of time within it. */
  #insert(entry: Entry): void {
    if (this.#stopped) return;
    // What a callback adds waits for the next wake-up, so that a past time can't keep this one busy for ever.
    const ms = Math.max(Math.ceil(entry.atMs), (this.#serving ? this.#servingUntilMs : this.#servedMs) + 1);
    const slot = ms % SLOTS;
    let before = this.#tails[slot];
    while (before && before.atMs > entry.atMs) before = before.previous;
    const after = before ? before.next : this.#heads[slot];
    entry.previous = before;
    entry.next = after;
    entry.slot = slot;
    if (before) before.next = entry;
    else this.#heads[slot] = entry;
    if (after) after.previous = entry;
    else this.#tails[slot] = entry;
    this.#size++;
    if (!this.#serving) this.#wakeAt(ms);
  }

  #remove(entry: Entry): void {
    if (entry.slot < 0) return;
    if (entry.previous) entry.previous.next = entry.next;
    else this.#heads[entry.slot] = entry.next;
    if (entry.next) entry.next.previous = entry.previous;
    else this.#tails[entry.slot] = entry.previous;
    entry.previous = entry.next = undefined;
    entry.slot = -1;
    this.#size--;
  }

  #wakeAt(ms: number): void {
    if (ms >= this.#wakeMs) return;
    this.#wakeMs = ms;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waitMs = ms - performance.now();
    if (waitMs <= 0) this.#immediate ??= setImmediate(this.#wake);
    else this.#timer = setTimeout(this.#wake, Math.ceil(waitMs));
  }

  readonly #wake = (): void => {
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    if (this.#stopped) return;
    const nowMs = performance.now();
    if (nowMs >= this.#wakeMs) this.#wokeLate(nowMs - this.#wakeMs);
    this.#wakeMs = Infinity;
    this.#serving = true;
    this.#servingUntilMs = Math.floor(nowMs);
    this.#serve(this.#servingUntilMs);
    this.#serving = false;
    this.#sleep();
  };

  #wokeLate(ms: number): void {
    this.#lateness[this.#latenessCount++ % LATENESS_WINDOW] = ms;
    if (ms > BEHIND_MS) this.#behindMs += ms;
  }

  /** Calls back everything due up to `untilMs`, slot after slot. */
  #serve(untilMs: number): void {
    // After a long sleep one round of the wheel meets every entry: skip the rest.
    if (untilMs - this.#servedMs > SLOTS) this.#servedMs = untilMs - SLOTS;
    while (this.#servedMs < untilMs) {
      const ms = this.#servedMs + 1;
      const slot = ms % SLOTS;
      let entry = this.#heads[slot];
      while (entry && entry.atMs <= untilMs) {
        this.#remove(entry);
        try {
          entry.fire();
        } catch (error) {
          this.#failed(error);
        }
        entry = this.#heads[slot];
      }
      this.#servedMs = ms;
    }
  }

  /** Until the next slot with something in it. */
  #sleep(): void {
    if (this.#size === 0) return;
    for (let ms = this.#servedMs + 1; ms <= this.#servedMs + SLOTS; ms++) {
      if (this.#heads[ms % SLOTS]) return this.#wakeAt(ms);
    }
  }
}

function emptySlots(): (Entry | undefined)[] {
  return Array.from({ length: SLOTS }, () => undefined);
}

function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
