/** A WAV file that grows while a call runs: 16-bit PCM, the caller on the left, the assistant on the right. */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { findSound, WAV_HEADER_BYTES as HEADER_BYTES, wavHeader } from "@ongea/conversation";

/** Two channels of two bytes. */
const BLOCK_BYTES = 4;
/** The sound of this long stays in memory, so that both sides can be laid side by side although one comes later. */
const WINDOW_MS = 4_000;

export class TwoChannelWav {
  readonly #file: number;
  readonly #sampleRateHz: number;
  readonly #window: Int16Array;
  readonly #windowBlocks: number;
  /** The first block that the window holds. */
  #first = 0;
  /** One past the last block that anyone has written. */
  #end = 0;
  /** What is not on disk yet. */
  #dirtyFrom = Number.POSITIVE_INFINITY;
  #dirtyTo = 0;
  /** One past the last block that is on disk. */
  #onDisk = 0;

  constructor(path: string, sampleRateHz: number) {
    this.#file = openSync(path, "w", 0o600);
    this.#sampleRateHz = sampleRateHz;
    this.#windowBlocks = Math.ceil((sampleRateHz * WINDOW_MS) / 1_000);
    this.#window = new Int16Array(this.#windowBlocks * 2);
    try {
      writeWhole(this.#file, header(sampleRateHz, 0), 0);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  get durationMs(): number {
    return (this.#end * 1_000) / this.#sampleRateHz;
  }

  /** Lays sound on one side from a moment on. What lies further back than the window is lost. */
  add(side: "caller" | "assistant", atMs: number, samples: Int16Array): void {
    const start = Math.max(0, Math.round((atMs * this.#sampleRateHz) / 1_000));
    const end = start + samples.length;
    this.#slideTo(end);
    const channel = side === "caller" ? 0 : 1;
    const from = Math.max(start, this.#first);
    const length = this.#window.length;
    let at = (from % this.#windowBlocks) * 2 + channel;
    for (let i = from - start; i < samples.length; i++) {
      this.#window[at] = samples[i]!;
      at += 2;
      if (at >= length) at -= length;
    }
    if (from >= end) return;
    this.#dirtyFrom = Math.min(this.#dirtyFrom, from);
    this.#dirtyTo = Math.max(this.#dirtyTo, end);
    this.#end = Math.max(this.#end, end);
  }

  /** Hands everything to the operating system: a killed process loses nothing of it. */
  flush(): void {
    if (this.#dirtyFrom >= this.#dirtyTo) return;
    // A gap before the sound is silence on disk too.
    const from = Math.max(this.#dirtyFrom, this.#first);
    this.#eachPart(from, this.#dirtyTo, (part, block) => {
      // As it lies in memory: whatever Node runs on here has the lower byte first, as the file has.
      writeWhole(this.#file, new Uint8Array(part.buffer, part.byteOffset, part.byteLength), HEADER_BYTES + block * BLOCK_BYTES);
    });
    this.#onDisk = this.#dirtyTo;
    this.#dirtyFrom = Number.POSITIVE_INFINITY;
    this.#dirtyTo = 0;
  }

  /** Writes the true length into the header; up to `untilMs` it is silent where nothing was added. */
  close(untilMs = 0): void {
    this.flush();
    const end = Math.round((untilMs * this.#sampleRateHz) / 1_000);
    if (end > this.#end) {
      this.#end = end;
      ftruncateSync(this.#file, HEADER_BYTES + end * BLOCK_BYTES);
    }
    writeSync(this.#file, header(this.#sampleRateHz, this.#end * BLOCK_BYTES), 0, HEADER_BYTES, 0);
    closeSync(this.#file);
  }

  /** Ends it with what is on disk already: nothing more can be written. Returns its duration. */
  abandon(): number {
    try {
      ftruncateSync(this.#file, HEADER_BYTES + this.#onDisk * BLOCK_BYTES);
      writeSync(this.#file, header(this.#sampleRateHz, this.#onDisk * BLOCK_BYTES), 0, HEADER_BYTES, 0);
      return (this.#onDisk * 1_000) / this.#sampleRateHz;
    } catch {
      return 0;
    } finally {
      closeSync(this.#file);
    }
  }

  /** Makes room up to `end`: older sound goes to disk, and the new room is silent. */
  #slideTo(end: number): void {
    const first = end - this.#windowBlocks;
    if (first <= this.#first) return;
    if (this.#dirtyFrom < first) this.flush();
    this.#eachPart(this.#first, Math.min(first, this.#first + this.#windowBlocks), (part) => part.fill(0));
    this.#first = first;
  }

  /** The window is a ring: what lies between two blocks of it, in one part or two, each with its first block. */
  #eachPart(from: number, to: number, act: (part: Int16Array, block: number) => void): void {
    for (let block = from; block < to;) {
      const at = block % this.#windowBlocks;
      const blocks = Math.min(to - block, this.#windowBlocks - at);
      act(this.#window.subarray(at * 2, (at + blocks) * 2), block);
      block += blocks;
    }
  }
}

/**
 * Gives a recording whose writer was killed its true length. Returns its duration, or undefined when it holds no sound or is no
 * recording of ours.
 */
export function repairWav(path: string): number | undefined {
  const file = openSync(path, "r+");
  try {
    const size = fstatSync(file).size;
    const start = Buffer.alloc(HEADER_BYTES);
    const sound = readSync(file, start, 0, HEADER_BYTES, 0) < HEADER_BYTES ? undefined : recordingIn(start);
    if (!sound) return undefined;
    const blocks = Math.floor((size - HEADER_BYTES) / BLOCK_BYTES);
    if (blocks <= 0) return undefined;
    const { sampleRateHz } = sound;
    ftruncateSync(file, HEADER_BYTES + blocks * BLOCK_BYTES);
    writeSync(file, header(sampleRateHz, blocks * BLOCK_BYTES), 0, HEADER_BYTES, 0);
    return (blocks * 1_000) / sampleRateHz;
  } finally {
    closeSync(file);
  }
}

/** A disk that is nearly full takes a part, and says so only at the next attempt. */
function writeWhole(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}

function recordingIn(start: Uint8Array): ReturnType<typeof findSound> {
  try {
    return findSound(start);
  } catch {
    return undefined;
  }
}

function header(sampleRateHz: number, dataBytes: number): Uint8Array {
  return wavHeader({ sampleRateHz, channels: 2, dataBytes });
}
