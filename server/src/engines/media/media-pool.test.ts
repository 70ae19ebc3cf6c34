/** The threads that carry sound, as they are: sockets, slots and processes are counted before and after. */
import { readFileSync, readdirSync, readlinkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Worker } from "node:worker_threads";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Plan } from "@ongea/conversation";
import { startThread } from "../../platform/thread.ts";
import { createRecordings, type Recordings } from "../recording/recordings.ts";
import { createMediaPool, type MediaPool } from "./media-pool.ts";
import type { MediaSlot } from "./media-thread.ts";
import type { LineOrder } from "./messages.ts";

const CALLS = 50;
const SILENT_MS = 2_000;
const SETTLES = { timeout: 20_000, interval: 50 };
const log = pino({ level: "silent" });
const folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
const workers: Worker[] = [];
let recordings: Recordings;
let pool: MediaPool;
let calls = 0;

beforeAll(async () => {
  recordings = createRecordings({ folder, log });
  pool = createMediaPool({
    threads: 1,
    maxCalls: 100,
    setup: {
      speech: {
        sockets: { builtin: join(folder, "nobody-listens.sock") },
        choices: { recognisers: [], languageModels: [], voices: [] },
      },
      rtpPorts: { from: 20_000, to: 32_767 },
      browser: { bindHost: "127.0.0.1" },
    },
    recordingPort: () => recordings.source(),
    log,
    silentMs: SILENT_MS,
    start: (...given) => {
      const worker = startThread(...given);
      workers.push(worker);
      return worker;
    },
  });
  // A call waits for its thread to have started, which takes long on a busy machine.
  await vi.waitFor(async () => {
    const { slot } = take({ kind: "socket" });
    await slot.opened;
    slot.end("stopped");
  }, SETTLES);
});
afterAll(async () => {
  await pool.stop();
  await recordings.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Taken {
  slot: MediaSlot;
  /** The last words of its thread. */
  closed: string[];
}

function take(order: LineOrder): Taken {
  const closed: string[] = [];
  const slot = pool.take(`call-${calls++}`, order, {
    entry: () => undefined,
    tool: () => Promise.reject(new Error("No tool was asked for")),
    closed: (reason) => void closed.push(reason),
  });
  if (!slot) throw new Error("There was no room");
  return { slot, closed };
}

const telephone: LineOrder = { kind: "rtp", host: "127.0.0.1" };

const ends: [string, (slot: MediaSlot) => Promise<void>][] = [
  ["at once", async (slot) => slot.end("stopped")],
  [
    "while it opens",
    async (slot) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
      slot.end("stopped");
    },
  ],
  [
    "when it is open",
    async (slot) => {
      await slot.opened;
      slot.end("stopped");
    },
  ],
  [
    "twice, and once more when it is over",
    async (slot) => {
      slot.lineEnded(false);
      slot.end("stopped");
      await slot.opened.catch(() => undefined);
      slot.end("stopped");
    },
  ],
];

test.each(ends)("fifty telephones and pages that are given up %s leave no slot, socket or process behind", async (_when, end) => {
  const before = { sockets: udpSockets(), children: childProcesses() };
  for (const order of [telephone, { kind: "socket" } as const]) {
    const taken = Array.from({ length: CALLS / 2 }, () => take(order));
    await Promise.all(taken.map(({ slot }) => end(slot)));
    await expect.poll(() => pool.calls, SETTLES).toBe(0);
    for (const { closed } of taken) expect(closed.length).toBeLessThanOrEqual(1);
  }
  await expect.poll(udpSockets, SETTLES).toBe(before.sockets);
  expect(childProcesses()).toBe(before.children);
});

test("a page whose offer is nonsense is refused, and its slot is free again", async () => {
  const { slot, closed } = take({ kind: "webrtc", offer: "no offer" });
  await expect(slot.opened).rejects.toThrow();
  await expect.poll(() => pool.calls, SETTLES).toBe(0);
  expect(closed).toEqual([]);
});

test("a fault while one call is obeyed ends that call, not those beside it on its thread", async () => {
  const other = take(telephone);
  const broken = take(telephone);
  await Promise.all([other.slot.opened, broken.slot.opened]);
  broken.slot.start({} as Plan, {});
  await expect.poll(() => broken.closed, SETTLES).toEqual(["failed"]);
  expect(other.closed).toEqual([]);
  expect(pool.calls).toBe(1);
  other.slot.end("stopped");
  await expect.poll(() => pool.calls, SETTLES).toBe(0);
});

test("a thread that ends takes its calls with it, each once, and the one after it carries the next", async () => {
  const before = udpSockets();
  const [open, alsoOpen] = [take(telephone), take(telephone)];
  await Promise.all([open.slot.opened, alsoOpen.slot.opened]);
  const opening = take(telephone);
  await workers.at(-1)?.terminate();
  // It may have opened at the last moment; then it fails like the others.
  const last = await opening.slot.opened.then(
    () => ["failed"],
    () => [],
  );
  await expect.poll(() => [open.closed, alsoOpen.closed, opening.closed], SETTLES).toEqual([["failed"], ["failed"], last]);
  for (const { slot } of [open, alsoOpen, opening]) slot.end("stopped");
  expect(pool.calls).toBe(0);
  await expect.poll(udpSockets, SETTLES).toBe(before);
  await expect.poll(() => workers.length, SETTLES).toBe(2);
  const next = take(telephone);
  expect((await next.slot.opened).answer.kind).toBe("rtp");
  next.slot.end("stopped");
  await expect.poll(() => next.closed, SETTLES).toEqual(["stopped"]);
  expect([open.closed, alsoOpen.closed]).toEqual([["failed"], ["failed"]]);
});

test("a server that stood still itself ends no thread for that, and one that really says nothing is ended with its calls", async () => {
  const first = workers.at(-1)!;
  const talking = take(telephone);
  await talking.slot.opened;
  // As a machine that was moved, or a lid that was closed: nothing here runs meanwhile, and its timers are the first to wake.
  // It has said by then how busy it is.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const standStill = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * SILENT_MS);
  await new Promise<void>((resolve) => setTimeout(() => resolve(void standStill()), 10));
  await new Promise((resolve) => setTimeout(resolve, SILENT_MS / 2));
  expect([talking.closed, pool.calls]).toEqual([[], 1]);
  talking.slot.end("stopped");
  await expect.poll(() => talking.closed, SETTLES).toEqual(["stopped"]);
  first.removeAllListeners("message");
  await expect.poll(() => workers.at(-1) !== first, SETTLES).toBe(true);
});

/** Of this process, its threads included. */
function udpSockets(): number {
  const table = readFileSync("/proc/self/net/udp", "utf8");
  const ours = readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
  const known = new Set(table.split("\n").map((line) => line.trim().split(/\s+/)[9]));
  return ours.filter((inode) => known.has(inode)).length;
}

function childProcesses(): number {
  return readdirSync("/proc/self/task").reduce((sum, task) => {
    const children = readFileSync(`/proc/self/task/${task}/children`, "utf8").trim();
    return sum + (children === "" ? 0 : children.split(" ").length);
  }, 0);
}
