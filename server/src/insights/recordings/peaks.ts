/** How loud each side of a recording is, moment by moment, for a picture of it: read from the file in pieces, and remembered. */
import { open, stat } from "node:fs/promises";
import { findSound } from "@ongea/conversation";

export interface Peaks {
  /** How long each value stands for. */
  eachMs: number;
  /** 0…255. */
  caller: number[];
  assistant: number[];
}

export interface PeakReader {
  /** Of the recording in this file as it is now. */
  of(path: string): Promise<Peaks>;
}

const EACH_MS = 50;
/** A long call is drawn no finer than this: nobody's screen has more columns. */
const MOST_PEAKS = 4_000;
const MOST_REMEMBERED = 64;
const PIECE_BYTES = 262_144;
const HEADER_BYTES = 4_096;
/** Two channels of two bytes. */
const BLOCK_BYTES = 4;
const LOUDEST = 32_768;

export function createPeakReader(read: typeof readPeaks = readPeaks): PeakReader {
  /** By file and by when it was last changed: a redacted recording is another one. */
  const remembered = new Map<string, Promise<Peaks>>();
  return {
    async of(path) {
      const { mtimeMs, size } = await stat(path);
      const key = `${path} ${mtimeMs} ${size}`;
      const known = remembered.get(key) ?? read(path);
      // The one that was asked for last is forgotten last.
      remembered.delete(key);
      remembered.set(key, known);
      for (const oldest of remembered.keys()) {
        if (remembered.size <= MOST_REMEMBERED) break;
        remembered.delete(oldest);
      }
      known.catch(() => remembered.delete(key));
      return known;
    },
  };
}

async function readPeaks(path: string): Promise<Peaks> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(head, 0, HEADER_BYTES, 0);
    const sound = findSound(head.subarray(0, bytesRead));
    if (!sound || sound.channels !== 2) return { eachMs: EACH_MS, caller: [], assistant: [] };
    const { size } = await file.stat();
    const blocks = Math.floor((size - sound.dataAt) / BLOCK_BYTES);
    const durationMs = (blocks * 1_000) / sound.sampleRateHz;
    const eachMs = Math.max(EACH_MS, Math.ceil(durationMs / MOST_PEAKS));
    const each = (eachMs * sound.sampleRateHz) / 1_000;
    const length = Math.ceil(blocks / each);
    const [caller, assistant] = [new Uint8Array(length), new Uint8Array(length)];
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let done = 0; done < blocks;) {
      const read = await file.read(piece, 0, PIECE_BYTES, sound.dataAt + done * BLOCK_BYTES);
      const count = Math.floor(read.bytesRead / BLOCK_BYTES);
      if (count === 0) break;
      for (let block = 0; block < count; block++) {
        const at = Math.floor((done + block) / each);
        note(caller, at, piece.readInt16LE(block * BLOCK_BYTES));
        note(assistant, at, piece.readInt16LE(block * BLOCK_BYTES + 2));
      }
      done += count;
    }
    return { eachMs, caller: [...caller], assistant: [...assistant] };
  } finally {
    await file.close();
  }
}

function note(peaks: Uint8Array, at: number, sample: number): void {
  const level = Math.min(255, (Math.abs(sample) * 256) / LOUDEST);
  if (level > (peaks[at] ?? 0)) peaks[at] = level;
}
