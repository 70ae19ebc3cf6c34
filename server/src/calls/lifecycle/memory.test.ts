/** The small form of the drill's row `memory`: what is over is kept by nobody. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { TEST_AGENT, openWorld } from "../testing/set-up-world.ts";

const CALLS = 450;
/** What the engine itself still holds of the last ones. */
const MOST_KEPT = 10;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("450 short calls that are over are kept by nobody", async () => {
  const world = openWorld();
  const begun: WeakRef<object>[] = [];
  for (let n = 0; n < CALLS; n++) {
    world.begin("sip in");
    for (let turn = 0; turn < 6; turn++) {
      world.held.give();
      world.pool.work();
      await world.settle();
    }
    begun.push(...world.calls.runningOf(TEST_AGENT.workspaceId).map((call) => new WeakRef(call)));
    await world.comeToRest();
    // The telephones have been put down: nobody holds their callbacks.
    world.inbound.length = 0;
  }
  expect(begun).toHaveLength(CALLS);
  expect(world.calls.running).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  expect(begun.filter((call) => call.deref() !== undefined).length).toBeLessThanOrEqual(MOST_KEPT);
});
