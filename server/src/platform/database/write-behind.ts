/**
 * Writes that must not be lost and must not wait: what happens in a call. While the database answers, each goes straight into it. While
 * it is away, they wait in order in memory and in a file in the data folder, and are written afterwards; what a killed server left in
 * the file is written at the next start.
 *
 * - **Order**: writes of one lane (one call) are applied in the order in which they were given, each after the one before.
 * - **Durability**: `write` resolves when the write is in the database, or appended to the file and flushed to the disk (fsync, one for
 *   all that came in the meantime). A disk that is full keeps it in memory alone and says so in the log.
 * - **At least once**: a write whose connection broke may have been applied already, and a start after a kill begins with the oldest in
 *   the file. `apply` must do no harm when it is done again, also after later ones of its lane.
 * - **Bounded**: `mostBytes` wait at most. What comes then is refused with an entry in the log; the last tenth is kept for writes that are
 *   marked `last`.
 * - A line of the file that cannot be read is set aside in `<file>.unreadable`; the others are written.
 * - A write that the database refuses for a reason of its own is tried a few times, then set aside in `<file>.refused`, and the ones
 *   after it go on.
 */
import { isRecord } from "@ongea/contract";
import { deserialize, serialize } from "node:v8";
import { pause } from "../async/pause.ts";
import { withTimeout } from "../async/with-timeout.ts";
import type { Log } from "../log/log.ts";
import { isAway, isCollision } from "./away.ts";
import { openWaitingFile, type WaitingFile } from "./waiting-file.ts";

export interface WriteBehind<W> {
  /** Never rejects: resolves true when it is kept, false when it was refused or set aside. */
  write(lane: string, write: W, options?: { last?: boolean }): Promise<boolean>;
  /** Applies what an earlier server left. To be called once, when the database is open and before anybody reads. */
  replay(): Promise<number>;
  /** How many wait for the database; 0 when all is well. */
  readonly waiting: number;
  /** 0…1 of what may wait. */
  readonly fullness: number;
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>;
  /** Gives the database a last chance; what still waits stays in the file. */
  stop(): Promise<void>;
}

export interface WriteBehindOptions<W> {
  file: string;
  /** Plain data that `structuredClone` could copy (dates too). Applied again after a fault. */
  apply(write: W): Promise<unknown>;
  /** Whether what was read from the disk is such a write. */
  isWrite(read: unknown): read is W;
  log: Log;
  mostBytes?: number;
  /** A database that takes longer than this for one write counts as away. */
  timeoutMs?: number;
}

const MOST_BYTES = 33_554_432;
const LAST_TENTH = 0.9;
const TIMEOUT_MS = 8_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 1_000;
const MOST_TRIES = 5;
/** When the database is back: so many lanes at once, among so many of the oldest. */
const AT_ONCE = 8;
const LOOK_AHEAD = 64;
const STOP_TIMEOUT_MS = 3_000;
/** A start does not wait longer for what an earlier server left; the rest is written beside the work. */
const REPLAY_TIMEOUT_MS = 30_000;
const COMPLAIN_EVERY_MS = 10_000;

interface Waiting<W> {
  lane: string;
  write: W;
  bytes: number;
  tries: number;
}

export function createWriteBehind<W>(options: WriteBehindOptions<W>): WriteBehind<W> {
  return new Writer(options);
}

class Writer<W> implements WriteBehind<W> {
  readonly #options: WriteBehindOptions<W>;
  readonly #file: WaitingFile;
  /** The last write of each lane that is on its way. */
  readonly #lanes = new Map<string, Promise<boolean>>();
  readonly #queue: Waiting<W>[] = [];
  #bytes = 0;
  #draining: Promise<void> | undefined;
  #stopping = false;
  #wake: () => void = () => undefined;
  #complainedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: WriteBehindOptions<W>) {
    this.#options = options;
    this.#file = openWaitingFile(options.file, options.log);
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get fullness(): number {
    return this.#bytes / this.#mostBytes;
  }

