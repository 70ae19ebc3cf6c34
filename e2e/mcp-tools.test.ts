/** Tools of an MCP server: added in the editor, chosen, used in a call, and left alone once the server has changed them. */
import { createMcpServer, listMcpServers, readCall } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMcpPeer, type McpPeer } from "../server/src/agents/mcp-servers/testing/mcp-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
let shop: McpPeer;
let model: OpenAiServer;
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  shop = await openMcpPeer();
  shop.result = { content: [{ type: "text", text: "It was sent on Monday." }], structuredContent: { status: "sent" } };
  model = await startOpenAiServer();
  const call = { id: "t1", index: 0, type: "function", function: { name: "find_order", arguments: '{"order":"A 4711"}' } };
  model.answer = (response, body) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content?: string }[] };
    const last = messages.at(-1);
    const said = last?.content?.includes("sent on Monday") ? "Your order was sent on Monday." : "I cannot look that up now.";
    const answer = last?.role === "tool" ? { content: said } : { tool_calls: [call] };
    return chat([answer], "tool_calls" in answer ? "tool_calls" : "stop")(response, body);
  };
  const settings = { PRIVATE_ADDRESSES: "127.0.0.1", LLM_BASE_URL: model.baseUrl, LLM_MODEL: "scripted" };
  server = await startServer({ dataDir, settings });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
});

afterAll(async () => {
  await browser?.close();
  await stopServers();
  await model.close();
  await shop.close();
  removeDataDir(dataDir);
});

const NEW_AGENT = "/dashboard/agent-setup/new?template=front_desk&tab=tools";

