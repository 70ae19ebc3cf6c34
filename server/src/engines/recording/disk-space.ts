/** Whether recordings may take more of the disk: a quota of their own, and something left for the database, which calls need more. */
import { mkdirSync } from "node:fs";
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

export interface Room {
  readonly isFull: boolean;
  /** 0…1 of what recordings may take; 0 without a quota. */
  readonly share: number;
  /** So much more has been taken, until it is measured again. */
  took(bytes: number): void;
  /** Looks at once. For the timer and for tests. */
  look(): Promise<void>;
  stop(): void;
}

export interface RoomOptions {
  folder: string;
  /** 0: as much as the disk has. */
  mostMb: number;
  /** Less left on the disk than this: no recordings. */
  leastFreeMb?: number;
  /** From now on there is none. */
  onFull(): void;
  /** Four fifths of the quota are taken: told once, until there is room again. */
  onNearlyFull?(): void;
}

const LOOK_EVERY_MS = 2_000;
/** To add up the sizes of many files takes a while; what is recorded meanwhile is added to the sum. */
const MEASURE_EVERY_MS = 300_000;
const LEAST_FREE_MB = 64;
const MEGABYTE = 1_048_576;
const NEARLY_FULL = 0.8;
const ROOM_AGAIN = 0.7;

export function createRoom({ folder, mostMb, leastFreeMb = LEAST_FREE_MB, onFull, onNearlyFull }: RoomOptions): Room {
  let usedBytes = 0;
  let measuredMs = Number.NEGATIVE_INFINITY;
  let isFull = false;
  let isNearlyFull = false;
  let looking: Promise<void> | undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  const share = (): number => (mostMb === 0 ? 0 : usedBytes / (mostMb * MEGABYTE));
  async function lookNow(): Promise<void> {
    if (mostMb > 0 && performance.now() - measuredMs > MEASURE_EVERY_MS) {
      usedBytes = await sizeOf(folder);
      measuredMs = performance.now();
    }
    const { bavail, bsize } = await statfs(folder);
    const wasFull = isFull;
    isFull = share() >= 1 || bavail * bsize < leastFreeMb * MEGABYTE;
    if (isFull && !wasFull) onFull();
    if (share() >= NEARLY_FULL && !isNearlyFull) onNearlyFull?.();
    isNearlyFull = share() >= (isNearlyFull ? ROOM_AGAIN : NEARLY_FULL);
    // What is deleted makes room: it is seen at the next look.
    if (share() >= 1) measuredMs = Number.NEGATIVE_INFINITY;
  }
  const look = (): Promise<void> => (looking ??= lookNow().finally(() => (looking = undefined)));
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
  void look().catch(() => undefined);

  return {
    get isFull() {
      return isFull;
    },
    get share() {
      return share();
    },
    took(bytes) {
      usedBytes += bytes;
    },
    look,
    stop: () => clearInterval(timer),
  };
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}
