/** Recordings of which parts are made silent, and the whole of them sealed beside it: real files, killed in the middle, and done again. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wavHeader } from "@ongea/conversation";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createByteSeal } from "../../platform/secrets/seal.ts";
import { createRecordings, type Recordings } from "./recordings.ts";
import { openSound } from "./sealed-sound.ts";
import type { Range } from "./silence.ts";

const HZ = 8_000;
const seal = createByteSeal("a secret of tests", "masked sound");
const folder = mkdtempSync(join(tmpdir(), "ongea-masked-"));
let recordings: Recordings;
let count = 0;
beforeAll(() => {
  recordings = createRecordings({ folder, log: pino({ level: "silent" }), leastFreeMb: 0, seal });
});
afterAll(async () => {
  await recordings.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Each side another sound, and no two moments alike. */
function recorded(seconds: number): { name: string; path: string; bytes: Buffer } {
  const blocks = seconds * HZ;
  const head = wavHeader({ sampleRateHz: HZ, channels: 2, dataBytes: blocks * 4 });
  const bytes = Buffer.alloc(head.length + blocks * 4);
  bytes.set(head);
  for (let block = 0; block < blocks; block++) {
    bytes.writeInt16LE(1 + (block % 30_000), head.length + block * 4);
    bytes.writeInt16LE(-1 - (block % 20_011), head.length + block * 4 + 2);
  }
  const name = `call-${++count}.wav`;
  writeFileSync(join(folder, name), bytes);
  return { name, path: join(folder, name), bytes };
}

/** As it must be. */
function muted(bytes: Buffer, ranges: readonly Range[]): Buffer {
  const copy = Buffer.from(bytes);
  const dataAt = 44;
  for (const { fromMs, toMs, side } of ranges)
    for (let block = fromMs * 8; block < Math.min(toMs * 8, (copy.length - dataAt) / 4); block++) {
      if (side !== "assistant") copy.writeInt16LE(0, dataAt + block * 4);
      if (side !== "caller") copy.writeInt16LE(0, dataAt + block * 4 + 2);
    }
  return copy;
}

