/** A far end that refers us to somebody else, with a database that hesitates, threads that die and telephones that do what they like. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorld, type World } from "../../calls/testing/set-up-world.ts";

const PERSON = "+254733000003";

/** A caller by a trunk, who talks with the agent. */
async function talking(): Promise<World> {
  const world = openWorld({ takesRefer: true });
  world.begin("sip in by a trunk");
  await goOn(world);
  world.inbound[0]!.ack();
  await goOn(world);
  return world;
}

async function goOn(world: World): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    world.held.give();
    world.pool.work();
    await world.settle();
  }
}

test("whoever a far end refers us to is rung, talks with the assistant from their answer on, and ends the call", async () => {
  const world = await talking();
  const told = world.inbound[0]!.refersTo(PERSON);
  await goOn(world);
  expect([told, world.outbound.length]).toEqual([["202"], 1]);
  world.outbound[0]!.answer();
  await goOn(world);
  expect(told).toEqual(["202", "NOTIFY 200"]);
  world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await goOn(world);
  expect(world.calls.running).toBe(1);
  world.outbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await goOn(world);
  expect([world.calls.running, world.pool.calls, world.rows()[0]?.status]).toEqual([0, 0, "completed"]);
});

test.each(["999", "+447400123456", "alice", "*144#", "+19005551234"])(
  "a referral to %s does not pass the dial gate: it is forbidden, nobody is rung, and the call goes on",
  async (to) => {
    const world = await talking();
    const told = world.inbound[0]!.refersTo(to);
    await goOn(world);
    expect([told, world.outbound.length, world.calls.running]).toEqual([["403"], 0, 1]);
    await world.comeToRest();
  },
);

test("a stranger who calls refers us to nobody: who is called, and at whose cost, is not theirs to say", async () => {
  const world = openWorld();
  world.begin("sip in");
  await goOn(world);
  world.inbound[0]!.ack();
  await goOn(world);
  const told = world.inbound[0]!.refersTo("reception");
  await goOn(world);
  expect([told, world.outbound.length, world.calls.running]).toEqual([["403"], 0, 1]);
  await world.comeToRest();
});

test("somebody who does not come leaves the far end with the assistant, and it is told why; one that has hung up is gone", async () => {
  const world = await talking();
  const told = world.inbound[0]!.refersTo(PERSON);
  await goOn(world);
  expect(world.inbound[0]!.refersTo(PERSON)).toEqual(["603"]);
  world.outbound[0]!.end({ by: "remote", sipCause: 486, answered: false });
  await goOn(world);
  expect([told, world.calls.running]).toEqual([["202", "NOTIFY 486"], 1]);
  world.inbound[0]!.refersTo(PERSON);
  await goOn(world);
  world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await goOn(world);
  expect(world.calls.running).toBe(1);
  world.outbound[1]!.end({ by: "remote", sipCause: 480, answered: false });
  await goOn(world);
  expect([world.calls.running, world.pool.calls]).toEqual([0, 0]);
});

test("whatever happens at whichever moment of a referral, no telephone goes on ringing, no line is left and the row has its end", async () => {
  const step = fc.constantFrom(
    ...([
      "refers",
      "refers elsewhere",
      "answers",
      "busy",
      "person leaves",
      "person refers on",
      "far end leaves",
      "put through",
      "thread dies",
      "stopped",
      "database",
      "thread",
    ] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
      const world = await talking();
      for (const one of steps) {
        const person = world.outbound.at(-1);
        if (one === "refers") world.inbound[0]!.refersTo(PERSON);
        if (one === "refers elsewhere") world.inbound[0]!.refersTo("+447400123456");
        if (one === "answers") person?.answer();
        if (one === "busy") person?.end({ by: "remote", sipCause: 486, answered: false });
        if (one === "person leaves") person?.end({ by: "remote", sipCause: 200, answered: true });
        if (one === "person refers on") person?.refersTo(PERSON);
        if (one === "far end leaves") world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
        if (one === "put through") world.transfer("reception");
        if (one === "thread dies") world.pool.die();
        if (one === "stopped") world.stop();
        if (one === "database") world.held.give();
        if (one === "thread") world.pool.work();
        await world.settle();
      }
      await world.comeToRest();
      const { pool, calls, outbound, inbound } = world;
      expect([pool.calls, calls.running]).toEqual([0, 0]);
      expect([...outbound, ...inbound].every(({ isOver }) => isOver)).toBe(true);
      expect(world.rows().every(({ endedAt }) => endedAt !== null)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
