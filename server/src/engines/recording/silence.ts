/** Makes parts of a recording silent, in the file itself: both sides, because one may be heard in the other's telephone. */
import { open } from "node:fs/promises";
import { findSound } from "@ongea/conversation";

const PIECE_BYTES = 65_536;
/** Enough for any header that we or others write. */
const HEADER_BYTES = 4_096;

export interface Range {
  fromMs: number;
  toMs: number;
}

export async function silence(path: string, ranges: readonly Range[]): Promise<void> {
  const file = await open(path, "r+");
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(head, 0, HEADER_BYTES, 0);
    const { size } = await file.stat();
    const sound = findSound(head.subarray(0, bytesRead));
    if (!sound) return;
    const { sampleRateHz, channels, dataAt: start } = sound;
    const block = channels * 2;
    const nothing = Buffer.alloc(PIECE_BYTES);
    for (const { fromMs, toMs } of ranges) {
      const at = (ms: number): number => Math.min(size, start + Math.floor((ms * sampleRateHz) / 1_000) * block);
      const end = at(toMs);
      for (let place = at(fromMs); place < end; place += PIECE_BYTES)
        await file.write(nothing, 0, Math.min(PIECE_BYTES, end - place), place);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