async function wholeOf(name: string, first = 0, last?: number): Promise<Buffer> {
  const whole = await recordings.whole(name);
  if (!whole) throw new Error("not stored");
  const pieces: Buffer[] = [];
  for await (const piece of whole.read(first, last ?? whole.size - 1)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const RANGES: Range[] = [
  { fromMs: 1_000, toMs: 2_500, side: "caller" },
  { fromMs: 2_000, toMs: 3_000, side: "assistant" },
  { fromMs: 9_000, toMs: Number.POSITIVE_INFINITY, side: "caller" },
];

test("one side is silent in its parts, every other byte is as it was, and the whole is opened again in any part", async () => {
  const { name, path, bytes } = recorded(12);
  await recordings.mask(name, RANGES, true);
  expect(readFileSync(path).equals(muted(bytes, RANGES))).toBe(true);
  expect((await wholeOf(name)).equals(bytes)).toBe(true);
  for (const [first, last] of [
    [0, 0],
    [65_535, 65_536],
    [70_000, 200_001],
    [bytes.length - 5, bytes.length - 1],
  ] as const)
    expect((await wholeOf(name, first, last)).equals(bytes.subarray(first, last + 1))).toBe(true);
  expect(readFileSync(`${path}.sealed`).includes(bytes.subarray(1_000, 1_064))).toBe(false);
});

test("done twice, at once or again, it is the same; where nothing whole is kept there is no other file", async () => {
  const { name, path, bytes } = recorded(12);
  await Promise.all([recordings.mask(name, RANGES, true), recordings.mask(name, RANGES, true)]);
  const sealed = readFileSync(`${path}.sealed`);
  await recordings.mask(name, RANGES, true);
  expect(readFileSync(path).equals(muted(bytes, RANGES))).toBe(true);
  expect(readFileSync(`${path}.sealed`).equals(sealed)).toBe(true);
  const gone = recorded(12);
  await recordings.mask(gone.name, RANGES, false);
  expect(await recordings.whole(gone.name)).toBeUndefined();
  expect(readdirSync(folder).filter((file) => file.startsWith(gone.name))).toEqual([gone.name]);
});

test("a kill while it was sealed, or while it was made silent, loses nothing of the whole and leaves nothing unmasked", async () => {
  const sealing = recorded(12);
  writeFileSync(`${sealing.path}.sealing`, "half of it");
  expect(await recordings.whole(sealing.name)).toBeUndefined();
  await recordings.mask(sealing.name, RANGES, true);
  expect((await wholeOf(sealing.name)).equals(sealing.bytes)).toBe(true);
  expect(existsSync(`${sealing.path}.sealing`)).toBe(false);
  const silencing = recorded(12);
  await recordings.mask(silencing.name, RANGES.slice(0, 1), true);
  await recordings.mask(silencing.name, RANGES, true);
  expect(readFileSync(silencing.path).equals(muted(silencing.bytes, RANGES))).toBe(true);
  expect((await wholeOf(silencing.name)).equals(silencing.bytes)).toBe(true);
});

test("a whole recording that was changed, cut short or taken for another opens nothing", async () => {
  const { name, path } = recorded(12);
  const other = recorded(12);
  await recordings.mask(name, RANGES, true);
  const sealed = readFileSync(`${path}.sealed`);
  writeFileSync(`${other.path}.sealed`, sealed);
  await expect(wholeOf(other.name)).rejects.toThrow();
  writeFileSync(`${path}.sealed`, sealed.subarray(0, 3 * (65_536 + 28)));
  await expect(wholeOf(name)).rejects.toThrow();
  const changed = Buffer.from(sealed);
  changed[70_000] = (changed[70_000] ?? 0) ^ 1;
  writeFileSync(`${path}.sealed`, changed);
  await expect(wholeOf(name)).rejects.toThrow();
});

test("what cannot be sealed is not changed, what is no recording is refused, and both files go together", async () => {
  const { name, path, bytes } = recorded(2);
  const without = createRecordings({ folder, log: pino({ level: "silent" }), leastFreeMb: 0 });
  await expect(without.mask(name, RANGES, true)).rejects.toThrow();
  await without.stop();
  expect(readFileSync(path).equals(bytes)).toBe(true);
  writeFileSync(join(folder, "notes.wav"), "no sound");
  await expect(recordings.mask("notes.wav", RANGES, false)).rejects.toThrow();
  await recordings.mask(name, RANGES, true);
  await recordings.silence(name, [{ fromMs: 0, toMs: 100 }]);
  expect(await openSound(path, name, seal)).toBeUndefined();
  await recordings.mask(name, RANGES, true);
  recordings.remove(name);
  expect(readdirSync(folder).filter((file) => file.startsWith(name))).toEqual([]);
});

test("an hour of two sides is masked piece by piece: in little memory, while the thread does other work", async () => {
  const [name, path] = ["hour.wav", join(folder, "hour.wav")];
  const sound = Buffer.alloc(3_600 * HZ * 4, Buffer.from([1, 0, 2, 0]));
  writeFileSync(path, Buffer.concat([wavHeader({ sampleRateHz: HZ, channels: 2, dataBytes: sound.length }), sound]));
  const before = process.memoryUsage();
  let [mostBytes, longestMs, lastMs] = [0, 0, performance.now()];
  const looking = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    mostBytes = Math.max(mostBytes, heapUsed + external - before.heapUsed - before.external);
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 10);
  const ranges = Array.from({ length: 600 }, (_, at): Range => ({
    fromMs: at * 6_000,
    toMs: at * 6_000 + 5_000,
    side: "caller",
  }));
  await recordings.mask(name, ranges, true);
  clearInterval(looking);
  expect(mostBytes).toBeLessThan(64 * 1_048_576);
  expect(longestMs).toBeLessThan(1_000);
  for (const { fromMs, toMs } of ranges) sound.fill(Buffer.from([0, 0, 2, 0]), fromMs * 32, toMs * 32);
  expect(readFileSync(path).subarray(44).equals(sound)).toBe(true);
}, 60_000);
