/**
 * The whole of a recording of which a part is silent, sealed in a file beside it: in pieces of one length, so that any part of it is opened
 * without the rest. It is there whole or not at all.
 */
import { existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ByteSeal } from "../../platform/secrets/seal.ts";
import { readWhole, writeWhole } from "./silence.ts";

export interface WholeSound {
  /** Of the WAV file, in bytes. */
  size: number;
  /** From the first to the last byte, both included. Throws where the file was changed. */
  read(first: number, last: number): AsyncGenerator<Buffer>;
}

const PIECE_BYTES = 65_536;

export function sealedPath(path: string): string {
  return `${path}.sealed`;
}

export function unfinishedPath(path: string): string {
  return `${path}.sealing`;
}

/** `name`: what it opens for. Nothing happens where it was sealed before. */
export async function sealSound(path: string, name: string, seal: ByteSeal): Promise<void> {
  if (existsSync(sealedPath(path))) return;
  const unfinished = unfinishedPath(path);
  try {
    await copySealed(path, unfinished, { name, seal });
    await rename(unfinished, sealedPath(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // Before a byte of the other file changes, the new name has reached the disk.
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}

async function copySealed(path: string, to: string, { name, seal }: { name: string; seal: ByteSeal }): Promise<void> {
  const from = await open(path, "r");
  try {
    const into = await open(to, "w", 0o600);
    try {
      const { size } = await from.stat();
      const bytes = Buffer.alloc(PIECE_BYTES);
      for (let at = 0; at < size; at += PIECE_BYTES) {
        const piece = bytes.subarray(0, Math.min(PIECE_BYTES, size - at));
        await readWhole(from, piece, at);
        const index = at / PIECE_BYTES;
        await writeWhole(into, seal.close(piece, about(name, index, size)), index * (PIECE_BYTES + seal.overheadBytes));
      }
      await into.sync();
    } finally {
      await into.close();
    }
  } finally {
    await from.close();
  }
}

/** Undefined: nobody has sealed it here. */
export async function openSound(path: string, name: string, seal: ByteSeal): Promise<WholeSound | undefined> {
  const sealed = sealedPath(path);
  if (!existsSync(sealed)) return undefined;
  const { size: sealedSize } = await stat(sealed);
  const step = PIECE_BYTES + seal.overheadBytes;
  const size = sealedSize - Math.ceil(sealedSize / step) * seal.overheadBytes;
  return {
    size,
    async *read(first, last) {
      const file = await open(sealed, "r");
      try {
        for (let index = Math.floor(first / PIECE_BYTES); index * PIECE_BYTES <= last; index++) {
          const bytes = Buffer.alloc(Math.min(step, sealedSize - index * step));
          await readWhole(file, bytes, index * step);
          const piece = seal.open(bytes, about(name, index, size));
          yield piece.subarray(Math.max(0, first - index * PIECE_BYTES), last + 1 - index * PIECE_BYTES);
        }
      } finally {
        await file.close();
      }
    },
  };
}

function about(name: string, index: number, size: number): string {
  return `${name}/${index}/${size}`;
}
