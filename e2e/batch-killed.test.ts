import { afterAll, expect, test } from "vitest";
import { killWhileDialling } from "./killed-batch.ts";
import { stopServers } from "./running-server.ts";

afterAll(() => stopServers());

test("a batch whose server is killed while it dials rings nobody twice and forgets nobody", async () => {
  const batch = await killWhileDialling({ contacts: 40, kills: 2, callsPerSecond: 12, livesMs: 900 });
  expect(batch).toMatchObject({ status: "completed", kills: 2, twice: [], forgotten: 0 });
  // Those that were dialled in the moment of a kill, and whose telephone was not known to ring.
  expect(batch.unknown).toBeLessThanOrEqual(2 * 5);
});
