import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createInbound, type InboundParts } from "./inbound.ts";
import { FRONT_DESK_AGENT, openWorld } from "../testing/set-up-world.ts";

const { task_config: rules } = FRONT_DESK_AGENT.document.agent_config.tasks[0];

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
