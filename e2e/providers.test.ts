/** Providers: a service is connected with its key, an assistant thinks with it in the next call, and the key is seen by nobody. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectOwnService, listAgents, listConnections, removeConnection } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chat, refuses, startOpenAiServer, type OpenAiServer } from "../providers/src/testing/openai-server.ts";
import { browserCookies, firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const KEY = "canary-9f8e7d6c5b4a-good";
const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let peer: OpenAiServer;

beforeAll(async () => {
  peer = await startOpenAiServer();
  peer.answer = (response, body) => {
    const { path = "", headers } = peer.requests.at(-1) ?? {};
    if (headers?.authorization !== `Bearer ${KEY}`) return refuses(401, "Incorrect API key provided")(response, body);
    if (path.endsWith("/models")) return void response.end(JSON.stringify({ data: [{ id: "desk-7b" }] }));
    return chat([{ content: "The harbour office opens at six." }])(response, body);
  };
  server = await startServer({ dataDir, settings: { PRIVATE_ADDRESSES: "127.0.0.1" } });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
});
afterEach(async () => {
  for (const { id } of (await owner.client.call(listConnections)).data)
    await owner.client.call(removeConnection, { params: { connection_id: id } });
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await peer.close();
  removeDataDir(dataDir);
});

async function open(path: string, { account = owner, width = 1_440, scheme = "light", language = "en" } = {}): Promise<Page> {
  const context = await browser!.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme as "light" | "dark",
    locale: language,
  });
  await context.addCookies(browserCookies(server, account));
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}

async function connectOwn(page: Page, key: string): Promise<void> {
  await page.getByRole("dialog").getByLabel("API Key (optional)").fill(key);
  await page.keyboard.press("Enter");
}

test.skipIf(!hasBrowser)(
  `a service with a wrong key is not connected, with the right one it is, thinks in the next call, and is removed again${LEFT_OUT}`,
  async () => {
    const page = await open("/dashboard");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Providers/ })
      .click();
    await page.getByText("0 connected", { exact: true }).waitFor();
    await page.getByText("18 available", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Connect your own service" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Harbour model");
    await page.getByLabel("Address").fill(peer.baseUrl);
    await connectOwn(page, "canary-wrong");
    await page.getByText("Connection failed", { exact: true }).first().waitFor();
    await page.getByText("Failed to connect provider. Please try again.", { exact: true }).first().waitFor();
    await page.getByRole("dialog").getByText("The provider did not accept this key. Check it and try again.").waitFor();
    await connectOwn(page, KEY);
    await page.getByText("Connection successful", { exact: true }).first().waitFor();
    await page.getByText("Your provider has been connected successfully.", { exact: true }).first().waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "Harbour model" });
    await row.getByText("Connected", { exact: true }).waitFor();
    await row.getByText("•••••good", { exact: true }).waitFor();
    await page.getByText("1 connected", { exact: true }).waitFor();

    const [agent] = await owner.client.call(listAgents);
    await page.goto(`${server.url}/dashboard/agent-setup/${agent!.id}?tab=llm`);
    const provider = page.getByRole("region", { name: "How it thinks" }).getByLabel("Provider", { exact: true });
    await provider.selectOption({ label: "Anthropic" });
    const link = page.getByRole("link", { name: "No key yet: connect" });
    expect(await link.getAttribute("href")).toBe("/dashboard/providers?connect=anthropic");
    await provider.selectOption({ label: "Harbour model" });
    expect(await link.count()).toBe(0);
    await page.getByLabel("Model", { exact: true }).fill("desk-7b");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Updated", { exact: true }).first().waitFor();
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole("button", { name: /^Call Front desk/ }).click();
    await page.getByRole("textbox", { name: "Type a message" }).fill("When does the harbour office open?");
    await page.keyboard.press("Enter");
    await page.getByText("The harbour office opens at six.").first().waitFor();
    await page.getByRole("button", { name: /hang up/i }).click();
    const asked = peer.requests.find(({ path: where }) => where.endsWith("/chat/completions"));
    expect(JSON.parse(String(asked?.body))).toMatchObject({ model: "desk-7b" });

    await page.goto(`${server.url}/dashboard/providers`);
    await page.getByRole("button", { name: "Remove Harbour model" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Provider removed", { exact: true }).waitFor();
    await page.getByText("Harbour model has been removed successfully.", { exact: true }).first().waitFor();
    await page.getByText("0 connected", { exact: true }).waitFor();
    const everything = [server.output(), readFileSync(join(dataDir, "ongea.log"), "utf8"), await page.content()].join();
    expect(everything).not.toMatch(/canary-/u);
  },
);

test.skipIf(!hasBrowser)(`what is filtered, what is not found, and what cannot be fetched is said${LEFT_OUT}`, async () => {
  const page = await open("/dashboard/providers");
  const filter = page.getByPlaceholder("Filter providers...");
  await filter.fill("OPENA");
  await page.getByRole("region", { name: "Available Providers" }).getByText("Azure OpenAI").waitFor();
  expect(await page.getByRole("region", { name: "Available Providers" }).getByRole("listitem").count()).toBe(2);
  await filter.fill("zzz");
  await page.getByText("No providers found", { exact: true }).waitFor();
  await page.getByText('No results for "zzz". Try a different search term.', { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  const available = page.getByRole("region", { name: "Available Providers" }).getByRole("listitem");
  await expect.poll(() => available.count()).toBe(18);
  await page.route("**/api/providers", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.reload();
  await page.getByText("Loading providers...", { exact: true }).waitFor();
  await page.getByText("Failed to fetch providers. Please try again.", { exact: true }).first().waitFor();
  await expect.poll(() => page.getByRole("listitem").filter({ hasText: "Connect" }).count()).toBe(18);
});

