/** The list of calls: what is looked for stands in the address, and the same calls are had as a file. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { enterWithCode } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const HISTORY = "/dashboard/call-history";
const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  server = await startServer({ dataDir });
  if (!hasBrowser) return;
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1_440, height: 900 }, acceptDownloads: true })).newPage();
  await enterWithCode(page, server, HISTORY);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

const rows = () => page.getByRole("main").getByRole("row");

test.skipIf(!hasBrowser)(
  `calls are narrowed down by outcome, days and words; a reload shows the same, the way back the step before${LEFT_OUT}`,
  async () => {
    const cards = page.getByRole("main").locator("dl").first();
    await expect.poll(() => cards.innerText()).toMatch(/Total Calls\s+1,248\s+Success Rate/);
    await page.getByRole("link", { name: "Not answered" }).click();
    await page.waitForURL("**?status=not-answered");
    const states = () => rows().locator(".status").allInnerTexts();
    await expect.poll(async () => new Set(await states()).size > 0 && (await states()).every(isUnanswered)).toBe(true);
    await page.getByRole("button", { name: "Date range" }).click();
    await page.getByRole("button", { name: "30 days" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "All", exact: true }).click();
    await page.waitForURL((url) => url.searchParams.has("from") && !url.searchParams.has("status"));
    const number = (await rows().nth(3).getByRole("cell").nth(1).innerText()).trim();
    await page.getByRole("searchbox", { name: "Search by number, agent or words said" }).fill(number);
    await expect.poll(() => found(number), { timeout: 20_000 }).toBe(true);
    await page.reload();
    await expect.poll(() => found(number), { timeout: 20_000 }).toBe(true);
    expect(await page.getByRole("searchbox", { name: /^Search by/ }).inputValue()).toBe(number);
    await page.getByRole("searchbox", { name: /^Search by/ }).fill("zebra crossing");
    await page.getByText("No calls match these filters").waitFor();
    await page.getByRole("link", { name: "Show all calls" }).click();
    await expect.poll(() => rows().count()).toBeGreaterThan(15);
    await page.goBack();
    await page.getByText("No calls match these filters").waitFor();
  },
);

test.skipIf(!hasBrowser)(`what is shown is exported as a file${LEFT_OUT}`, async () => {
  await page.goto(`${server.url}${HISTORY}?status=failed`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export" }).click()]);
  expect(download.suggestedFilename()).toMatch(/^ongea-calls-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  const records = text.split("\r\n").filter((line) => line !== "");
  expect(records[0]).toMatch(/^\uFEFFexecution_id,/);
  expect(records.length).toBeGreaterThan(1);
  expect(records.slice(1).every((record) => /,(?:failed|error|balance-low),/.test(record))).toBe(true);
});

test.skipIf(!hasBrowser)(
  `the list has no fault that axe knows, dark on a telephone, in Arabic and with its days open${LEFT_OUT}`,
  async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}${HISTORY}?status=not-answered&from=2026-01-01&to=2198-12-31`);
    await rows().first().waitFor();
    expect(await faultsOf(page, "narrowed calls dark 390")).toEqual([]);
    const { x, width: wide } = (await page.getByRole("button", { name: /^Date range/ }).boundingBox())!;
    expect(x + wide).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: /^Date range/ }).click();
    await page.getByLabel("First day").waitFor();
    expect(await faultsOf(page, "days of calls dark 390")).toEqual([]);
    await page.evaluate(() => localStorage.setItem("language", "ar"));
    await page.reload();
    await rows().first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  },
);

function isUnanswered(state: string): boolean {
  return state === "Busy" || state === "No answer";
}

async function found(number: string): Promise<boolean> {
  const numbers = await rows().locator("td:nth-child(2)").allInnerTexts();
  return numbers.length > 0 && numbers.every((one) => one.trim() === number);
}
