/** The board of running calls: a real telephone rings, talks and hangs up on it, words come while they are said, and it survives a lost connection. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, createClient, createKey, placeCall, readCall, readLiveBoard, stopCall } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { hasBaresip, startBaresip, type Baresip } from "./phones/baresip.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";
import { speakToWav, type Part } from "./spoken-wav.ts";

const HOST = "127.0.0.2";
const hasParts =
  hasBaresip && hasBrowser && existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
const LEFT_OUT = hasParts ? "" : " (left out: baresip, Chromium, flite or PocketSphinx is not installed)";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
const phones: Baresip[] = [];
let server: RunningServer;
let owner: Account;
let browser: Browser;

beforeAll(async () => {
  if (!hasParts) return;
  server = await startServer({ dataDir, host: HOST, settings: { SIP_PHONES: "kiosk:secret" } });
  owner = await firstAccount(server);
  browser = await launchBrowser();
});
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)(`a running call stands on the board with its words, and is ended there${LEFT_OUT}`, async () => {
  // Said again, for a busy machine that has misheard it.
  const asks = [{ silenceMs: 4_000 }, { say: "What does it cost, please?" }, { silenceMs: 5_000 }];
  const caller = await phone([...asks, ...asks, { silenceMs: 60_000 }]);
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/live");
  let isCut = false;
  const cut: (() => Promise<void>)[] = [];
  await page.routeWebSocket(/\/live$/, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    cut.push(() => socket.close());
  });
  await page.reload();
  await page.getByText("No call is running").waitFor();
  const { id, agentId } = await ring("Prices");
  await caller.event("CALL_ESTABLISHED");
  const row = page.getByRole("listitem").filter({ hasText: "Prices" });
  await row.getByText("Outbound · Prices").waitFor();
  await row.getByText("Welcome to the shop", { exact: false }).waitFor();
  await row.getByText("cost", { exact: false }).waitFor();

  // A key that is held to another agent sees nothing of it.
  const other = await agentNamed("Others");
  const boardOf = async (agentIds: string[]) => {
    const { key } = await owner.client.call(createKey, { body: { name: "Wall", scope: "read", agent_ids: agentIds } });
    return createClient(server.url, fetch, { authorization: `Bearer ${key}` }).call(readLiveBoard, { query: {} });
  };
  expect(await boardOf([other])).toMatchObject({ calls: [], running: 0, lines: null });
  expect((await boardOf([agentId])).calls.map(({ call }) => call.id)).toEqual([id]);

  isCut = true;
  for (const close of cut) await close();
  const lost = page.getByText("The connection is lost.", { exact: false });
  await lost.waitFor();
  isCut = false;
  await lost.waitFor({ state: "detached" });
  await row.getByText("Outbound · Prices").waitFor();

  await page.getByRole("button", { name: "Full screen" }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor({ state: "hidden" });
  await row.getByText("Outbound · Prices").waitFor();
  await page.getByRole("button", { name: "Leave full screen" }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();

  await row.getByRole("button", { name: /^End the call with/ }).click();
  await row.waitFor({ state: "detached" });
  const read = () => owner.client.call(readCall, { params: { execution_id: id } });
  await expect.poll(async () => (await read()).telephony_data.hangup_by).toBe("API Request");
  await page.getByText("No call is running").waitFor();
});

test.skipIf(!hasParts)(`the page of a running call shows the agent's words before it has said them all${LEFT_OUT}`, async () => {
  const caller = await phone([{ silenceMs: 60_000 }]);
  const places = ["the harbour", "the market", "the station", "the old town", "the stadium", "the airport", "the lighthouse"];
  const agentId = await agentNamed("Guide", `We have shops at ${places.join(", at ")}, and at home.`);
  const { execution_id: id } = await owner.client.call(placeCall, {
    body: { agent_id: agentId, recipient_phone_number: "kiosk" },
  });
  const page = await openScreen(browser, { server, account: owner }, `/dashboard/call-history/${id}`);
  await caller.event("CALL_ESTABLISHED");
  const unsaid = page.locator(".said .assistant .unsaid");
  await unsaid.filter({ hasText: "We have shops at the harbour" }).waitFor();
  expect(await unsaid.textContent()).not.toContain("at home");
  // One line, once it has said them all.
  await page.locator(".said .assistant", { hasText: "and at home." }).waitFor();
  await unsaid.waitFor({ state: "detached" });
  expect(await page.locator(".said .assistant", { hasText: "harbour" }).count()).toBe(1);
  await owner.client.call(stopCall, { params: { execution_id: id } });
});

async function agentNamed(agent_name: string, agent_welcome_message = "Welcome to the shop."): Promise<string> {
  const task = { task_config: { hangup_after_silence: 30 } };
  const agent_config = {
    agent_name,
    agent_welcome_message,
    tasks: [task] as [typeof task],
  };
  return (await owner.client.call(createAgent, { body: { agent_config } })).agent_id;
}

async function ring(name: string): Promise<{ id: string; agentId: string }> {
  const agentId = await agentNamed(name);
  const { execution_id: id } = await owner.client.call(placeCall, {
    body: { agent_id: agentId, recipient_phone_number: "kiosk" },
  });
  return { id, agentId };
}

async function phone(words: readonly Part[]): Promise<Baresip> {
  const microphoneWav = join(folder, `kiosk-${phones.length}.wav`);
  speakToWav(microphoneWav, words, 8_000);
  const account = { user: "kiosk", password: "secret", server: `${HOST}:${server.sipPort}` };
  const made = await startBaresip({ microphoneWav, account, timeoutMs: 120_000, answers: true });
  phones.push(made);
  await expect.poll(() => made.output()).toContain("200 OK");
  return made;
}
