import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { mountSmallDisk, type SmallDisk } from "../../platform/testing/small-disk.ts";
import { ChunkedRecorder } from "./chunked-recorder.ts";
import type { ToWriter } from "./messages.ts";
import { createRecordings, type Recordings } from "./recordings.ts";
import { createRoom } from "./disk-space.ts";
import { postToWriter } from "./writer-messages.ts";

const log = pino({ level: "silent" });
const disk: SmallDisk | undefined = mountSmallDisk(1_024);
const RATE_HZ = 8_000;
const FRAME_MS = 20;
let folder: string;
let recordings: Recordings | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
});
afterEach(async () => {
  await recordings?.stop();
  recordings = undefined;
});
afterAll(() => {
  disk?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody speaks from one moment to another. */
function speak(recorder: ChunkedRecorder, fromMs: number, untilMs: number): void {
  if (fromMs === 0) recorder.begin();
  for (let atMs = fromMs; atMs < untilMs; atMs += FRAME_MS)
    recorder.write("caller", atMs, new Int16Array((RATE_HZ * FRAME_MS) / 1_000).fill(1_000));
}

test("a recording is closed behind its last sound, however much is on its way", async () => {
  recordings = createRecordings({ folder, log });
  const recorders = Array.from({ length: 20 }, (_, index) => {
    const name = recordings?.open(`call-${index}`, new Date(), RATE_HZ) ?? "";
    return {
      name,
      id: `call-${index}`,
      recorder: new ChunkedRecorder(`call-${index}`, postToWriter(recordings!.source()), RATE_HZ),
    };
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const { recorder } of recorders) speak(recorder, 0, 10_000);
  for (const { recorder } of recorders) recorder.close(10_000);
  for (const { id, name } of recorders) {
    expect(await recordings.written(id)).toBe(10_000);
    const file = readFileSync(join(folder, name));
    expect(file.readInt16LE(44 + (10 * RATE_HZ - 1) * 4)).toBe(1_000);
  }
});

test("sound of many calls goes together, what begins and ends a recording goes at once and behind it", async () => {
  const posted: (readonly ToWriter[])[] = [];
  const tell = postToWriter({ postMessage: (messages: readonly ToWriter[]) => void posted.push(messages) });
  const recorders = Array.from({ length: 30 }, (_, call) => new ChunkedRecorder(`call-${call}`, tell, RATE_HZ));
  for (const recorder of recorders) speak(recorder, 0, 240);
  expect(posted.flat().filter(({ kind }) => kind === "sound").length).toBeLessThan(30);
  await expect.poll(() => posted.flat().filter(({ kind }) => kind === "sound").length).toBe(30);
  const before = posted.length;
  for (const recorder of recorders) speak(recorder, 240, 480);
  expect(posted).toHaveLength(before);
  recorders[7]?.close(480);
  expect(posted).toHaveLength(before + 1);
  expect(posted.at(-1)?.map(({ kind }) => kind)).toEqual([...recorders.map(() => "sound"), "close"]);
});

test("of a call whose sound may not be kept yet there is no file, and none where it never may", async () => {
  recordings = createRecordings({ folder, log });
  const names = ["waits", "never"].map((id) => recordings!.open(id, new Date(), RATE_HZ) ?? "");
  const source = postToWriter(recordings.source());
  const [waits, never] = ["waits", "never"].map((id) => new ChunkedRecorder(id, source, RATE_HZ));
  // What comes before it begins is kept nowhere, whoever sends it.
  waits!.write("caller", 0, new Int16Array(RATE_HZ * 2).fill(1_000));
  never!.write("assistant", 0, new Int16Array(RATE_HZ * 2).fill(1_000));
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(names.map((name) => recordings!.path(name))).toEqual([undefined, undefined]);
  waits!.begin();
  waits!.write("caller", 3_000, new Int16Array(RATE_HZ).fill(2_000));
  waits!.close(5_000);
  never!.close(5_000);
  expect([await recordings.written("waits"), await recordings.written("never")]).toEqual([5_000, undefined]);
  expect(recordings.path(names[1]!)).toBeUndefined();
  const file = readFileSync(join(folder, names[0]!));
  const loud = Array.from({ length: 5 * RATE_HZ }, (_, at) => file.readInt16LE(44 + at * 4));
  expect(loud.slice(0, 3 * RATE_HZ).every((sample) => sample === 0)).toBe(true);
  expect(new Set(loud.slice(3 * RATE_HZ, 4 * RATE_HZ))).toEqual(new Set([2_000]));
});

test.skipIf(!disk)(
  "on a full disk a recording stops with what was written, that is told once, and the next call is recorded when there is room",
  async () => {
    const stopped: [string, boolean][] = [];
    const onStopped = (callId: string, { isFull }: { isFull: boolean }): void => void stopped.push([callId, isFull]);
    recordings = createRecordings({ folder: disk!.folder, log, leastFreeMb: 0, onStopped });
    const name = recordings.open("full", new Date(), RATE_HZ) ?? "";
    const recorder = new ChunkedRecorder("full", postToWriter(recordings.source()), RATE_HZ);
    await new Promise((resolve) => setTimeout(resolve, 300));
    speak(recorder, 0, 5_000);
    await expect.poll(() => recordings?.path(name)).toBeDefined();
    await expect.poll(() => readFileSync(join(disk!.folder, name)).length).toBeGreaterThan(100_000);
    disk!.fill();
    speak(recorder, 5_000, 20_000);
    recorder.close(20_000);
    const durationMs = (await recordings.written("full")) ?? 0;
    expect(durationMs).toBeGreaterThan(3_000);
    expect(durationMs).toBeLessThan(20_000);
    expect(stopped).toEqual([["full", true]]);
    const file = readFileSync(join(disk!.folder, name));
    expect(file.readUInt32LE(40)).toBe(file.length - 44);

    disk!.makeRoom();
    recordings.open("after", new Date(), RATE_HZ);
    const next = new ChunkedRecorder("after", postToWriter(recordings.source()), RATE_HZ);
    await new Promise((resolve) => setTimeout(resolve, 100));
    speak(next, 0, 2_000);
    next.close(2_000);
    expect(await recordings.written("after")).toBe(2_000);
  },
);

test.skipIf(!disk)(
  "before the disk is full recordings leave the rest to the database, and come back when there is room",
  async () => {
    let full = 0;
    const room = createRoom({ folder: disk!.folder, mostMb: 0, leastFreeMb: 0.5, onFull: () => full++ });
    await room.look();
    expect(room.isFull).toBe(false);
    disk!.fill();
    await room.look();
    await room.look();
    expect([room.isFull, full]).toEqual([true, 1]);
    disk!.makeRoom();
    await room.look();
    expect(room.isFull).toBe(false);
    room.stop();
  },
);

test("a quota of recordings is known before it is reached; beyond it calls are not recorded, and deleting makes room", async () => {
  const small = mkdtempSync(join(folder, "quota-"));
  writeFileSync(join(small, "old.wav"), Buffer.alloc(950_000));
  let told = 0;
  const room = createRoom({ folder: small, mostMb: 1, leastFreeMb: 0, onFull: () => undefined, onNearlyFull: () => told++ });
  await room.look();
  await room.look();
  expect([room.isFull, Math.floor(room.share * 100), told]).toEqual([false, 90, 1]);
  room.took(150_000);
  await room.look();
  expect(room.isFull).toBe(true);
  rmSync(join(small, "old.wav"));
  await room.look();
  expect([room.isFull, room.share]).toEqual([false, 0]);
  room.took(900_000);
  await room.look();
  expect(told).toBe(2);
  room.stop();
});
