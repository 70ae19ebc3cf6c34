import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createKey } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, browserCookies, firstAccount } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers, type RunningServer } from "./running-server.ts";

const run = promisify(execFile);
const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-docs-"));
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let key: string;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  ({ key } = await owner.client.call(createKey, { body: { name: "Docs", role: "owner" } }));
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program as it is printed, with the key in its variable. */
async function runs(language: string, text: string): Promise<string> {
  const env = { ...process.env, ONGEA_API_KEY: key };
  if (language === "curl") return (await run("sh", ["-c", `${text} -sS`], { env })).stdout;
  const file = join(folder, language === "Python" ? "program.py" : "program.mts");
  writeFileSync(file, text);
  const [command, ...args] = language === "Python" ? ["python3", file] : [process.execPath, "--import", "tsx", file];
  return (await run(command!, args, { env, cwd: ROOT })).stdout;
}

async function open(path: string, options: { width?: number; dark?: boolean; locale?: string } = {}): Promise<Page> {
  const { width = 1_440, dark = false, locale = "en" } = options;
  const context = await browser!.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? "dark" : "light",
    locale,
  });
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}

test.skipIf(!hasBrowser)(`the quick start's programs run as they are printed, in every language${LEFT_OUT}`, async () => {
  const page = await open("/docs");
  await page.getByRole("heading", { name: "Quick start" }).waitFor();
  for (const language of ["curl", "TypeScript", "Python"]) {
    await page.getByRole("button", { name: language }).first().click();
    const [list = "", create = "", calls = ""] = await page.locator(".docs-code pre").allInnerTexts();
    expect([language, await runs(language, list)]).toEqual([language, expect.stringContaining("Front desk")]);
    expect([language, await runs(language, create)]).toEqual([language, expect.stringContaining("agent_id")]);
    expect([language, await runs(language, calls)]).toEqual([language, expect.stringContaining('"data"')]);
  }
  await page.getByRole("button", { name: "curl" }).first().click();
  expect(await runs("curl", (await page.locator(".docs-code pre").allInnerTexts())[0] ?? "")).toContain("Duka la Asha");
  await page.context().close();
});

test.skipIf(!hasBrowser)(
  `a route is found with the keyboard, kept as an address, and tried with one's own key${LEFT_OUT}`,
  async () => {
    const page = await open("/docs");
    await page.getByRole("heading", { name: "Quick start" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("get executions/{execution_id}");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/api\/calls#getExecutionsExecutionId$/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("getExecutionsExecutionId");

    await page.goto(`${server.url}/docs/api/agents#getV2AgentAll`);
    const route = page.getByRole("region", { name: "GET /v2/agent/all" });
    await route.getByText("Try it").click();
    await route.getByRole("button", { name: "Send" }).click();
    await route.getByText("Your API key is missing.").waitFor();
    await route.getByLabel("Your API key").fill(key);
    await route.getByRole("button", { name: "Send" }).click();
    await route.getByText(/^200 after \d+ ms$/).waitFor();
    await route.getByText(/"agent_type": "front_desk"/).waitFor();
    await route.getByLabel("Your API key").fill("ong_made-up");
    await route.getByRole("button", { name: "Send" }).click();
    await route.getByText(/^403 after \d+ ms$/).waitFor();
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key);
    await page.context().close();
  },
);

test.skipIf(!hasBrowser)(`the documentation has no fault that axe knows and fits a phone${LEFT_OUT}`, async () => {
  for (const [width, dark, paths] of [
    [1_440, false, ["/docs", "/docs/api/webhooks"]],
    [390, true, ["/docs/api/do-not-call", "/docs/guides/webhooks"]],
  ] as const) {
    const page = await open("/docs", { width, dark });
    for (const path of paths) {
      await page.goto(server.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect([path, width, await faultsOf(page, `${path} ${width}`)]).toEqual([path, width, []]);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
    }
    await page.context().close();
  }
  const arabic = await open("/docs/api/webhooks", { locale: "ar", width: 390 });
  await arabic.getByText("ما يلي بالإنجليزية.").waitFor();
  expect(await arabic.evaluate(() => document.documentElement.dir)).toBe("rtl");
  expect(await faultsOf(arabic, "docs in Arabic")).toEqual([]);
  expect(await arabic.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await arabic.context().close();
});

test.skipIf(!hasBrowser)(
  `in the playground one types with an assistant, sees what happens as it happens, and looks back at a moment${LEFT_OUT}`,
  async () => {
    const context = await browser!.newContext({ viewport: { width: 1_440, height: 900 } });
    await context.addCookies(browserCookies(server, owner));
    const page = await context.newPage();
    await page.goto(`${server.url}/dashboard/developers`);
    const [opened] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name: "Playground" }).click()]);
    await opened.waitForURL(`${server.url}/playground`);
    await opened.getByText("No call yet").waitFor();
    expect(await faultsOf(opened, "playground")).toEqual([]);
    await opened.getByLabel("Agent", { exact: true }).selectOption({ label: "Front desk" });
    await opened.getByRole("button", { name: "Call", exact: true }).click();
    const events = opened.getByRole("list", { name: "Events" });
    await events.getByText("The call is answered").waitFor();
    await events.getByText("The agent said").first().waitFor();
    const field = opened.getByLabel("Type a message");
    await field.fill("I would like to book an appointment");
    await opened.getByRole("button", { name: "Send", exact: true }).click();
    await events.getByText("I would like to book an appointment").waitFor();
    await expect.poll(() => events.getByText("First token").count()).toBeGreaterThan(0);
    expect(await faultsOf(opened, "playground in a call")).toEqual([]);

    await opened.getByRole("slider", { name: "Moment" }).fill("0");
    await expect.poll(() => events.getByText("I would like to book an appointment").count()).toBe(0);
    await opened.getByRole("button", { name: "Latest" }).click();
    await events.getByText("I would like to book an appointment").waitFor();
    await opened.getByRole("button", { name: "Speech", pressed: true }).click();
    expect(await events.getByText("I would like to book an appointment").count()).toBe(0);
    await opened.getByRole("button", { name: "Hang up" }).click();
    await opened.getByText("Cost of the call").waitFor();
    const read = await opened.locator(".docs-code pre").last().innerText();
    expect(JSON.parse(await runs("curl", read))).toMatchObject({ status: "completed", journal: expect.any(Array) });
    const callId = /[\da-f-]{36}/.exec(read)?.[0] ?? "";
    await opened.goto(`${server.url}/dashboard/call-history/${callId}`);
    await opened.getByRole("link", { name: "Timeline" }).click();
    await opened.waitForURL(`${server.url}/playground?call=${callId}`);
    await events.getByText("I would like to book an appointment").waitFor();
    await opened.setViewportSize({ width: 390, height: 844 });
    await opened.emulateMedia({ colorScheme: "dark" });
    expect(await faultsOf(opened, "playground on a phone")).toEqual([]);
    expect(await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await context.close();
  },
);
