import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./axe.ts";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const run = promisify(execFile);
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

function developers(account: Account, viewport?: { width: number; height: number }): Promise<Page> {
  return openScreen(browser, { server, account }, "/dashboard/developers", {
    ...(viewport && { viewport }),
    permissions: ["clipboard-read", "clipboard-write"],
  });
}

test.skipIf(!hasBrowser)(`a developer makes a key, sees it once, and the request that is printed runs${LEFT_OUT}`, async () => {
  const page = await developers(owner);
  await page.getByText("No API keys yet").waitFor();
  expect(await faultsOf(page, "developers")).toEqual([]);
  await page.getByRole("button", { name: "Create API Key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("  ");
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await dialog.getByText("Name required: Please enter a name for your API key").waitFor();
  await dialog.getByLabel("Name").fill("Night export");
  await dialog.getByLabel("Access").selectOption({ label: "Read" });
  await dialog.getByText("Sees agents, calls and figures. Changes nothing.").waitFor();
  await dialog.getByRole("combobox", { name: "Agents" }).selectOption({ label: "Only these agents" });
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await dialog.getByText("Choose at least one agent.").waitFor();
  await dialog.getByRole("checkbox", { name: "Front desk" }).check();
  expect(await faultsOf(page, "developers")).toEqual([]);
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await page.locator(".toast", { hasText: "API Key Created" }).waitFor();
  const key = await dialog.locator("code").innerText();
  expect(key).toMatch(/^ong_[\w-]{43}$/);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await page.locator(".toast", { hasText: "Copied!" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  // As over http.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await dialog.getByRole("button", { name: "Copy" }).click();
  await page.locator(".toast", { hasText: "Couldn’t copy. Select the text and press Ctrl+C." }).waitFor();
  expect(await faultsOf(page, "developers")).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();

  const command = await page.locator("code", { hasText: "curl" }).innerText();
  expect(command).toContain(server.url);
  const { stdout } = await run("sh", ["-c", command]);
  const agents = JSON.parse(stdout) as { agent_name: string }[];
  expect(agents.map(({ agent_name: name }) => name)).toEqual(["Front desk"]);

  await page.reload();
  const row = page.getByRole("row", { name: /Night export/ });
  // Until the names are there it says how many.
  await expect.poll(() => row.getByRole("cell").nth(2).innerText()).toMatch(/^Read\s+Front desk$/);
  await row.getByText(`${key.slice(0, 10)}…${key.slice(-4)}`).waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await row.getByRole("cell").nth(4).innerText()).toBe("1");
  expect(await page.locator(".figures dd").allInnerTexts()).toEqual(["1", "1", "1", "1,000/min"]);
  expect(await faultsOf(page, "developers")).toEqual([]);

  await row.getByRole("button", { name: "Revoke: Night export" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.locator(".toast", { hasText: "API Key Revoked" }).waitFor();
  await page.getByText("No API keys yet").waitFor();
  expect(JSON.parse((await run("sh", ["-c", command])).stdout)).toMatchObject({ code: "access.bad_key" });
  expect(await page.locator(".figures dd").allInnerTexts()).toEqual(["0", "1", "1", "1,000/min"]);
  await page.context().close();
});

test.skipIf(!hasBrowser)(`on a phone nothing is cut off, and who may not make keys is told who may${LEFT_OUT}`, async () => {
  const member = await invitedAccount(server, owner, "reader@example.com", "viewer");
  const page = await developers(member, { width: 390, height: 844 });
  await page.getByText("Only administrators of this workspace can create and see its keys.").waitFor();
  expect(await page.getByRole("button", { name: "Create API Key" }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faultsOf(page, "developers")).toEqual([]);
  await page.context().close();
});
