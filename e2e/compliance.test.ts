/** Rules for calls in the dashboard: added, tried, failed by a telephone's call, and followed to the moment in it. */
import { changeCountryPack, listCallChecks, listFailedRules, listNotifications } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
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

test.skipIf(!hasBrowser || !hasSipp)(`rules are added, tried, failed by a call, and lead to it${LEFT_OUT}`, async () => {
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/compliance");
  await page.getByText("No rules yet").waitFor();
  expect(await faultsOf(page, "no rules")).toEqual([]);
  await page.getByRole("button", { name: "Add the usual rules" }).click();
  await page.getByRole("button", { name: "Edit “The agent says that it is no person”" }).waitFor();

  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("No clinic");
  await dialog.getByLabel("What is checked").selectOption("never_says");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await dialog.getByText("Give at least one phrase.").waitFor();
  await dialog.getByLabel("Phrases").fill("imani clin*");
  await dialog.getByRole("button", { name: "Try on the last calls" }).click();
  await dialog.getByText("None of the last 100 calls concerns this rule.").waitFor();
  expect(await faultsOf(page, "a rule in the making")).toEqual([]);
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await page.getByRole("button", { name: "Edit “No clinic”" }).waitFor();

  const told = { source: "Our rule", read_on: "2026-11-27" };
  await owner.client.call(changeCountryPack, {
    params: { country: "KE" },
    body: { disclosure: { needed: true, words: { en: "Imani Clinic speaks as an AI assistant." }, ...told } },
  });
  const target = `127.0.0.1:${server.sipPort}`;
  const { successful } = await runSipp({ scenario: "uac", target, number: "1001", calls: 1, talkMs: 15_000, timeoutMs: 60_000 });
  expect(successful).toBe(1);
  await expect
    .poll(async () => (await owner.client.call(listFailedRules, { query: {} })).data.map(({ name }) => name))
    .toContain("No clinic");
  const [failed] = (await owner.client.call(listFailedRules, { query: {} })).data;
  const params = { execution_id: failed?.execution_id ?? "" };
  const { data: checked } = await owner.client.call(listCallChecks, { params });
  expect(checked.find(({ kind }) => kind === "discloses_ai")).toMatchObject({ passed: true });
  const { data: notified } = await owner.client.call(listNotifications, { query: {} });
  expect(notified.map(({ kind, details }) => [kind, details["name"]])).toContainEqual(["rule.failed", "No clinic"]);

  await page.reload();
  await page.getByText("1 of 1 calls failed in the last 30 days").first().waitFor();
  expect(await faultsOf(page, "rules that failed")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.getByRole("link", { name: /No clinic/ }).click();
  const checks = page.getByRole("region", { name: "Compliance" });
  await checks.getByRole("listitem").filter({ hasText: "No clinic" }).getByText("Failed").waitFor();
  await checks.getByText("Passed: 3").click();
  await checks.getByRole("listitem").filter({ hasText: "no PIN" }).getByText("Passed").waitFor();
  expect(await faultsOf(page, "a call with its rules")).toEqual([]);

  // A person's word stands, and the agreement shows it.
  await checks.getByRole("button", { name: "Correct “No clinic”" }).click();
  const corrected = checks.getByRole("listitem").filter({ hasText: "No clinic" });
  await expect.poll(() => corrected.filter({ hasText: "Reviewed by" }).count()).toBe(1);
  expect((await owner.client.call(listFailedRules, { query: {} })).data.map(({ name }) => name)).not.toContain("No clinic");
  await page.goto(`${server.url}/dashboard/compliance`);
  await page.getByText("People agree with 0 of 1 results that they reviewed").waitFor();
  await page.getByRole("button", { name: "Add rule" }).click();
  expect(await page.getByRole("option", { name: "A language model judges it true" }).isDisabled()).toBe(true);
  await page.context().close();
});
