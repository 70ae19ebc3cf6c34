/** The dial gate: whatever makes a telephone ring passes it, and gives back what it took. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refuse } from "../../platform/http/refuse.ts";
import { createLegs, type LegParts } from "./dial-gate.ts";
import { openWorld, TEST_AGENT, type World } from "../../calls/testing/set-up-world.ts";

const PERSON = "+254733000003";
const CLOSED = { until: new Date(0), country: "KE", timeZone: "Africa/Nairobi", time: "23:00", today: null };

async function goOn(world: World): Promise<void> {
  for (let turn = 0; turn < 16; turn++) {
    world.held.give();
    world.pool.work();
    await world.settle();
  }
}

async function talking(world: World): Promise<void> {
  world.begin("sip in by a trunk");
  await goOn(world);
  world.inbound[0]!.ack();
  await goOn(world);
}

/** Everything that makes a telephone ring; whether one rings, or a trunk is asked to let one ring. */
const ENTRIES: Record<string, (world: World) => Promise<boolean>> = {
  "a call that is asked for, planned or tried again": async (world) => rings(world, { to: PERSON }),
  "a call of a batch": async (world) => rings(world, { to: PERSON, batchId: randomUUID() }),
  "a call to a registered phone": async (world) => rings(world, { to: "reception" }),
  "a call by a carrier": async (world) => {
    world.begin("carrier out");
    await goOn(world);
    return world.carrier.opened.length > 0;
  },
  "a transfer by REFER": async (world) => {
    await talking(world);
    world.transfer(PERSON);
    await goOn(world);
    return world.inbound[0]!.referrals.length > 0;
  },
  "a transfer beside the call": async (world) => {
    await talking(world);
    world.transfer("reception");
    await goOn(world);
    return world.outbound.length > 0;
  },
  "a supervisor who takes a call over": async (world) => {
    await talking(world);
    const [call] = world.calls.runningOf(TEST_AGENT.workspaceId);
    void world.puts({ call: call!, agent: TEST_AGENT, to: PERSON, by: "Asha", signal: new AbortController().signal });
    await goOn(world);
    return world.outbound.length > 0;
  },
  "a referral that is followed": async (world) => {
    await talking(world);
    world.inbound[0]!.refersTo(PERSON);
    await goOn(world);
    return world.outbound.length > 0;
  },
};

async function rings(world: World, order: Parameters<World["place"]>[0]): Promise<boolean> {
  void world.place(order).catch(() => undefined);
  await goOn(world);
  return world.outbound.length > 0;
}

test.each(Object.keys(ENTRIES))(
  "%s takes its place among the workspace's calls, and gives it back however it ends",
  async (entry) => {
    const held = { now: 0, ever: 0 };
    const slot = () => {
      held.now++;
      held.ever++;
      let isHeld = true;
      return { rang: () => undefined, release: () => void (isHeld && held.now--, (isHeld = false)) };
    };
    const world = openWorld({ takesRefer: true, slot });
    expect(await ENTRIES[entry]!(world)).toBe(true);
    expect(held.ever).toBeGreaterThan(0);
    await world.comeToRest();
    expect(held.now).toBe(0);
  },
);

test.each(Object.keys(ENTRIES))("%s rings nobody where the workspace may place no further call", async (entry) => {
  const slot = (): never => {
    throw refuse("call.spent_today");
  };
  const world = openWorld({ takesRefer: true, slot });
  expect(await ENTRIES[entry]!(world)).toBe(false);
  await world.comeToRest();
  expect([world.pool.calls, world.calls.running]).toEqual([0, 0]);
});

test("outside the hours nobody is rung but for a transfer to the workspace's own number, or at a phone of the house for a running call", async () => {
  const rung: string[] = [];
  for (const [entry, act] of Object.entries(ENTRIES)) {
    const world = openWorld({ takesRefer: true, closed: CLOSED });
    if (await act(world)) rung.push(entry);
    await world.comeToRest();
  }
  expect(rung).toEqual(["a transfer by REFER", "a transfer beside the call"]);
});

test("hours that an owner has set aside hold for nobody in that call", async () => {
  const world = openWorld({ takesRefer: true, closed: CLOSED });
  expect(await rings(world, { to: PERSON, anyHour: true })).toBe(true);
  await world.comeToRest();
});

const INSTALLATIONS = { name: "installation", host: "192.0.2.1" };
const OWN = { name: "own", host: "192.0.2.2" };

/** By which trunk a number is reached; a code: it is not. */
function routeOf(standing: { isAdmitted: boolean; isProven: boolean; hasOwn?: boolean }): Promise<string> {
  const limits = { lines: null, callsPerSecond: null };
  const own = { trunk: OWN, writesPlus: true, number: undefined, limits, takesRefer: false };
  const legs = createLegs({
    standing: async () => ({ isDemo: false, isAdmitted: standing.isAdmitted }),
    hasProvenOwner: async () => standing.isProven,
    numbers: { held: async () => [] },
    isListed: async () => false,
    countries: ["KE"],
    trunk: INSTALLATIONS,
    ownTrunk: async () => (standing.hasOwn ? own : undefined),
    isRegistered: (to: string) => to === "reception",
  } as unknown as LegParts);
  return legs.routeTo(TEST_AGENT, PERSON).then(
    ({ via }) => ("trunk" in via ? String(via.trunk.name) : "elsewhere"),
    (error: { code: string }) => error.code,
  );
}

test("the installation's trunk serves the workspaces that its operator has admitted, and nobody with an unproven address rings a number", async () => {
  expect(await routeOf({ isAdmitted: true, isProven: false })).toBe("installation");
  expect(await routeOf({ isAdmitted: false, isProven: true })).toBe("call.not_admitted");
  expect(await routeOf({ isAdmitted: false, isProven: true, hasOwn: true })).toBe("own");
  expect(await routeOf({ isAdmitted: false, isProven: false, hasOwn: true })).toBe("call.unproven");
  expect(await routeOf({ isAdmitted: false, isProven: false })).toBe("call.unproven");
});
