/** The caller's side of a part of a recording, for STT. */
import { type FileHandle, open } from "node:fs/promises";
import { ANALYSIS_RATE_HZ, findSound, NotWav, ProviderFailure, resample } from "@ongea/conversation";

/** Around the words, as voice activity detection leaves it. */
const [BEFORE_MS, AFTER_MS] = [300, 400];
/** Of a caller who speaks on and on, the beginning. */
export const LONGEST_SOUND_MS = 45_000;
const HEAD_BYTES = 4_096;
/** Two channels of two bytes. */
const BLOCK_BYTES = 4;

/** At 16 kHz. Fails as STT does where the recording is gone, or ends before. */
export async function readCallerSound(path: string, { startMs, endMs }: { startMs: number; endMs: number }): Promise<Int16Array> {
  try {
    return await withFile(path, async (file) => {
      const head = Buffer.alloc(HEAD_BYTES);
      const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
      const shape = findSound(head.subarray(0, bytesRead));
      if (shape?.channels !== 2) throw new NotWav("no recording of two sides");
      const { dataAt, sampleRateHz } = shape;
      const blockAt = (ms: number): number => Math.round((Math.max(0, ms) * sampleRateHz) / 1_000);
      const from = blockAt(startMs - BEFORE_MS);
      const blocks = blockAt(Math.min(endMs, startMs + LONGEST_SOUND_MS) + AFTER_MS) - from;
      const bytes = Buffer.alloc(blocks * BLOCK_BYTES);
      const part = await file.read(bytes, 0, bytes.length, dataAt + from * BLOCK_BYTES);
      const left = Int16Array.from({ length: Math.floor(part.bytesRead / BLOCK_BYTES) }, (_, at) =>
        bytes.readInt16LE(at * BLOCK_BYTES),
      );
      return resample(left, sampleRateHz, ANALYSIS_RATE_HZ);
    });
  } catch (error) {
    throw new ProviderFailure(
      "unavailable",
      `The recording cannot be read: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
