/** A phone is added on the screen, registers with what the screen shows, is rung by its name, and is signed out when it has another password. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgent,
  createPhone,
  createWorkspace,
  deletePhone,
  listCalls,
  takeOverCall,
  listAudit,
  listPhones,
  openWorkspace,
  placeCall,
  readCall,
  readMe,
} from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { hasBaresip, startBaresip, type Baresip } from "./phones/baresip.ts";
import { tone, writeWav } from "./phones/wav.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const HOST = "127.0.0.2";
const hasParts = hasBaresip && hasBrowser;
const LEFT_OUT = hasParts ? "" : " (left out: baresip or Chromium is not installed)";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
const phones: Baresip[] = [];
let server: RunningServer;
let owner: Account;
let browser: Browser;

beforeAll(async () => {
  if (!hasParts) return;
  server = await startServer({ dataDir, host: HOST, settings: {} });
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

test.skipIf(!hasParts)(
  `a phone that is added on the screen registers, rings by its name, and is its workspace's alone${LEFT_OUT}`,
  async () => {
    const { client } = owner;
    const agentId = await agent("Front desk");
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/phone-numbers#phones");
    await page.getByRole("button", { name: "Add phone" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("4 desks");
    await page.getByRole("dialog").getByRole("button", { name: "Add phone" }).click();
    await page.getByText("must begin with a letter", { exact: false }).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Reception");
    await page.getByRole("dialog").getByRole("button", { name: "Add phone" }).click();
    const first = await shown(page);
    await page.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Reception" });
    await row.getByText("Never registered").waitFor();
    const call = { agent_id: agentId, recipient_phone_number: "Reception" };
    await expect(client.call(placeCall, { body: call })).rejects.toMatchObject({ code: "call.phone_offline" });

    const reception = await phone(first);
    await row.getByText("Registered", { exact: true }).waitFor({ timeout: 20_000 });
    await row.getByRole("button", { name: "Ring it Reception" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Ring it" }).click();
    await reception.event("CALL_ESTABLISHED");
    await page.getByText("Reception rings", { exact: true }).waitFor();
    reception.hangUp();

    // Case does not matter; the name that it registers under is nobody's to dial.
    const { execution_id: id } = await client.call(placeCall, { body: { ...call, recipient_phone_number: "reception" } });
    await expect.poll(async () => (await client.call(readCall, { params: { execution_id: id } })).status).toBe("in-progress");
    // Somebody else takes that call over, by the name of a phone of the workspace.
    const made = await client.call(createPhone, { body: { name: "Desk" } });
    const desk = await phone(made);
    await expect.poll(async () => (await client.call(listPhones)).data.filter(({ registered }) => registered).length).toBe(2);
    await client.call(takeOverCall, { params: { execution_id: id }, body: { to: "Desk" } });
    await desk.event("CALL_ESTABLISHED");
    desk.hangUp();
    await expect.poll(async () => (await client.call(readCall, { params: { execution_id: id } })).status).toBe("completed");
    await client.call(deletePhone, { params: { phone_id: made.id } });

    // Who calls by it is named as it is.
    reception.dial(`sip:1001@${HOST}:${server.sipPort}`);
    const newest = async () => (await client.call(listCalls, { query: {} })).data[0];
    await expect.poll(newest).toMatchObject({ user_number: "Reception", agent_number: "1001", status: "in-progress" });
    reception.hangUp();
    const byUser = client.call(placeCall, { body: { ...call, recipient_phone_number: first.user } });
    await expect(byUser).rejects.toMatchObject({ code: "call.bad_number" });

    await row.getByRole("button", { name: "New password for Reception" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New password" }).click();
    const second = await shown(page);
    expect([second.user, second.password === first.password]).toEqual([first.user, false]);
    await page.getByRole("button", { name: "Done" }).click();
    await expect(client.call(placeCall, { body: call })).rejects.toMatchObject({ code: "call.phone_offline" });
    await phone(second);
    await expect.poll(async () => (await client.call(listPhones)).data[0]?.registered).toBe(true);

    const { workspace: home } = await client.call(readMe);
    await client.call(createWorkspace, { body: { name: "Another" } });
    const stranger = client.call(placeCall, { body: { ...call, agent_id: await agent("Stranger") } });
    await expect(stranger).rejects.toMatchObject({ code: "call.bad_number" });
    expect((await client.call(listPhones)).data).toEqual([]);
    await client.call(openWorkspace, { params: { workspace_id: home.id } });

    // With the old password it is shut out, and all of its address with it for a while.
    await phone(first, "403 Forbidden");
    expect((await client.call(listPhones)).data).toMatchObject([{ name: "Reception", registered: true }]);

    await page.reload();
    await row.getByRole("button", { name: "Delete Reception?" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No phone yet").waitFor();
    await expect(client.call(placeCall, { body: call })).rejects.toMatchObject({ code: "call.bad_number" });
    const acts = (await client.call(listAudit, { query: {} })).data
      .map(({ act }) => act)
      .filter((act) => act.startsWith("phone."));
    expect(acts.toSorted()).toEqual(["phone.added", "phone.added", "phone.removed", "phone.removed", "phone.renewed"]);
  },
);

interface Shown {
  user: string;
  password: string;
}

/** What the dialog shows once. */
async function shown(page: Page): Promise<Shown> {
  await page.getByText("Copy the password now", { exact: false }).waitFor();
  const [user = "", password = ""] = await page.getByRole("dialog").locator("code").allInnerTexts();
  return { user, password };
}

async function agent(agent_name: string): Promise<string> {
  const task = {};
  const agent_config = { agent_name, agent_welcome_message: "Hello.", tasks: [task] as [typeof task] };
  return (await owner.client.call(createAgent, { body: { agent_config } })).agent_id;
}

async function phone({ user, password }: Shown, answer = "200 OK"): Promise<Baresip> {
  const microphoneWav = join(folder, `phone-${Date.now()}.wav`);
  await writeWav(microphoneWav, tone(440, 30));
  const account = { user, password, server: `${HOST}:${server.sipPort}` };
  const made = await startBaresip({ microphoneWav, account, timeoutMs: 120_000, answers: true });
  phones.push(made);
  await expect.poll(() => made.output(), { timeout: 10_000 }).toContain(answer);
  return made;
}
