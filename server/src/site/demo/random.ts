/** Chance that comes out the same for the same seed. Pure. */
import { createHash } from "node:crypto";

export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  pick<T>(all: readonly T[]): T;
  chance(share: number): boolean;
  /** A source of its own, so that what one part draws does not move the others. */
  branch(name: string): Random;
  uuid(): string;
}

/** A seed of any length, such as a workspace's id. */
export function randomOf(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  /** Mulberry32: quick, and good enough for stories. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  let uuids = 0;
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick<T>(all: readonly T[]): T {
      const found = all[Math.floor(next() * all.length)];
      if (found === undefined) throw new Error("There is nothing to pick from");
      return found;
    },
    chance: (share) => next() < share,
    branch: (name) => randomOf(`${seed}/${name}`),
    uuid: () => uuidOf(`${seed}#${uuids++}`),
  };
}

/** Shaped like a version 8 UUID (RFC 9562 section 5.8). */
function uuidOf(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
