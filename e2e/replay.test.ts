/** A call is replayed from its recording: real speech and STT, against the draft, side by side with what was said then. */
import { existsSync } from "node:fs";
import {
  documentOf,
  type ExecutionDetail,
  isFinal,
  listAgents,
  listCalls,
  listReplays,
  readAgent,
  readCall,
  readReplay,
  redactCall,
  type Replay,
  replayCall,
  saveAgentDraft,
  startBrowserCall,
  stopCall,
} from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { npmCommand, settingsOf } from "./npm-command.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const hasParts = hasBrowser && existsSync("/usr/bin/flite");
const LATE_MS = 60_000;
const LONG = { timeout: 280_000 };

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let agentId = "";
let call: ExecutionDetail;

beforeAll(async () => {
  if (!hasParts) return;
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  agentId = (await owner.client.call(listAgents)).find(({ agent_name }) => agent_name === "Front desk")?.id ?? "";
  browser = await launchBrowser();
  const said = ["--say", "What does a consultation cost?", "--say", "When are you open on Saturday?", "--say", "Goodbye."];
  await npmCommand(["call", "--", "--to", "front_desk", ...said], settingsOf(server));
  const newest = async () => (await owner.client.call(listCalls, { query: {} })).data[0];
  await vi.waitUntil(async () => (await newest())?.status === "completed", { timeout: LATE_MS, interval: 300 });
  call = await owner.client.call(readCall, { params: { execution_id: (await newest())?.id ?? "" } });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

async function whenOver({ id }: Replay) {
  const params = { execution_id: call.id, replay_id: id };
  const read = () => owner.client.call(readReplay, { params });
  await expect.poll(async () => (await read()).state, { timeout: LATE_MS }).not.toBe("running");
  return read();
}

test.skipIf(!hasParts)(`a call is heard anew and answered by the draft${LEFT_OUT}`, LONG, async () => {
  const { client } = owner;
  const params = { execution_id: call.id };
  const document = documentOf(await client.call(readAgent, { params: { agent_id: agentId } }));
  document.agent_config.agent_welcome_message = "Welcome to Baraka Clinic. What can I do for you?";
  await client.call(saveAgentDraft, { params: { agent_id: agentId }, body: document });

  const begun = await client.call(replayCall, { params, body: {} });
  expect(begun).toMatchObject({ state: "running", version: null, stt: expect.any(String) });
  await expect(client.call(replayCall, { params, body: {} })).rejects.toMatchObject({ code: "agent_test.running" });
  const { state, results, played, turns } = await whenOver(begun);
  expect({ state, played }).toEqual({ state: "done", played: turns });
  const [welcome, price] = results;
  expect(welcome).toMatchObject({ at_ms: null, now: { lines: [{ by: "agent", text: expect.stringContaining("Baraka") }] } });
  expect(welcome?.before.lines[0]?.text).not.toContain("Baraka");
  expect(price?.at_ms).toBeGreaterThan(0);
  for (const side of [price?.before, price?.now]) {
    expect(side?.heard).toMatch(/consultation/i);
    expect(side?.lines[0]).toMatchObject({ by: "agent", text: expect.stringMatching(/1,?500/) });
  }

  // Against the version that is live it says what it said then, of which a busy machine's caller may have heard the beginning only.
  const live = await whenOver(await client.call(replayCall, { params, body: { version: 1 } }));
  expect(live.version).toBe(1);
  const [welcomed] = live.results;
  expect(welcomed?.now?.lines[0]?.text).toContain(welcomed?.before.lines[0]?.text);
  expect((await client.call(listReplays, { params })).data.map(({ version }) => version)).toEqual([1, null]);
  // Nobody was called.
  expect((await client.call(listCalls, { query: {} })).data).toHaveLength(1);
});

test.skipIf(!hasParts)(`the call's page replays it, side by side, on a telephone too${LEFT_OUT}`, LONG, async () => {
  const page = await openScreen(browser, { server, account: owner }, `/dashboard/call-history/${call.id}`);
  await page.getByRole("button", { name: "Replay against the draft" }).click();
  await page.getByText(/Replaying: \d of \d/).waitFor();
  await page.getByRole("button", { name: "Replay against the draft" }).waitFor({ timeout: LATE_MS });
  const table = page.locator(".replay-compare");
  await table.getByText("Welcome to Baraka Clinic.").waitFor();
  await page.getByText(/Heard differently: \d of \d turns\. Answered differently: \d\./).waitFor();
  expect(await faultsOf(page, "a replay")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await table.getByText("Welcome to Baraka Clinic.").waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faultsOf(page, "a replay at 390")).toEqual([]);
  await page.context().close();
});

test.skipIf(!hasParts)(`a replay that a kill has ended keeps nobody from the next one${LEFT_OUT}`, LONG, async () => {
  const params = { execution_id: call.id };
  await owner.client.call(replayCall, { params, body: {} });
  server.kill("SIGKILL");
  await server.exited;
  server = await startServer({ dataDir, port: server.port });
  expect(await whenOver(await owner.client.call(replayCall, { params, body: {} }))).toMatchObject({ state: "done" });
});

test.skipIf(!hasParts)(`what cannot be replayed says why, and a redaction takes replays away${LEFT_OUT}`, LONG, async () => {
  const { client } = owner;
  const replay = (execution_id: string, body: object = {}) => client.call(replayCall, { params: { execution_id }, body });
  await expect(replay(call.id, { version: 99 })).rejects.toMatchObject({ code: "agent.version_not_found" });
  await expect(replay(call.id, { version: 0 })).rejects.toMatchObject({ code: "request.invalid" });
  await expect(replay(crypto.randomUUID())).rejects.toMatchObject({ code: "call.not_found" });
  const { execution_id } = await client.call(startBrowserCall, { body: { agent_id: agentId } });
  await expect(replay(execution_id)).rejects.toMatchObject({ code: "call.running" });
  await client.call(stopCall, { params: { execution_id } });
  const over = async () => (await client.call(readCall, { params: { execution_id } })).status;
  await expect.poll(async () => isFinal(await over()), { timeout: LATE_MS }).toBe(true);
  await expect(replay(execution_id)).rejects.toMatchObject({ code: "call.no_recording" });

  const params = { execution_id: call.id };
  await client.call(redactCall, { params, body: { words: ["consultation"] } });
  expect((await client.call(listReplays, { params })).data).toEqual([]);
  await expect(replay(call.id)).rejects.toMatchObject({ code: "replay.redacted" });
});
