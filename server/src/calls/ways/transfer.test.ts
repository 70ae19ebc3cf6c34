/** Putting a caller through, with a database that hesitates, threads that die and telephones that do what they like. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorld, type World } from "../testing/set-up-world.ts";

/** A caller by telephone who talks with the agent, and asks for somebody. */
async function asking(to = "reception"): Promise<{ world: World; wanted: AbortController }> {
  const world = openWorld();
  world.begin("sip in");
  await goOn(world);
  world.inbound[0]!.ack();
  await goOn(world);
  const wanted = world.transfer(to);
  return { world, wanted };
}

async function goOn(world: World): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    world.held.give();
    world.pool.work();
    await world.settle();
  }
}

test("a person who answers is joined with the caller, and whoever hangs up ends both", async () => {
  for (const first of ["caller", "person"] as const) {
    const { world } = await asking();
    await goOn(world);
    const [person] = world.outbound;
    person!.answer();
    await goOn(world);
    expect(world.transferred).toEqual([{ ok: true, to: "reception" }]);
    expect(world.pool.connected).toEqual(["reception"]);
    if (first === "caller") world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
    else person!.end({ by: "remote", sipCause: 200, answered: true });
    await goOn(world);
    await world.comeToRest();
    expect([world.pool.calls, world.calls.running, person!.isOver]).toEqual([0, 0, true]);
  }
});

test("a person is rung by the telephone company that the agent's number is held at, joined, and let go with the caller", async () => {
  const world = openWorld();
  world.begin("sip in");
  await goOn(world);
  world.inbound[0]!.ack();
  await goOn(world);
  world.carrier.isAsked = true;
  world.transfer("+254733000003");
  await goOn(world);
  expect(world.carrier.opened).toHaveLength(1);
  world.carrier.answer();
  await goOn(world);
  expect([world.transferred, world.pool.connected]).toEqual([[{ ok: true, to: "+254733000003" }], ["+254733000003"]]);
  world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await goOn(world);
  expect([world.pool.calls, world.calls.running, world.carrier.opened[0]!.isOver]).toEqual([0, 0, true]);
});

test.each([
  [486, "The line is busy."],
  [480, "Nobody answered there."],
  [603, "The call was declined there."],
  [404, "That number does not exist."],
  [500, "The call could not be put through."],
])("a telephone that answers %d leaves the caller with the agent, who is told why", async (sipCause, reason) => {
  const { world } = await asking();
  await goOn(world);
  world.outbound[0]!.end({ by: "remote", sipCause, answered: false });
  await goOn(world);
  expect(world.transferred).toMatchObject([{ ok: false, reason }]);
  expect([world.calls.running, world.pool.calls]).toEqual([1, 1]);
  world.transfer("reception");
  await goOn(world);
  expect(world.outbound).toHaveLength(2);
});

test("somebody is rung once at a time, and nobody where there is no room", async () => {
  const { world } = await asking();
  world.transfer("reception");
  await goOn(world);
  expect(world.outbound).toHaveLength(1);
  expect(world.transferred).toMatchObject([{ ok: false, reason: "No further line is free." }]);
  const full = await asking();
  full.world.pool.mood = "is full";
  await goOn(full.world);
  expect(full.world.transferred).toMatchObject([{ ok: false, reason: "No further line is free." }]);
});

test("whatever happens at whichever moment of a transfer, no telephone goes on ringing and no line is left", async () => {
  const step = fc.constantFrom(
    ...([
      "answers",
      "busy",
      "gone",
      "caller leaves",
      "no longer wanted",
      "thread dies",
      "stopped",
      "database",
      "thread",
      "asked again",
    ] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { world, wanted } = await asking();
      for (const one of steps) {
        const person = world.outbound.at(-1);
        if (one === "answers") person?.answer();
        if (one === "busy") person?.end({ by: "remote", sipCause: 486, answered: false });
        if (one === "gone") person?.end({ by: "network", sipCause: 408, answered: false });
        if (one === "caller leaves") world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
        if (one === "no longer wanted") wanted.abort();
        if (one === "thread dies") world.pool.die();
        if (one === "stopped") world.stop();
        if (one === "database") world.held.give();
        if (one === "thread") world.pool.work();
        if (one === "asked again") world.transfer("reception");
        await world.settle();
      }
      await world.comeToRest();
      const { pool, calls, outbound, inbound } = world;
      expect([pool.calls, calls.running]).toEqual([0, 0]);
      expect([...outbound, ...inbound].every(({ isOver }) => isOver)).toBe(true);
      expect(pool.connected.length).toBeLessThanOrEqual(outbound.length);
    }),
    { numRuns: 300 },
  );
});
