/** Parts of a screen that cannot be fetched: the server is away, or was updated. What was typed around them stays. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { enterWithCode } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
const UNREACHABLE = "The server cannot be reached. Check that it is running, then try again.";
let server: RunningServer;
let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  server = await startServer({ dataDir });
  if (!hasBrowser) return;
  browser = await launchBrowser();
  page = await (await browser.newContext()).newPage();
  await enterWithCode(page, server);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

/** Files of the page whose names begin so are not to be had. */
async function withhold(name: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/${name}-[^/]*\\.(?:js|css)$`);
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

test.skipIf(!hasBrowser)(
  `a part of a form that cannot be fetched says so in its place, comes with a press, and nothing typed is lost${LEFT_OUT}`,
  async () => {
    const allow = await withhold("country-rules");
    await page.goto(`${server.url}/dashboard/settings/workspace`);
    const name = page.getByLabel("Name of the workspace");
    const rules = page.locator("section").filter({ has: page.getByRole("heading", { name: "Rules by country" }) });
    await name.fill("Duka la Amina");
    await rules.getByText(UNREACHABLE).waitFor();
    expect(await page.getByText("This screen could not be shown").count()).toBe(0);
    await rules.getByRole("button", { name: "Try again" }).click();
    await rules.getByRole("button", { name: "Reload it" }).waitFor();
    await allow();
    await rules.getByRole("button", { name: "Try again" }).click();
    await rules.getByText("Kenya").waitFor();
    expect(await rules.getByText(UNREACHABLE).count()).toBe(0);
    // Its style sheet, which had not come either.
    const row = rules.locator("summary").first();
    await expect.poll(() => row.evaluate((one) => getComputedStyle(one).cursor)).toBe("pointer");
    expect(await name.inputValue()).toBe("Duka la Amina");
  },
);

test.skipIf(!hasBrowser)(`sentences that cannot be fetched are fetched with their part${LEFT_OUT}`, async () => {
  const allow = await withhold("audit");
  await page.goto(`${server.url}/dashboard/settings/profile`);
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByText(UNREACHABLE).waitFor();
  await allow();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Audit log", level: 2 }).waitFor();
  expect(await page.getByText(UNREACHABLE).count()).toBe(0);
});

test.skipIf(!hasBrowser)(`a menu that cannot be fetched leaves its button, whose next press opens it${LEFT_OUT}`, async () => {
  const allow = await withhold("account-menu");
  await page.goto(`${server.url}/dashboard/settings/workspace`);
  const name = page.getByLabel("Name of the workspace");
  await name.fill("Duka la Amina na Neema");
  const button = page.getByRole("button", { name: "Account" });
  await button.click();
  await allow();
  await expect
    .poll(async () => {
      await button.click();
      return page.getByRole("menuitem", { name: "Sign out" }).count();
    })
    .toBe(1);
  expect(await name.inputValue()).toBe("Duka la Amina na Neema");
});