  write(lane: string, write: W, { last = false } = {}): Promise<boolean> {
    const before = this.#lanes.get(lane);
    const done = (before ?? Promise.resolve(true)).then(() => this.#writeNow(lane, write, last));
    this.#lanes.set(lane, done);
    void done.then(() => {
      if (this.#lanes.get(lane) === done) this.#lanes.delete(lane);
    });
    return done;
  }

  async replay(): Promise<number> {
    const { log, file } = this.#options;
    const { lines, unreadable } = await this.#file.read((line) => this.#waitingIn(line));
    for (const waiting of lines) {
      this.#queue.push(waiting);
      this.#bytes += waiting.bytes;
    }
    if (unreadable > 0)
      log.error(
        { unreadable, readable: lines.length, file: `${file}.unreadable` },
        "Writes of calls that waited for the database were damaged on disk and have been set aside; the others are written",
      );
    const count = this.#queue.length;
    if (count > 0) {
      log.warn({ count }, "What waited for the database when the server ended is written now");
      await Promise.race([this.#startDraining(), pause(REPLAY_TIMEOUT_MS)]);
    }
    return count;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#lanes.values());
    await this.#draining;
  }

  async stop(): Promise<void> {
    await Promise.race([this.settled(), pause(STOP_TIMEOUT_MS)]);
    this.#stopping = true;
    this.#wake();
    await Promise.race([this.#draining, pause(STOP_TIMEOUT_MS)]);
    await this.#file.close();
  }

  /** Undefined: a line that nobody can read, or that says what nobody here understands. */
  #waitingIn(line: string): Waiting<W> | undefined {
    try {
      const bytes = Buffer.from(line, "base64");
      const read: unknown = deserialize(bytes);
      if (!isRecord(read)) return undefined;
      const { lane, write } = read;
      if (typeof lane !== "string" || !this.#options.isWrite(write)) return undefined;
      return { lane, write, bytes: bytes.length, tries: 0 };
    } catch {
      return undefined;
    }
  }

  async #writeNow(lane: string, write: W, last: boolean): Promise<boolean> {
    // Whoever comes while others wait stands behind them.
    if (this.#queue.length > 0) return this.#keep({ lane, write }, last);
    for (let tries = 1; ; tries++) {
      try {
        await this.#apply(write);
        return true;
      } catch (error) {
        if (isAway(error)) return this.#keep({ lane, write }, last);
        if (!isCollision(error) || tries >= MOST_TRIES) return this.#setAside(write, error);
      }
    }
  }

  /** One write, within its time. */
  async #apply(write: W): Promise<void> {
    await withTimeout(this.#options.apply(write), this.#options.timeoutMs ?? TIMEOUT_MS, "Query read timeout");
  }

  async #keep(given: { lane: string; write: W }, last: boolean): Promise<boolean> {
    const plain = serialize(given);
    if (this.#bytes + plain.length > this.#mostBytes * (last ? 1 : LAST_TENTH)) {
      this.#complain(
        { waiting: this.waiting, bytes: this.#bytes },
        "Too much waits for the database: a write of a call was refused",
      );
      return false;
    }
    if (this.#queue.length === 0) this.#options.log.error({}, "The database is away: what calls write waits on disk");
    this.#queue.push({ ...given, bytes: plain.length, tries: 0 });
    this.#bytes += plain.length;
    void this.#startDraining();
    await this.#file.append(plain.toString("base64"));
    return true;
  }

  #startDraining(): Promise<void> {
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = undefined;
      if (this.#queue.length > 0 && !this.#stopping) void this.#startDraining();
    });
    return this.#draining;
  }

  async #drain(): Promise<void> {
    let pauseMs = FIRST_RETRY_MS;
    const startedMs = performance.now();
    let written = 0;
    while (this.#queue.length > 0 && !this.#stopping) {
      const settled = await Promise.all(this.#oldest().map((waiting) => this.#tryAgain(waiting)));
      const gone = new Set(settled.filter((waiting) => waiting !== undefined));
      written += gone.size;
      this.#queue.splice(0, LOOK_AHEAD, ...this.#queue.slice(0, LOOK_AHEAD).filter((waiting) => !gone.has(waiting)));
      for (const { bytes } of gone) this.#bytes -= bytes;
      if (this.#queue.length === 0) await this.#file.clear(() => this.#queue.length === 0);
      if (gone.size > 0) pauseMs = FIRST_RETRY_MS;
      else {
        await this.#pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, LAST_RETRY_MS);
      }
    }
    if (written > 0 && this.#queue.length === 0)
      this.#options.log.warn(
        { written, awayMs: Math.round(performance.now() - startedMs) },
        "The database is back: all that waited has been written",
      );
  }

  /** The oldest of several lanes: one of a lane at a time, in its order. */
  #oldest(): Waiting<W>[] {
    const lanes = new Map<string, Waiting<W>>();
    for (const waiting of this.#queue.slice(0, LOOK_AHEAD)) {
      if (!lanes.has(waiting.lane)) lanes.set(waiting.lane, waiting);
      if (lanes.size === AT_ONCE) break;
    }
    return [...lanes.values()];
  }

  /** Returns it when it need not wait any more. */
  async #tryAgain(waiting: Waiting<W>): Promise<Waiting<W> | undefined> {
    try {
      await this.#apply(waiting.write);
    } catch (error) {
      if (isAway(error) || ++waiting.tries < MOST_TRIES) return undefined;
      await this.#setAside(waiting.write, error);
    }
    return waiting;
  }

  async #setAside(write: W, error: unknown): Promise<boolean> {
    this.#options.log.error(
      { err: error, file: `${this.#options.file}.refused` },
      "The database refused a write of a call for good",
    );
    await this.#file.setAside(serialize(write).toString("base64"));
    return false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #complain(fields: object, sentence: string): void {
    if (performance.now() - this.#complainedAtMs < COMPLAIN_EVERY_MS) return;
    this.#complainedAtMs = performance.now();
    this.#options.log.error(fields, sentence);
  }

  get #mostBytes(): number {
    return this.#options.mostBytes ?? MOST_BYTES;
  }
}
