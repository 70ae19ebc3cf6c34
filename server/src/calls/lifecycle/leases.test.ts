import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallRow } from "../records/store.ts";
import { createLeases, type Leases } from "./leases.ts";
import type { OwnerStore } from "./store.ts";

const log = pino({ level: "silent" });

/** One database for several servers: it can be away, stand still, and settle nothing. */
class Shared {
  readonly beats = new Map<string, { home: string; count: number }>();
  readonly calls: { id: string; ownerId: string }[] = [];
  readonly settled: string[] = [];
  isAway = false;
  settleFails = 0;
  #frozen: (() => void)[] | undefined;

  store(): OwnerStore {
    return {
      beat: ({ id, home }) => this.#ask(() => void this.beats.set(id, { home, count: (this.beats.get(id)?.count ?? 0) + 1 })),
      others: ({ id }) =>
        this.#ask(() =>
          [...this.beats]
            .filter(([other]) => other !== id)
            .map(([other, { home, count }]) => ({ id: other, home, beatAt: `${count}` })),
        ),
      left: (owners) => this.#ask(() => this.calls.filter(({ ownerId }) => owners.includes(ownerId)) as unknown as CallRow[]),
      forget: (ids) => this.#ask(() => ids.forEach((id) => this.beats.delete(id))),
    };
  }

  freeze(): void {
    this.#frozen = [];
  }

  thaw(): void {
    const waiting = this.#frozen ?? [];
    this.#frozen = undefined;
    for (const go of waiting) go();
  }

  async settle(call: CallRow): Promise<void> {
    if (this.settleFails-- > 0) throw new Error("The database is away");
    const at = this.calls.findIndex(({ id }) => id === call.id);
    // As the database has it: an end is stored once.
    if (at >= 0) this.settled.push(...this.calls.splice(at, 1).map(({ id }) => id));
  }

  async #ask<T>(answer: () => T): Promise<T> {
    if (this.#frozen) await new Promise<void>((go) => this.#frozen?.push(go));
    if (this.isAway) throw new Error("The database is away");
    return answer();
  }
}

let shared: Shared;
let running: Leases[];

beforeEach(() => {
  vi.useFakeTimers();
  [shared, running] = [new Shared(), []];
});
afterEach(async () => {
  shared.isAway = false;
  shared.thaw();
  await Promise.all(running.map((owners) => owners.stop()));
  vi.useRealTimers();
});

async function open(home: string, store = shared.store()): Promise<Leases> {
  const owners = createLeases({ store, home, log, nowMs: () => Date.now() });
  await owners.start((call) => shared.settle(call));
  return owners;
}

async function start(home: string): Promise<Leases> {
  const owners = await open(home);
  running.push(owners);
  return owners;
}

/** A server with a live call that is killed now: it never beats again. */
async function killed(home: string, callId: string): Promise<void> {
  const store = shared.store();
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const mortal: OwnerStore = {
    beat: (owner) => (isDead ? never : store.beat(owner)),
    others: (owner) => (isDead ? never : store.others(owner)),
    left: (...asked) => (isDead ? never : store.left(...asked)),
    forget: (ids) => (isDead ? never : store.forget(ids)),
  };
  const owners = await open(home, mortal);
  shared.calls.push({ id: callId, ownerId: owners.ownerId });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(shared.settled).toEqual([]);
  isDead = true;
}

test("the calls of a server that is killed are settled once within ten seconds, by one that has run beside it", async () => {
  await start("second folder");
  await start("third folder");
  await killed("first folder", "cut off");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shared.settled).toEqual(["cut off"]);
  expect(shared.beats.size).toBe(2);
  shared.settled.length = 0;
  await start("first folder");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shared.settled).toEqual([]);
});

test("a server that starts in its folder again settles what it left at once", async () => {
  await killed("folder", "cut off");
  await start("folder");
  expect(shared.settled).toEqual(["cut off"]);
});

test.each([
  ["is away", () => (shared.isAway = true), () => (shared.isAway = false)],
  ["stands still", () => shared.freeze(), () => shared.thaw()],
])("a database that %s for long makes no server gone that lives", async (_how, go, comeBack) => {
  const first = await start("first folder");
  await start("second folder");
  shared.calls.push({ id: "goes on", ownerId: first.ownerId });
  for (const ms of [4_000, 7_000, 12_000, 40_000]) {
    await vi.advanceTimersByTimeAsync(3_000);
    go();
    await vi.advanceTimersByTimeAsync(ms);
    comeBack();
    await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(shared.settled).toEqual([]);
});

test("a call that could not be settled is settled at a later look", async () => {
  await start("second folder");
  await killed("first folder", "cut off");
  shared.settleFails = 3;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shared.settled).toEqual(["cut off"]);
  expect(shared.beats.size).toBe(1);
});
