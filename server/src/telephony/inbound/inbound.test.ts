import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refuse } from "../../platform/http/refuse.ts";
import type { TakenLine } from "../lines/trunk-lines.ts";
import { createInbound, type InboundParts } from "./inbound.ts";
import { TEST_AGENT, openWorld } from "../../calls/testing/set-up-world.ts";

const { task_config: rules } = TEST_AGENT.document.agent_config.tasks[0];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  delete rules.inbound_limit;
  vi.useRealTimers();
});

test("a number that no database takes belongs to nobody, and nobody is asked about it", async () => {
  const asked: string[] = [];
  const inbound = createInbound({
    numbers: { agentAt: async (number: string) => void asked.push(number) },
  } as unknown as InboundParts);
  expect(await inbound.answers("+254\u0000700")).toBe(false);
  expect(await inbound.answers("+254700")).toBe(false);
  expect(asked).toEqual(["+254700"]);
});

test("an agent is read as the number uses it", async () => {
  const reads: unknown[] = [];
  const inbound = createInbound({
    numbers: { agentAt: async () => ({ workspaceId: "ours", agentId: "desk", trunkId: null, account: null }) },
    agents: { read: async (...asked: unknown[]) => (reads.push(asked), TEST_AGENT) },
  } as unknown as InboundParts);
  expect(await inbound.answers("+254700")).toBe(true);
  expect(reads).toEqual([["ours", "desk", { chooser: { kind: "number", target: "+254700" } }]]);
});

async function ring(callers: number): Promise<string[]> {
  const world = openWorld();
  for (let n = 0; n < callers; n++) {
    world.begin("sip in");
    for (let turn = 0; turn < 10; turn++) {
      world.held.give();
      world.pool.work();
      await world.settle();
    }
  }
  const said = world.inbound.map((call) => call.said.join(" "));
  await world.comeToRest();
  return said;
}

test("an assistant speaks with as many callers at a time as its document says, and the next hears busy", async () => {
  rules.inbound_limit = 2;
  const said = await ring(3);
  expect(said.map((one) => one.includes("486"))).toEqual([false, false, true]);
});

test("without a limit, and with none (-1), nobody is turned away for it", async () => {
  expect((await ring(4)).join(" ")).not.toContain("486");
  rules.inbound_limit = -1;
  expect((await ring(4)).join(" ")).not.toContain("486");
});

test("an assistant that may speak with nobody (0) turns every caller away", async () => {
  rules.inbound_limit = 0;
  expect((await ring(1))[0]).toContain("486");
});

test("a caller of a trunk whose lines are all in use hears busy, and each line is given back when its call is over", async () => {
  const free = { count: 1 };
  const take = async (): Promise<TakenLine> => {
    if (free.count === 0) throw refuse("call.trunk_full");
    free.count--;
    return { turn: async () => undefined, release: () => void free.count++ };
  };
  const world = openWorld({ take });
  const goOn = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) {
      world.held.give();
      world.pool.work();
      await world.settle();
    }
  };
  for (let n = 0; n < 2; n++) {
    world.begin("sip in by a trunk");
    await goOn();
  }
  const [first, second] = world.inbound;
  expect([first!.said, second!.said, free.count]).toEqual([["200"], ["486"], 0]);
  first!.end({ by: "remote", sipCause: 487, answered: false });
  await goOn();
  expect(free.count).toBe(1);
  world.begin("sip in by a trunk");
  await goOn();
  expect(world.inbound[2]!.said).toEqual(["200"]);
  await world.comeToRest();
  expect(free.count).toBe(1);
});

test("a caller whom the network shows as 0712345678 is stored in E.164, as everything that compares numbers knows them", async () => {
  const world = openWorld();
  world.begin("sip in");
  await world.comeToRest();
  expect(world.rows().map(({ fromNumber }) => fromNumber)).toEqual(["+254712345678"]);
});

test("a number that answers missed calls stores the call first, then lets the caller hear busy, and takes no line", async () => {
  const world = openWorld({ missedCall: { answer: "call_back", pause_minutes: 10 } });
  world.begin("sip in");
  await world.settle();
  world.held.give();
  await world.settle();
  world.held.give();
  await world.settle();
  expect([world.inbound[0]?.said, world.rows().map(({ traits }) => traits.missed?.state)]).toEqual([[], ["new"]]);
  await world.comeToRest();
  expect(world.inbound[0]?.said).toEqual(["486"]);
  expect(world.rows().map(({ status, traits }) => [status, traits.missed?.setting.answer])).toEqual([["busy", "call_back"]]);
});

test("a caller who hangs up before the rejection has left a missed call, too", async () => {
  const world = openWorld({ missedCall: { answer: "call_back", pause_minutes: 10 } });
  world.begin("sip in");
  await world.settle();
  world.held.give();
  await world.settle();
  world.inbound[0]?.end({ by: "remote", sipCause: 487, answered: false });
  await world.comeToRest();
  expect(world.rows().map(({ status, traits }) => [status, traits.missed?.state])).toEqual([["canceled", "new"]]);
});

test("a call that a carrier announces by a webhook is missed, and no leg is opened for it", async () => {
  const world = openWorld({ missedCall: { answer: "call_back", pause_minutes: 10 } });
  world.begin("carrier in");
  await world.comeToRest();
  expect(world.carrier.opened).toEqual([]);
  expect(world.rows().map(({ status, traits }) => [status, traits.missed?.state])).toEqual([["busy", "new"]]);
});
