import { addKnowledge, listCalls } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { hasSipp, runSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

async function numbers(account: Account, viewport?: { width: number; height: number }): Promise<Page> {
  const page = await openScreen(browser, { server, account }, "/dashboard/phone-numbers", { ...(viewport && { viewport }) });
  await page.getByRole("row", { name: /1001/ }).waitFor();
  return page;
}

test.skipIf(!hasBrowser || !hasSipp)(
  `a number is bought, led to an agent, rung by a telephone, answered by the agent, and released${LEFT_OUT}`,
  async () => {
    const page = await numbers(owner);
    await page.getByRole("button", { name: "Buy phone number" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("$5.00/month plus $0.05/minute for incoming calls", { exact: true }).waitFor();
    expect(await dialog.getByRole("tab", { name: "Toll-Free (coming soon)" }).isDisabled()).toBe(true);
    expect(await dialog.getByLabel("Country").locator("option").allTextContents()).toEqual([
      "Kenya +254",
      "Nigeria +234",
      "South Africa +27",
      "Ghana +233",
      "Tanzania +255",
      "United States +1",
    ]);
    await dialog.getByLabel("Country").selectOption("GH");
    const free = dialog.getByLabel("Number", { exact: true });
    await free.locator("option", { hasText: "+233" }).first().waitFor({ state: "attached" });
    const number = await free.inputValue();
    await dialog.getByRole("button", { name: "Buy phone number" }).click();
    await page.getByText("You must agree to the terms and conditions.", { exact: true }).waitFor();
    expect(await faultsOf(page, "phone-numbers")).toEqual([]);
    await dialog.getByLabel("I agree to the terms and conditions").check();
    expect(await page.getByText("Agreement required", { exact: true }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Buy phone number" }).click();
    await page.getByText("Phone Number Purchased", { exact: true }).waitFor();
    const row = page.getByRole("row", { name: number });
    expect(await row.textContent()).toMatch(/Sandbox.*\$5\.00\/month.*Active/);
    // On a telephone all of it is in sight: nothing is scrolled to the side.
    await page.setViewportSize({ width: 390, height: 844 });
    const table = page.getByRole("region", { name: "My phone numbers" });
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (const told of ["Sandbox", "$5.00/month", "Active"]) await row.getByText(told).filter({ visible: true }).waitFor();
    for (const name of ["Rent", "Renewal"]) await row.locator(`td[data-name=${name}]`).filter({ visible: true }).waitFor();
    expect(await faultsOf(page, "phone-numbers, 390 wide")).toEqual([]);
    await page.setViewportSize({ width: 1_440, height: 900 });
    const agent = row.getByLabel(`Agent that answers ${number}`);
    expect(await agent.locator("option:checked").textContent()).toBe("Unassigned");
    await agent.selectOption({ label: "Front desk" });
    await page.getByText("Agent Updated", { exact: true }).waitFor();
    expect(await faultsOf(page, "phone-numbers")).toEqual([]);

    // The palette finds it by digits, and a document by its title, wherever one is.
    const note = { type: "text" as const, title: "Opening hours", content: "We open at eight." };
    await owner.client.call(addKnowledge, { body: note });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(number.slice(-7));
    await page.getByRole("option", { name: number }).waitFor();
    await page.getByRole("dialog").getByRole("combobox").fill("opening ho");
    await page.getByRole("option", { name: "Opening hours" }).click();
    await page.waitForURL(/knowledge-base\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { name: "Opening hours", level: 1 }).waitFor();
    await page.goBack();
    await row.waitFor();

    const target = `127.0.0.1:${server.sipPort}`;
    const rung = await runSipp({ scenario: "uac", target, number, calls: 1, talkMs: 500, timeoutMs: 20_000 });
    expect(rung).toMatchObject({ successful: 1, failed: 0 });
    const { data } = await owner.client.call(listCalls, { query: {} });
    expect(data.map(({ agent_name, telephony_data: { to_number } }) => ({ agent_name, to_number }))).toContainEqual({
      agent_name: "Front desk",
      to_number: number,
    });

    await row.getByRole("button", { name: `Release ${number}?` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Release", exact: true }).click();
    await page.getByText("Number Released", { exact: true }).waitFor();
    await row.waitFor({ state: "detached" });
  },
);

test.skipIf(!hasBrowser)(`the screen fits a telephone, and who may only look buys and changes nothing${LEFT_OUT}`, async () => {
  const viewer = await invitedAccount(server, owner, "viewer@example.com", "viewer");
  const page = await numbers(viewer, { width: 390, height: 844 });
  await page.getByRole("heading", { name: "My phone numbers" }).waitFor();
  expect(await page.getByRole("button", { name: "Buy phone number" }).count()).toBe(0);
  expect(await page.locator("main select").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faultsOf(page, "phone-numbers")).toEqual([]);
});

test.skipIf(!hasBrowser)(`nothing of the screen moves while its parts arrive one after the other${LEFT_OUT}`, async () => {
  const page = await openScreen(browser, { server, account: owner }, "/about", { viewport: { width: 390, height: 844 } });
  const late = (path: string, ms: number) =>
    page.route(path, async (route) => {
      await new Promise((done) => setTimeout(done, ms));
      await route.continue();
    });
  await late("**/sip-trunks/trunks*", 100);
  await late("**/phone-numbers/all", 700);
  await page.goto(`${server.url}/dashboard/phone-numbers`);
  await page.getByText("No SIP trunks yet").waitFor();
  const moved = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) =>
          done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        ).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(0), 500);
      }),
  );
  expect(moved).toBeLessThan(0.02);
});
