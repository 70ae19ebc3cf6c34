/** Somebody asks for a call that another server carries; the server and the database do what they like. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAsking } from "./send-command.ts";
import type { Order, OrderStanding, OrderStore } from "./store.ts";
import type { Outcome, CallCommand } from "./commands.ts";

const HERE = "11111111-1111-4111-8111-111111111111";
const THERE = "22222222-2222-4222-8222-222222222222";
const CALL = "33333333-3333-4333-8333-333333333333";
const ASHA = { workspaceId: "44444444-4444-4444-8444-444444444444", kind: "person", id: "1", name: "Asha" } as const;
const away = (): Error => Object.assign(new Error("Connection terminated"), { code: "57P01" });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Row extends OrderStanding {
  order: Order;
}

/** A table in memory, and the owner's hand on it. */
function openWorld({ ownerId = THERE as string | null, endedAt = null as Date | null, status = "in-progress" as const } = {}) {
  const rows = new Map<string, Row>();
  const world = { isAway: false, told: [] as string[], rows, removed: 0 };
  const up = <T>(value: T): Promise<T> => (world.isAway ? Promise.reject(away()) : Promise.resolve(value));
  const store: Pick<OrderStore, "add" | "read" | "withdraw" | "remove"> = {
    add: (order) => up(undefined).then(() => void rows.set(order.id, { order, state: "waiting", outcome: null, isOver: false })),
    read: ({ id }) => up(rows.get(id)),
    withdraw: ({ id }) => up(rows.get(id)?.state === "waiting" && rows.delete(id)),
    remove: ({ id }) => up(undefined).then(() => void (rows.delete(id) && world.removed++)),
  };
  const asking = createAsking({
    store,
    callOf: () => up({ ownerId, endedAt, status }),
    ownerId: HERE,
    tell: (to, told) => void world.told.push(`${to} ${told.is}`),
    nowMs: () => performance.now(),
  });
  const asked = (wish: CallCommand = { do: "whisper", text: "Offer ten percent" }) => {
    const end = { said: "" };
    asking.ask(ASHA, CALL, { id: "55555555-5555-4555-8555-555555555555", wish }).then(
      ({ to = "done" }) => (end.said = to),
      (error: { code?: string }) => (end.said = error.code ?? "fault"),
    );
    return end;
  };
  const row = (): Row => [...rows.values()][0]!;
  return { world, asking, asked, row, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

const answer = (row: Row, outcome: Outcome): void => void Object.assign(row, { state: "answered", outcome });

test("what the owner has done is done, and it is told at once who asks whom for what", async () => {
  const { world, asking, asked, row, pass } = openWorld();
  const end = asked();
  await pass(0);
  expect(world.told).toEqual([`${THERE} ordered`]);
  expect(row().order).toMatchObject({
    callId: CALL,
    ownerId: THERE,
    askerId: HERE,
    actor: { name: "Asha" },
    wish: { do: "whisper" },
  });
  answer(row(), { ok: true });
  asking.answered(row().order.id);
  await pass(0);
  expect([end.said, world.removed]).toEqual(["done", 1]);
});

test("an answer whose notification is lost is found all the same, and one that is told twice or for nobody harms nobody", async () => {
  const { asking, asked, row, pass } = openWorld();
  const end = asked();
  await pass(100);
  asking.answered("66666666-6666-4666-8666-666666666666");
  const { id } = row().order;
  answer(row(), { ok: true });
  await pass(250);
  asking.answered(id);
  asking.answered(id);
  await pass(0);
  expect(end.said).toBe("done");
});

test("the owner's refusal is the refusal, and an answer that says nothing is no success", async () => {
  for (const [outcome, said] of [
    [{ ok: false, code: "call.handed_over" }, "call.handed_over"],
    [{ ok: false, code: "call.of_tomorrow" }, "call.order_unanswered"],
    [{}, "call.order_unanswered"],
    [null, "call.order_unanswered"],
  ] as const) {
    const { asked, row, pass } = openWorld();
    const end = asked();
    await pass(0);
    answer(row(), outcome as Outcome);
    await pass(250);
    expect(end.said).toBe(said);
  }
});

test("a server that does not take the order within four seconds is unreachable, and will not take it later", async () => {
  const { world, asked, pass } = openWorld();
  const end = asked();
  await pass(3_900);
  expect(end.said).toBe("");
  await pass(400);
  expect([end.said, world.rows.size]).toEqual(["call.server_unreachable", 0]);
});

test("a server that took the order and says nothing leaves it open what became of it; a telephone may ring for long", async () => {
  const { asked, row, pass } = openWorld();
  const [whisper] = [asked()];
  await pass(0);
  row().state = "taken";
  await pass(7_900);
  expect(whisper.said).toBe("");
  await pass(400);
  expect(whisper.said).toBe("call.order_unanswered");
  const ringing = openWorld();
  const takeOver = ringing.asked({ do: "take over", to: "desk" });
  await ringing.pass(0);
  ringing.row().state = "taken";
  await ringing.pass(40_000);
  expect(takeOver.said).toBe("");
  answer(ringing.row(), { ok: true, to: "desk" });
  await ringing.pass(250);
  expect(takeOver.said).toBe("desk");
});

test("a call whose server dies while it carries the order out is over when another has settled it", async () => {
  const { asked, row, pass } = openWorld();
  const end = asked({ do: "take over", to: "desk" });
  await pass(0);
  row().state = "taken";
  await pass(9_000);
  row().isOver = true;
  await pass(500);
  expect(end.said).toBe("call.ended");
});

test("while the database is away nothing is known: the answer counts when it is back, and waiting has an end", async () => {
  const { world, asked, row, pass } = openWorld();
  const end = asked();
  await pass(0);
  const kept = row();
  world.isAway = true;
  await pass(5_000);
  expect(end.said).toBe("");
  answer(kept, { ok: true });
  world.isAway = false;
  await pass(250);
  expect(end.said).toBe("done");
  const lost = openWorld();
  const never = lost.asked();
  await lost.pass(0);
  lost.world.isAway = true;
  await lost.pass(8_500);
  expect(never.said).toBe("call.order_unanswered");
});

test("a call that is over, that nobody carries, or that this server has just ended is not asked for", async () => {
  for (const [call, said] of [
    [{ endedAt: new Date(0) }, "call.ended"],
    [{ ownerId: HERE }, "call.ended"],
    [{ ownerId: null }, "call.server_unreachable"],
  ] as const) {
    const { world, asked, pass } = openWorld(call);
    const end = asked();
    await pass(0);
    expect([end.said, world.rows.size]).toEqual([said, 0]);
  }
});

test("whatever the owner and the database do, whoever asks hears an end in time, and success only where there was success", async () => {
  const moves = fc.constantFrom("take", "answer well", "answer badly", "notify", "away", "back", "die");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(moves, fc.integer({ min: 0, max: 2_000 })), { maxLength: 15 }), async (script) => {
      const { world, asking, asked, row, pass } = openWorld();
      const end = asked();
      await pass(0);
      const mine = row();
      let wasWell = false;
      for (const [move, ms] of script) {
        const isThere = world.rows.has(mine.order.id);
        if (move === "take" && isThere && mine.state === "waiting") mine.state = "taken";
        if (move === "answer well" && isThere && mine.state === "taken") answer(mine, { ok: (wasWell = true) });
        if (move === "answer badly" && isThere && mine.state === "taken") answer(mine, { ok: false, code: "call.ended" });
        if (move === "notify") asking.answered(mine.order.id);
        if (move === "die") mine.isOver = true;
        if (move === "away" || move === "back") world.isAway = move === "away";
        await pass(ms);
      }
      await pass(9_000);
      expect(end.said).not.toBe("");
      expect(end.said).not.toBe("fault");
      expect(end.said !== "done" || wasWell).toBe(true);
    }),
    { numRuns: 300 },
  );
});
