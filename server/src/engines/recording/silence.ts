/** Makes parts of a recording silent, in the file itself. */
import { open, type FileHandle } from "node:fs/promises";
import { findSound } from "@ongea/conversation";

const PIECE_BYTES = 65_536;
/** Enough for any header that we or others write. */
const HEADER_BYTES = 4_096;
/** Of one sample. */
const SAMPLE_BYTES = 2;

export interface Range {
  fromMs: number;
  /** Infinity: up to its end. */
  toMs: number;
  /** Absent: both sides, because one may be heard in the other's telephone. */
  side?: "caller" | "assistant";
}

/** What is silent already is not written again. Rejects where the file is no recording, or the disk takes no more. */
export async function silence(path: string, ranges: readonly Range[]): Promise<void> {
  const file = await open(path, "r+");
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(head, 0, HEADER_BYTES, 0);
    const { size } = await file.stat();
    const sound = findSound(head.subarray(0, bytesRead));
    if (!sound) throw new Error("A recording has no sound that is known");
    const { sampleRateHz, channels, dataAt: start } = sound;
    const block = channels * SAMPLE_BYTES;
    const end = start + Math.floor((size - start) / block) * block;
    const piece = Buffer.alloc(PIECE_BYTES - (PIECE_BYTES % block));
    for (const { fromMs, toMs, side } of ranges) {
      const at = (ms: number): number => Math.min(end, start + Math.floor((ms * sampleRateHz) / 1_000) * block);
      const channel = channels === 2 ? side : undefined;
      for (let place = at(fromMs); place < at(toMs); place += piece.length) {
        const part = piece.subarray(0, Math.min(piece.length, at(toMs) - place));
        await readWhole(file, part, place);
        if (mute(part, block, channel)) await writeWhole(file, part, place);
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** False: it was silent before. */
function mute(part: Buffer, block: number, side: Range["side"]): boolean {
  const offset = side === "assistant" ? SAMPLE_BYTES : 0;
  const length = side === undefined ? block : SAMPLE_BYTES;
  let isChanged = false;
  for (let at = offset; at < part.length; at += block) {
    for (let byte = at; byte < at + length; byte++) {
      if (part[byte] === 0) continue;
      part[byte] = 0;
      isChanged = true;
    }
  }
  return isChanged;
}

export async function readWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) throw new Error("A recording is shorter than it was");
    done += bytesRead;
  }
}

/** A disk that is nearly full takes a part, and says so only at the next attempt. */
export async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
