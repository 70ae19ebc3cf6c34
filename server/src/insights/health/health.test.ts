import { expect, test } from "vitest";
import { createHealth, type Examine, type HealthOptions } from "./health.ts";
import { databaseHealth, forwardingHealth, speechHealth, storageHealth, telephonyHealth } from "./components.ts";

const well: Examine = () => ({ status: "ok" });
const parts: HealthOptions["parts"] = { database: well, speech: well, telephony: well, storage: well, forwarding: well };
const asked = (changed: Partial<HealthOptions["parts"]>) =>
  createHealth({ version: "1", running: () => 2, parts: { ...parts, ...changed }, timeoutMs: 60 })();

test("a server whose parts are all well is well", async () => {
  expect(await asked({})).toMatchObject({ status: "ok", version: "1", calls: 2 });
});

test("a database that hangs is told as down within the time limit, and the rest is still known", async () => {
  const health = await asked({ database: databaseHealth(() => new Promise(() => undefined)) });
  expect(health.status).toBe("down");
  expect(health.parts.find(({ part }) => part === "database")).toMatchObject({ status: "down", note: "It does not answer." });
  expect(health.parts.find(({ part }) => part === "storage")).toEqual({ part: "storage", status: "ok" });
});

test("a database that says no is down, with what to do", async () => {
  const { parts: all } = await asked({ database: databaseHealth(() => Promise.reject(new Error("secret path"))) });
  expect(all[0]).toMatchObject({ status: "down" });
  expect(all[0]?.note).not.toContain("secret");
});

test("without ears the server is poorly, without a voice it is down", async () => {
  const part = (name: string, ready: boolean) => ({ part: name, name, ready, ...(ready ? {} : { note: "apt-get install it" }) });
  expect((await asked({ speech: speechHealth(() => [part("ears", false), part("voice", true)]) })).status).toBe("degraded");
  expect((await asked({ speech: speechHealth(() => [part("ears", true), part("voice", false)]) })).status).toBe("down");
  const standsIn = [part("voice", true), part("mind", true), part("mind", false)];
  expect((await asked({ speech: speechHealth(() => standsIn) })).status).toBe("degraded");
});

test("busy lines, leads that nobody takes and a folder that is gone are told", async () => {
  expect((await asked({ telephony: telephonyHealth({ running: () => 5, most: 5 }) })).status).toBe("degraded");
  expect((await asked({ forwarding: forwardingHealth(async () => 3) })).status).toBe("degraded");
  expect((await asked({ storage: storageHealth("/nowhere/at/all") })).status).toBe("down");
  expect(await storageHealth(process.cwd())()).toEqual({ status: "ok" });
});

test("who asks all the time waits for no busy database, and hears soon after that it is down; who asks seldom waits", async () => {
  let atMs = 0;
  let database: Examine = well;
  const ask = createHealth({
    version: "1",
    running: () => 0,
    parts: { ...parts, database: () => database() },
    timeoutMs: 30,
    nowMs: () => atMs,
  });
  expect((await ask()).status).toBe("ok");
  database = () => new Promise(() => undefined);
  atMs = 1_500;
  expect((await ask()).status).toBe("ok");
  await expect.poll(async () => (await ask()).status).toBe("down");
  database = well;
  atMs = 60_000;
  expect((await ask()).status).toBe("ok");
});
