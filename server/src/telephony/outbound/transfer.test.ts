/** Putting a caller through, with a database that hesitates, threads that die and telephones that do what they like. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorld, type World } from "../../calls/testing/set-up-world.ts";

/** A caller by telephone who talks with the agent, and asks for somebody. */
async function asking(to = "reception", takesRefer = false): Promise<{ world: World; wanted: AbortController }> {
  const world = openWorld({ takesRefer });
  world.begin(takesRefer ? "sip in by a trunk" : "sip in");
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

test("the line of whoever a caller is put through to is in the call's cost, from their answer to their end", async () => {
  const world = openWorld();
  world.begin("sip in");
  await goOn(world);
  world.inbound[0]!.ack();
  await goOn(world);
  world.carrier.isAsked = true;
  world.passMs(30_000);
  world.transfer("+254733000003");
  await goOn(world);
  // While it rings it costs nothing.
  world.passMs(20_000);
  world.carrier.answer();
  await goOn(world);
  world.passMs(60_000);
  world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await world.comeToRest();
  // Nobody takes anything for a caller whom no trunk has brought.
  expect(world.rows()[0]!.cost).toMatchObject({ platform: 110, network: 60 });
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

const PERSON = "+254733000003";

test("a trunk that takes referrals puts the caller through by itself: nobody is rung here, and the call is over", async () => {
  const { world } = await asking(PERSON, true);
  await goOn(world);
  const [referral] = world.inbound[0]!.referrals;
  expect(referral!.address).toBe(`sip:${PERSON}@192.0.2.9`);
  expect(world.outbound).toEqual([]);
  referral!.ends({ kind: "reached" });
  await goOn(world);
  expect([world.transferred, world.inbound[0]!.said.at(-1), world.calls.running]).toEqual([[{ ok: true, to: PERSON }], "BYE", 0]);
  const [row] = world.rows();
  expect([row?.status, row?.hangupReason, row?.transfer]).toEqual(["completed", "Call completed", { to: PERSON, seconds: 0 }]);
});

test.each([
  { kind: "refused", status: 405 },
  { kind: "refused", status: 501 },
  { kind: "failed", status: 503 },
  { kind: "silent" },
] as const)("a trunk that does not do it (%o) leaves it to us: the person is rung from here", async (end) => {
  const { world } = await asking(PERSON, true);
  await goOn(world);
  world.inbound[0]!.referrals[0]!.ends(end);
  await goOn(world);
  expect([world.transferred, world.outbound.length]).toEqual([[], 1]);
  world.outbound[0]!.answer();
  await goOn(world);
  expect(world.transferred).toEqual([{ ok: true, to: PERSON }]);
  await world.comeToRest();
  expect([world.pool.calls, world.calls.running]).toEqual([0, 0]);
});

test("a person whom the trunk has rung and found busy is not rung a second time; the agent is told", async () => {
  const { world } = await asking(PERSON, true);
  await goOn(world);
  world.transfer(PERSON);
  await goOn(world);
  expect(world.transferred).toMatchObject([{ ok: false, reason: "No further line is free." }]);
  world.inbound[0]!.referrals[0]!.ends({ kind: "failed", status: 486 });
  await goOn(world);
  expect(world.transferred.at(-1)).toMatchObject({ ok: false, reason: "The line is busy." });
  expect([world.outbound.length, world.calls.running]).toEqual([0, 1]);
  await world.comeToRest();
});

test("a registered phone is rung from here, whatever the trunk takes, and a number that the gate refuses by nobody", async () => {
  const { world } = await asking("reception", true);
  await goOn(world);
  expect([world.inbound[0]!.referrals.length, world.outbound.length]).toEqual([0, 1]);
  const other = await asking("999", true);
  await goOn(other.world);
  expect([other.world.inbound[0]!.referrals.length, other.world.outbound.length]).toEqual([0, 0]);
  expect(other.world.transferred).toMatchObject([{ ok: false, code: "call.emergency" }]);
  await world.comeToRest();
  await other.world.comeToRest();
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
      "referral done",
      "referral refused",
      "referral failed",
      "referral silent",
    ] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.boolean(), async (steps, takesRefer) => {
      const { world, wanted } = await asking(takesRefer ? PERSON : "reception", takesRefer);
      for (const one of steps) {
        const person = world.outbound.at(-1);
        const referral = world.inbound[0]!.referrals.at(-1);
        if (one === "referral done") referral?.ends({ kind: "reached" });
        if (one === "referral refused") referral?.ends({ kind: "refused", status: 405 });
        if (one === "referral failed") referral?.ends({ kind: "failed", status: 480 });
        if (one === "referral silent") referral?.ends({ kind: "silent" });
        if (one === "answers") person?.answer();
        if (one === "busy") person?.end({ by: "remote", sipCause: 486, answered: false });
        if (one === "gone") person?.end({ by: "network", sipCause: 408, answered: false });
        if (one === "caller leaves") world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
        if (one === "no longer wanted") wanted.abort();
        if (one === "thread dies") world.pool.die();
        if (one === "stopped") world.stop();
        if (one === "database") world.held.give();
        if (one === "thread") world.pool.work();
        if (one === "asked again") world.transfer(takesRefer ? PERSON : "reception");
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
