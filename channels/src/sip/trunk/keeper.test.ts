/** When a trunk is asked again: the pauses are taken from the timer that would wait for them. */
import { afterEach, expect, test } from "vitest";
import { createSipEndpoint, type SipEndpoint } from "../endpoint.ts";
import type { Registration } from "./keeper.ts";
import type { Standing } from "./standing.ts";

const TIMING = { t1Ms: 10, t2Ms: 40, t4Ms: 40 };
let open: SipEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.map((endpoint) => endpoint.close()));
  open = [];
});

interface Keeping {
  told: Standing[];
  planned: { ms: number; act(): void }[];
  kept: Registration;
  them: SipEndpoint;
  /** Registrations that came, those that give one back among them. */
  registered: string[];
}

async function keeping({ password = "siri", qualifySeconds = 0, isThere = true } = {}): Promise<Keeping> {
  const us = await createSipEndpoint({ host: "127.0.0.2", port: 0, timing: TIMING, onCall: (call) => call.reject(404) });
  const registered: string[] = [];
  const them = await createSipEndpoint({
    host: "127.0.0.3",
    port: 0,
    password: () => "siri",
    onRegistered: (user) => registered.push(user),
    onCall: (call) => call.reject(404),
  });
  open.push(us, them);
  if (!isThere) await them.close();
  const told: Standing[] = [];
  const planned: Keeping["planned"] = [];
  const trunk = { name: "t", host: "127.0.0.3", port: them.port, username: "amina", password };
  const kept = us.keep(trunk, {
    register: { contactUser: "desk" },
    qualifySeconds,
    told: (standing) => told.push(standing),
    timers: { after: (ms, act) => (planned.push({ ms, act }), () => undefined) },
  });
  return { told, planned, kept, them, registered };
}

async function step({ planned }: Keeping, count: number): Promise<number> {
  await expect.poll(() => planned.length).toBe(count);
  return planned[count - 1]!.ms;
}

test("a registration is renewed before it ends, and between two the trunk is asked whether it is there", async () => {
  const alone = await keeping();
  expect(await step(alone, 1)).toBeLessThan(600_000);
  expect(alone.planned[0]!.ms).toBeGreaterThan(300_000);
  const asked = await keeping({ qualifySeconds: 60 });
  expect(await step(asked, 1)).toBe(60_000);
  asked.planned[0]!.act();
  expect(await step(asked, 2)).toBe(60_000);
  expect(asked.told.map(({ kind }) => kind)).toEqual(["registered", "registered"]);
});

test("a trunk that is not there is asked again after pauses that grow to five minutes and no further", async () => {
  const gone = await keeping({ isThere: false });
  const pauses: number[] = [];
  for (let count = 1; count <= 9; count++) {
    pauses.push(await step(gone, count));
    gone.planned[count - 1]!.act();
  }
  expect(pauses[0]).toBeLessThan(6_000);
  expect(pauses[2]).toBeGreaterThan(pauses[0]! * 2);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(300_000);
  expect(pauses[8]).toBeGreaterThan(250_000);
  expect(gone.told.every(({ problem }) => problem === "no_answer")).toBe(true);
});

test("a wrong password is not tried again for minutes", async () => {
  const wrong = await keeping({ password: "nyingine" });
  expect(await step(wrong, 1)).toBeGreaterThan(100_000);
  expect(wrong.told).toMatchObject([{ kind: "failing", problem: "wrong_password", sipStatus: 401 }]);
});

test("one that is stopped while it registers gives that registration back, too", async () => {
  const early = await keeping();
  await early.kept.stop();
  await expect.poll(() => early.registered.length).toBeGreaterThan(1);
  await expect.poll(() => early.them.bindings("amina")).toEqual([]);
  expect(early.planned).toEqual([]);
});