test.skipIf(!hasBrowser)(`the dialog is used by keyboard alone, and says what becomes of the key${LEFT_OUT}`, async () => {
  const page = await open("/dashboard/providers");
  // Focus and key in one act: a list that is drawn anew in between loses the focus.
  await page.getByRole("button", { name: "Connect Twilio" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect Twilio" });
  await dialog.getByText("Enter your Twilio API key to connect this provider.", { exact: true }).waitFor();
  await dialog
    .getByText("Your API keys are securely encrypted and stored. We never log or share your credentials.", { exact: true })
    .waitFor();
  const key = dialog.getByLabel("API Key", { exact: true });
  expect(await key.getAttribute("type")).toBe("password");
  expect(await key.getAttribute("autocomplete")).toBe("off");
  expect(await dialog.getByRole("button", { name: "Connect Provider" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test.skipIf(!hasBrowser)(`the screen has no fault for axe, fits a phone, and reads from right to left${LEFT_OUT}`, async () => {
  const service = { name: "Kiosk", base_url: peer.baseUrl, key: KEY, lends: ["llm" as const] };
  await owner.client.call(connectOwnService, { body: service });
  for (const [width, scheme, language] of [
    [1_440, "light", "en"],
    [1_440, "dark", "en"],
    [390, "light", "en"],
    [390, "dark", "ar"],
  ] as const) {
    const page = await open("/dashboard/providers", { width, scheme, language });
    await page.getByText("•••••good", { exact: true }).waitFor();
    expect(await faultsOf(page, `Providers at ${width}, ${scheme}, ${language}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === "ar" ? "rtl" : "ltr");
    await page.context().close();
  }
});

test.skipIf(!hasBrowser)(`somebody who may only look sees masks and no buttons${LEFT_OUT}`, async () => {
  const service = { name: "Kiosk", base_url: peer.baseUrl, key: KEY, lends: ["llm" as const] };
  await owner.client.call(connectOwnService, { body: service });
  const viewer = await invitedAccount(server, owner, "viewer@example.com", "viewer");
  const page = await open("/dashboard/providers", { account: viewer });
  await page.getByText("•••••good", { exact: true }).waitFor();
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
});

test("existing clients give, list, replace and take away credentials", async () => {
  const headers = { ...server.credentials, "content-type": "application/json" };
  const ask = async (method: string, path: string, body?: object): Promise<{ status: number; told: unknown }> => {
    const answer = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: answer.status, told: await answer.json() };
  };
  const given = { provider_name: "TWILIO_AUTH_TOKEN", provider_value: "canary-0123456789az" };
  expect(await ask("POST", "/providers", given)).toEqual({ status: 200, told: { message: "successful", status: "added" } });
  const { told } = await ask("GET", "/providers");
  expect(told).toEqual([
    {
      provider_id: expect.stringMatching(/^[0-9a-f-]{36}$/u) as string,
      provider_name: "TWILIO_AUTH_TOKEN",
      provider_value: "xxxxxxx89az",
      humanized_created_at: expect.stringMatching(/ago$/u) as string,
      created_at: expect.any(String) as string,
    },
  ]);
  const [{ provider_id: id }] = told as [{ provider_id: string }];
  const replaced = await ask("PUT", `/providers/${id}`, { provider_value: "canary-abcdefghijkl" });
  expect(replaced).toEqual({ status: 200, told: { message: "successful", status: "updated" } });
  expect((await owner.client.call(listConnections)).data).toMatchObject([{ provider: "twilio", state: "incomplete" }]);
  const removed = await ask("DELETE", "/providers/twilio_auth_token");
  expect(removed).toEqual({ status: 200, told: { message: "successful", status: "removed" } });
  expect((await ask("DELETE", "/providers/twilio_auth_token")).status).toBe(404);
  expect((await ask("POST", "/providers", { provider_name: "NOBODY", provider_value: "x" })).status).toBe(422);
});
