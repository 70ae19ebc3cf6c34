import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TEST_AGENT, openWorld, type World } from "../testing/set-up-world.ts";

/** What may happen at any moment of a set-up. */
const STEPS = [
  "the database answers",
  "the database fails",
  "the thread works",
  "the thread dies",
  "the thread stalls",
  "the thread refuses",
  "all threads are full",
  "the caller gives up",
  "the caller says BYE",
  "the network loses them",
  "the far end is there",
  "somebody stops the call",
  "a minute passes",
] as const;
type Step = (typeof STEPS)[number];

/** Mostly a set-up goes on; else what goes wrong early hides what may go wrong late. */
const STEP = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>("the database answers") },
  { weight: 2, arbitrary: fc.constant<Step>("the thread works") },
  { weight: 3, arbitrary: fc.constantFrom(...STEPS) },
);

const WAYS = ["sip in", "sip out", "browser", "browser socket", "demo", "carrier in", "carrier out", "whatsapp in"] as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

for (const way of WAYS) {
  test(`${way}: whatever happens at whichever await, nothing is left of a call and its row has one end`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 30 }), async (steps) => {
        const world = openWorld();
        world.begin(way);
        for (const step of steps) await take(world, step);
        await world.comeToRest();
        // A company that says late which call it was is told that it is over.
        if (world.carrier.opened.length > 0) await vi.advanceTimersByTimeAsync(31_000);
        expect(world.carrier.opened.filter(({ id, isOver }) => !isOver || world.carrier.legs.find(id))).toEqual([]);
        expect({ slots: world.pool.calls, calls: world.calls.running, timers: vi.getTimerCount() }).toEqual({
          slots: 0,
          calls: 0,
          timers: 0,
        });
        // WhatsApp is told once that we do not want the call any more, unless it has told us so.
        const left = world.channel.asked.filter((one) => one === "reject" || one === "terminate");
        expect(left.length).toBeLessThanOrEqual(1);
        const isUntold = world.channel.asked.length > 0 && !world.channel.hasEnded && world.channel.asked.at(-1) !== left[0];
        expect(isUntold).toBe(false);
        for (const [id, kinds] of world.written) {
          expect([id, kinds.filter((kind) => kind === "finish").length]).toEqual([id, 1]);
          expect(kinds.at(-1)).toBe("finish");
        }
        for (const { said } of world.inbound) expect(said.filter((one) => one !== "BYE")).toHaveLength(said.length > 0 ? 1 : 0);
        expect(world.inbound.every(({ isOver }) => isOver) && world.outbound.every(({ isOver }) => isOver)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
}

test("a caller who cancels while the line opens is not answered, not recorded and not charged", async () => {
  const world = openWorld();
  world.begin("sip in");
  await take(world, "the database answers");
  await take(world, "the database answers");
  expect(world.pool.calls).toBe(1);
  await take(world, "the caller gives up");
  await take(world, "the thread works");
  await world.comeToRest();
  expect(world.inbound[0]!.said).toEqual([]);
  expect(world.rows()[0]).toMatchObject({ status: "canceled", answeredAt: null, recording: null, cost: { platform: 0 } });
});

test("a caller who gives up before the company's stream has come has cancelled, and nothing of the call is charged", async () => {
  const world = openWorld();
  world.begin("carrier in");
  for (let step = 0; step < 4; step++) await take(world, "the database answers");
  await take(world, "the thread works");
  expect(world.pool.calls).toBe(1);
  world.carrier.leave({ by: "remote", sipCause: 500 });
  await world.comeToRest();
  expect(world.rows()[0]).toMatchObject({ status: "canceled", provider: "twilio", answeredAt: null, cost: { platform: 0 } });
});

test("an answer that is never acknowledged opens no conversation and costs nothing", async () => {
  const world = openWorld();
  world.begin("sip in");
  for (let step = 0; step < 4; step++) await take(world, "the database answers");
  await take(world, "the thread works");
  expect(world.inbound[0]!.said).toEqual(["200"]);
  await take(world, "the network loses them");
  await world.comeToRest();
  expect(world.rows()[0]).toMatchObject({ status: "no-answer", answeredAt: null, cost: { platform: 0 } });
});

test("WhatsApp hears our answer twice the same, the second time when sound can flow, and one terminate", async () => {
  const world = openWorld();
  world.begin("whatsapp in");
  await world.settle();
  void world.channel.rings();
  for (let step = 0; step < 2; step++) await take(world, "the database answers");
  await take(world, "the thread works");
  await take(world, "the database answers");
  await take(world, "the database answers");
  expect(world.channel.asked).toEqual(["pre_accept"]);
  await take(world, "the far end is there");
  for (let step = 0; step < 3; step++) await take(world, "the database answers");
  expect(world.channel.asked).toEqual(["pre_accept", "accept"]);
  expect(world.rows()).toMatchObject([{ status: "in-progress", provider: "whatsapp", person: "+254711000001" }]);
  await world.comeToRest();
  expect(world.channel.asked).toEqual(["pre_accept", "accept", "terminate"]);
});

test("a WhatsApp call that ends before it rings here is never begun, and one without sound is rejected after 20 s", async () => {
  const [ended, silent] = [openWorld(), openWorld()];
  ended.channel.leaves();
  await ended.settle();
  ended.begin("whatsapp in");
  await ended.comeToRest();
  expect([ended.rows(), ended.channel.asked]).toEqual([[], []]);
  silent.begin("whatsapp in");
  await silent.settle();
  for (let step = 0; step < 2; step++) await take(silent, "the database answers");
  await take(silent, "the thread works");
  for (let step = 0; step < 2; step++) await take(silent, "the database answers");
  await take(silent, "a minute passes");
  expect(silent.channel.asked).toEqual(["pre_accept", "reject"]);
  await silent.comeToRest();
  expect(silent.rows()[0]).toMatchObject({ status: "failed", answeredAt: null });
});

test("a machine without room says so with 503, which telephones and proxies understand", async () => {
  const world = openWorld();
  world.pool.mood = "is full";
  world.begin("sip in");
  await world.comeToRest();
  expect(world.inbound[0]!.said).toEqual(["503"]);
});

test.each([7, -7])(
  "a wall clock that is set by %i h in the middle of a call changes neither its length nor its price",
  async (hours) => {
    const world = openWorld();
    world.begin("sip in");
    for (let step = 0; step < 4; step++) await take(world, "the database answers");
    await take(world, "the thread works");
    await take(world, "the far end is there");
    for (let step = 0; step < 2; step++) await take(world, "the database answers");
    world.passMs(3_500);
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await take(world, "the caller says BYE");
    await world.comeToRest();
    expect(world.rows()[0]).toMatchObject({ status: "completed", durationSeconds: 3.5, cost: { platform: 3.5 } });
    const { answeredAt, endedAt } = world.rows()[0]!;
    expect(endedAt!.getTime() - answeredAt!.getTime()).toBe(3_500);
  },
);

test("a call is answered without what is known of its caller where the database is late with it", async () => {
  const world = openWorld({ known: () => new Promise(() => undefined) });
  world.begin("sip in");
  for (let step = 0; step < 4; step++) await take(world, "the database answers");
  await take(world, "the thread works");
  await take(world, "the far end is there");
  await take(world, "the database answers");
  await vi.advanceTimersByTimeAsync(300);
  expect(world.rows()[0]).toMatchObject({ status: "in-progress" });
  await world.comeToRest();
});

test("the assistant of a call is read for each call", async () => {
  const world = openWorld();
  world.begin("sip in");
  await world.comeToRest();
  expect(world.rows()[0]).toMatchObject({ agentId: TEST_AGENT.id, fromNumber: "+254712345678", toNumber: "1001" });
});

async function take(world: World, step: Step): Promise<void> {
  const { pool, held } = world;
  switch (step) {
    case "the database answers":
      held.give();
      break;
    case "the database fails":
      held.fail();
      break;
    case "the thread works":
      pool.work();
      break;
    case "the thread dies":
      pool.die();
      break;
    case "the thread stalls":
      pool.mood = "stalls";
      break;
    case "the thread refuses":
      pool.mood = "refuses";
      break;
    case "all threads are full":
      pool.mood = "is full";
      break;
    case "the caller gives up":
      world.leave({ by: "remote", sipCause: 487 });
      break;
    case "the caller says BYE":
      world.leave({ by: "remote", sipCause: 200 });
      break;
    case "the network loses them":
      world.leave({ by: "network", sipCause: 408 });
      break;
    case "the far end is there":
      for (const call of world.inbound) call.ack();
      for (const call of world.outbound) call.answer();
      world.carrier.answer();
      world.pool.connects();
      break;
    case "somebody stops the call":
      world.stop();
      break;
    case "a minute passes":
      await vi.advanceTimersByTimeAsync(61_000);
  }
  await world.settle();
}