test.skipIf(!hasBrowser)(
  `a server is added, its tools are chosen and used in a call; a tool that it changes is not used until it is accepted${LEFT_OUT}`,
  async () => {
    const page = await openScreen(browser, { server, account: owner }, NEW_AGENT);
    await page.getByRole("button", { name: "Choose tools" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose tools" });
    await dialog.getByLabel("Name").fill("Our Shop");
    await dialog.getByLabel("Address").fill(shop.url);
    await dialog.getByLabel("Secret").fill("Bearer shop-key");
    await dialog.getByRole("button", { name: "Save and connect" }).click();
    await dialog.getByText("Use small letters, digits and -, at most 40.").waitFor();
    await dialog.getByLabel("Name").fill("shop");
    await dialog.getByRole("button", { name: "Save and connect" }).click();
    await dialog.getByText("2 tools").waitFor();
    await dialog.getByRole("checkbox", { name: /find_order/ }).check();
    await dialog.getByRole("checkbox", { name: /cancel.order/ }).check();
    expect(await faultsOf(page, "tools of MCP servers")).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();

    const tools = page.getByRole("region", { name: "Tools from MCP servers" });
    await tools.getByRole("button", { name: "Edit find_order" }).click();
    const form = page.getByRole("dialog", { name: "Edit find_order" });
    expect(await form.getByLabel("What it does").inputValue()).toBe("reads");
    await form.getByLabel("Said while it waits").fill("One moment, I am looking.");
    await form.getByLabel("Longest wait in seconds").fill("45");
    await form.getByText("From 1 to 30.").waitFor();
    await form.getByLabel("Longest wait in seconds").fill("5");
    expect(await faultsOf(page, "a tool of an MCP server")).toEqual([]);
    await form.getByRole("button", { name: "Save tool" }).click();
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Created Successfully", { exact: true }).first().waitFor();

    expect(await say(page, "Where is order A 4711?", "Your order was sent on Monday.")).toContain("sent on Monday");
    expect(shop.calls).toMatchObject([{ name: "find_order", given: { order: "A 4711" }, authorization: "Bearer shop-key" }]);
    expect(JSON.stringify(await owner.client.call(listMcpServers))).not.toContain("shop-key");

    shop.tools = shop.tools.map((tool) => ({ ...tool, inputSchema: { type: "object", properties: {} } }));
    await page.getByRole("link", { name: "Tools", exact: true }).click();
    await tools.getByRole("button", { name: "Choose tools" }).click();
    await dialog.getByRole("button", { name: "Check again" }).click();
    await dialog.getByRole("button", { name: "Check again" }).and(page.locator(":enabled")).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => tools.getByText("The server has changed this tool.").count()).toBe(2);
    await say(page, "And order A 4711?", "I cannot look that up now.");
    expect(shop.calls).toHaveLength(1);
    await tools.getByRole("button", { name: "Accept" }).first().click();
    await expect.poll(() => tools.getByText("The server has changed this tool.").count()).toBe(1);
    await tools.getByRole("button", { name: "Remove cancel_order" }).click();
    await expect.poll(() => tools.getByText("The server has changed this tool.").count()).toBe(0);
    await page.context().close();
  },
);

/** In a call from the page; the journal of that call. */
async function say(page: Page, words: string, answer: string): Promise<string> {
  await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
  await page.getByRole("textbox", { name: "Type a message" }).fill(words);
  await page.keyboard.press("Enter");
  await page.getByText(answer).last().waitFor();
  await page.getByRole("button", { name: "Hang up" }).click();
  const list = await fetch(`${server.url}/api/calls?limit=1`, { headers: server.credentials });
  const { data } = (await list.json()) as { data: { id: string }[] };
  const params = { execution_id: data[0]?.id ?? "" };
  await expect.poll(async () => (await server.client.call(readCall, { params })).status, { timeout: 20_000 }).toBe("completed");
  return JSON.stringify((await server.client.call(readCall, { params })).journal);
}

test("a server of a workspace belongs to it, has a name of its own, and its secret stays with its address", async () => {
  const other = `https://elsewhere.example/mcp`;
  const made = await owner.client.call(createMcpServer, { body: { name: "bank", url: shop.url, secret: "Bearer b" } });
  expect(made).toMatchObject({ has_secret: true, state: "new", tools: [] });
  const send = async (method: string, path: string, body?: object) => {
    const headers = { ...server.credentials, "content-type": "application/json" };
    const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body ?? {}) });
    return { status: answer.status, said: (await answer.json()) as { code?: string; has_secret?: boolean } };
  };
  const one = `/api/mcp-servers/${made.id}`;
  expect(await send("POST", "/api/mcp-servers", { name: "bank", url: other })).toMatchObject({
    status: 409,
    said: { code: "mcp_server.name_taken" },
  });
  expect(await send("POST", "/api/mcp-servers", { name: "b", url: "https://x:99999/" })).toMatchObject({ status: 422 });
  expect(await send("POST", "/api/mcp-servers", { name: "b", url: "file:///etc" })).toMatchObject({ status: 422 });
  expect(await send("PUT", one, { url: other })).toMatchObject({ status: 422, said: { code: "request.invalid" } });
  expect(await send("PUT", one, { url: shop.url, header: "X-Key" })).toMatchObject({ status: 422 });
  expect(await send("PUT", one, { url: `${shop.url}?v=2` })).toMatchObject({ status: 200, said: { has_secret: true } });
  expect(await send("PUT", one, { url: other, secret: "" })).toMatchObject({ status: 200, said: { has_secret: false } });
  expect(await send("DELETE", one)).toMatchObject({ status: 200 });
  expect(await send("POST", `${one}/check`)).toMatchObject({ status: 404, said: { code: "mcp_server.not_found" } });
});

test.skipIf(!hasBrowser)(`the dialog of servers fits a telephone, in Arabic and in the dark${LEFT_OUT}`, async () => {
  for (const [colorScheme, language, choose] of [
    ["dark", "en", "Choose tools"],
    ["light", "ar", "اختيار الأدوات"],
  ] as const) {
    const page = await openScreen(browser, { server, account: owner }, "/", {
      viewport: { width: 390, height: 844 },
      colorScheme,
    });
    await page.evaluate((one) => localStorage.setItem("language", one), language);
    await page.goto(server.url + NEW_AGENT);
    await page.getByRole("button", { name: choose }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button").first().waitFor();
    expect(await faultsOf(page, `dialog of MCP servers ${language}`)).toEqual([]);
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.context().close();
  }
});
