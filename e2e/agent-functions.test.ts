/** A function of the operator's own: added in the editor, tried, saved, and asked in a call. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createDisposition, listAgents, readCall, readCallBoard } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
/** Statuses that the webhook was told, with the summary. */
const told: string[] = [];
const asked: { url: string; authorization: string | undefined }[] = [];
let shop: Server;
let model: OpenAiServer;
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  shop = createServer(async (request, response) => {
    const { url = "", headers } = request;
    if (url === "/hook") {
      let body = "";
      for await (const part of request) body += String(part);
      const { status, summary } = JSON.parse(body) as { status: string; summary: string | null };
      told.push(`${status}: ${summary ?? "nothing"}`);
      return response.end();
    }
    asked.push({ url, authorization: headers.authorization });
    response.setHeader("content-type", "application/json").end('{"status":"sent on Monday"}');
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  model = await startOpenAiServer();
  const call = { id: "t1", index: 0, type: "function", function: { name: "check_order", arguments: '{"order_id":"A 4711"}' } };
  model.answer = (response, body) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content?: string }[] };
    const [told] = messages;
    if (told?.content?.includes("transcript of a telephone call")) {
      if (told.content.includes("What was it about?"))
        return chat([{ content: '{"1":{"subjective":"A delivery","objective":"order"}}' }])(response, body);
      const isAsked = told.content.includes("order: its number");
      return chat([{ content: isAsked ? '{"order":"A 4711","city":null}' : "Asked where order A 4711 is." }])(response, body);
    }
    const answer = messages.at(-1)?.role === "tool" ? { content: "Your order was sent on Monday." } : { tool_calls: [call] };
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
  shop.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(
  `a function is added, tried and saved; in a call the caller hears the wait, then what the service answered${LEFT_OUT}`,
  async () => {
    const page = await openEditor();
    await page.getByRole("button", { name: "Add function" }).click();
    const dialog = page.getByRole("dialog", { name: "Add function" });
    await dialog.getByLabel("Function name").fill("check order");
    await dialog.getByLabel("When it is used").fill("When the caller asks where an order is.");
    await dialog.getByRole("button", { name: "Add parameter" }).click();
    await dialog.getByRole("textbox", { name: "Name 1" }).fill("order_id");
    await dialog.getByLabel("Meaning").fill("The number of the order");
    await dialog.getByLabel("Address").fill(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/orders/%(order_id)s`);
    await dialog.getByText("Authorization, headers and body").click();
    await dialog.getByLabel("Authorization", { exact: true }).fill("Bearer word");
    await dialog.getByText("During the call", { exact: true }).click();
    await dialog.getByLabel("Said while it waits").fill("One moment, I am looking.");
    await dialog.getByRole("button", { name: "Save function" }).click();
    await dialog.getByText("Use letters, digits, - and _ without spaces.").waitFor();
    await dialog.getByLabel("Function name").fill("check_order");
    await dialog.getByText("Try it").click();
    await dialog.getByLabel("order_id", { exact: true }).fill("17");
    await dialog.getByRole("button", { name: "Send a test request" }).click();
    await dialog.locator("pre").getByText('{"status":"sent on Monday"}').waitFor();
    await dialog.getByLabel("How the result is told").fill("Your order {number} was sent. Its status: {status}.");
    await dialog.getByText("“Its status: sent on Monday.”").waitFor();
    await dialog.getByText("Not in this result: number").waitFor();
    await dialog.getByLabel("How the result is told").fill("Your order was {status}.");
    await dialog.getByText("“Your order was sent on Monday.”").waitFor();
    expect(await faultsOf(page, "add function")).toEqual([]);
    await dialog.getByRole("button", { name: "Save function" }).click();
    await page.getByRole("list").getByText("check_order").waitFor();
    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    await page.getByLabel("Summary").check();
    await page.getByLabel("Extraction").check();
    await page.getByText("Write what to find out").waitFor();
    await page.getByLabel("What to find out").fill("order: its number\ncity: where it goes");
    await page.getByLabel("Webhook URL").fill("crm.example");
    await page.getByText("Begin with https:// and the name of a server.").waitFor();
    await page.getByLabel("Webhook URL").fill(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`);
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Created Successfully", { exact: true }).first().waitFor();

    const [agent] = (await owner.client.call(listAgents)).filter(({ webhook_url }) => webhook_url?.endsWith("/hook"));
    const objective_options = [{ value: "Order", condition: "about an order" }];
    const kinds = { is_subjective: true, is_objective: true, objective_options };
    const question = { agent_id: agent?.id, name: "Topic", question: "What was it about?", ...kinds };
    await owner.client.call(createDisposition, { body: question });

    await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("textbox", { name: "Type a message" }).fill("Where is order A 4711?");
    await page.keyboard.press("Enter");
    await page.getByText("Your order was sent on Monday.").last().waitFor();
    await page.getByText("One moment, I am looking.").last().waitFor();
    const line = page.getByRole("complementary", { name: "Call here" }).locator(".said li p").last();
    expect((await line.boundingBox())?.width).toBeGreaterThan(150);
    await page.getByRole("button", { name: "Hang up" }).click();
    expect(asked).toEqual([
      { url: "/orders/17", authorization: "Bearer word" },
      { url: "/orders/A%204711", authorization: "Bearer word" },
    ]);
    const { id, transcript, journal } = await newestCall();
    expect(transcript).toContain("Your order was sent on Monday.");
    expect(JSON.stringify(journal)).toContain('{\\"say\\":\\"Your order was sent on Monday.\\",\\"status\\"');
    expect(JSON.stringify(journal)).not.toContain("Bearer word");
    const analysed = () => server.client.call(readCall, { params: { execution_id: id } });
    await expect.poll(async () => (await analysed()).summary).toBe("Asked where order A 4711 is.");
    expect((await analysed()).extracted_data).toEqual({
      order: "A 4711",
      city: null,
      General: { Topic: { subjective: "A delivery", objective: "Order" } },
    });
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()) as [string, string];
    const query = { from, to, group: "disposition" as const, disposition: "General/Topic" };
    const { groups, total } = await owner.client.call(readCallBoard, { query });
    expect([total.calls, groups.map(({ key }) => key)]).toEqual([1, ["Order"]]);
    await expect
      .poll(() => told.toSorted())
      .toEqual([
        "call-disconnected: nothing",
        "completed: Asked where order A 4711 is.",
        "in-progress: nothing",
        "initiated: nothing",
      ]);
    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    const deliveries = page.getByRole("region", { name: "Latest deliveries" });
    await expect.poll(() => deliveries.getByText("delivered").count()).toBe(4);
    expect(await deliveries.getByText("answered 200").count()).toBe(4);
    const body = deliveries.getByRole("region", { name: "Body" });
    await deliveries.getByRole("button", { name: "Body" }).first().click();
    await body.getByText('"summary": "Asked where order A 4711 is."').waitFor();
    expect(await faultsOf(page, "body of a delivery")).toEqual([]);
    await deliveries.getByRole("button", { name: "Body" }).first().click();
    await body.waitFor({ state: "detached" });
    await deliveries.getByRole("button", { name: "Send again" }).first().click();
    await expect.poll(() => told.length).toBe(5);
    await page.getByRole("button", { name: "Create a new secret" }).click();
    await page.getByRole("dialog", { name: "Signing secret" }).getByText("whsec_").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("with the secret that ends in").waitFor();
    expect(await faultsOf(page, "webhook")).toEqual([]);
    await page.goto(`${server.url}/dashboard/call-history/${id}`);
    const made = page.getByRole("region", { name: "Summary" });
    await made.getByText("Asked where order A 4711 is.").waitFor();
    await made.getByText("not said").waitFor();
    expect(await faultsOf(page, "a call with its summary")).toEqual([]);
  },
);

test.skipIf(!hasBrowser)(`the form of a function fits a telephone, in Arabic and in the dark${LEFT_OUT}`, async () => {
  for (const [width, colorScheme, language, add] of [
    [390, "dark", "en", "Add function"],
    [390, "light", "ar", "أضف وظيفة"],
  ] as const) {
    const page = await openEditor(language);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.getByRole("button", { name: add }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await faultsOf(page, `function form ${language}`)).toEqual([]);
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.context().close();
  }
});

async function openEditor(language = "en"): Promise<Page> {
  if (!browser) throw new Error("No browser");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(browserCookies(server, owner));
  await context.addInitScript((one) => localStorage.setItem("language", one), language);
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/agent-setup/new?template=front_desk&tab=tools`);
  return page;
}

async function newestCall() {
  const list = await fetch(`${server.url}/api/calls?limit=1`, { headers: server.credentials });
  const { data } = (await list.json()) as { data: { id: string }[] };
  await expect
    .poll(async () => (await server.client.call(readCall, { params: { execution_id: data[0]?.id ?? "" } })).status, {
      timeout: 20_000,
    })
    .toBe("completed");
  return server.client.call(readCall, { params: { execution_id: data[0]?.id ?? "" } });
}
