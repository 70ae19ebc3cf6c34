import { randomUUID } from "node:crypto";
import { addKnowledge, connectOwnService, listKnowledge, readFirstSteps, readKnowledge } from "@ongea/contract";
import { startOpenAiServer } from "@ongea/providers/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdf } from "../server/src/knowledge/testing/documents.ts";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { PRIVATE_ADDRESSES: "127.0.0.1", DEMO_CALLS: "2" } });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

function knowledgeBase(account: Account, viewport?: { width: number; height: number }): Promise<Page> {
  return openScreen(browser, { server, account }, "/dashboard/knowledge-base", { ...(viewport && { viewport }) });
}

test.skipIf(!hasBrowser)(
  `of what is added empty, every field says what it lacks, and is right when it is filled${LEFT_OUT}`,
  async () => {
    const page = await knowledgeBase(owner);
    await page.getByRole("button", { name: "Add Knowledge" }).first().click();
    const dialog = page.getByRole("dialog");
    const add = dialog.getByRole("button", { name: "Add Knowledge" });
    await add.click();
    await page.getByText("Title Required", { exact: true }).waitFor();
    await dialog.getByText("Please enter a title for your knowledge item.").waitFor();
    await dialog.getByText("Fill in this field.").waitFor();
    expect(await dialog.getByLabel("Title").evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await faultsOf(page, "knowledge that is empty")).toEqual([]);
    await dialog.getByLabel("Title").fill("Prices");
    await page.getByText("Title Required", { exact: true }).waitFor({ state: "detached" });
    await dialog.getByLabel("Content").fill("A consultation costs 1,500 shillings.");
    await dialog.getByText("Fill in this field.").waitFor({ state: "detached" });
    await dialog.getByRole("tab", { name: "URL" }).click();
    await dialog.getByRole("textbox", { name: "URL" }).fill("example");
    await add.click();
    await dialog.getByText("Enter a full web address, such as https://example.com.").waitFor();
  },
);

async function addFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole("button", { name: "Add Knowledge" }).first().click();
  await page.getByRole("tab", { name: "Document" }).click();
  await page.getByLabel("File").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await page.getByRole("group", { name: "Used by" }).getByLabel("Front desk").check();
  await page.getByRole("dialog").getByRole("button", { name: "Add Knowledge" }).click();
}

test.skipIf(!hasBrowser)(
  `an assistant answers from a PDF that was uploaded a moment before, and the transcript names it${LEFT_OUT}`,
  async () => {
    const page = await knowledgeBase(owner);
    await page.getByText("No knowledge yet").waitFor();
    await addFile(page, "Leaflet.pdf", pdf("", "Yellow fever certificates are issued on Wednesdays."));
    await page.getByText("PDF Uploaded", { exact: true }).waitFor();
    await page.getByText("Leaflet.pdf is being processed for your knowledge base", { exact: true }).waitFor();
    await page.getByRole("row", { name: /Leaflet\.pdf.*Ready/ }).waitFor();
    await addFile(page, "broken.pdf", Buffer.from("no such thing"));
    await page.getByText("The file cannot be read: it is damaged, or not of the type that its name says.").waitFor();
    await page.getByRole("textbox", { name: "Test a question" }).fill("when do you issue yellow fever certificates");
    await page.keyboard.press("Enter");
    await page.getByText("Yellow fever certificates are issued on Wednesdays.").waitFor();
    await page.getByText("Passage 1 · Page 2").waitFor();
    await page.getByText("Choose an agent to see what it says.").waitFor();
    await page.getByLabel("Search as").selectOption("Front desk");
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByText("Front desk says").waitFor();
    await page.locator("blockquote", { hasText: "Yellow fever certificates are issued on Wednesdays." }).waitFor();
    await page.getByText("From Leaflet.pdf, p. 2", { exact: true }).waitFor();
    expect(await faultsOf(page, "a question with its answer")).toEqual([]);

    await page.goto(`${server.url}/dashboard`);
    await page.getByRole("button", { name: "Call Front desk" }).click();
    await page
      .getByText(/Hello, this is Imani/)
      .first()
      .waitFor();
    await page.getByRole("textbox", { name: "Type a message" }).fill("When are yellow fever certificates issued?");
    await page.keyboard.press("Enter");
    await page.getByText("from Leaflet.pdf, p. 2").first().waitFor();
    await page.getByRole("button", { name: /hang up/i }).click();

    await page.goto(`${server.url}/dashboard/knowledge-base`);
    await page.getByRole("button", { name: /Delete .Leaflet\.pdf/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Item Deleted", { exact: true }).waitFor();
    expect(await page.getByText("Leaflet.pdf", { exact: true }).count()).toBe(0);
  },
);

test.skipIf(!hasBrowser)(
  `what has no title is not sent, questions are added on a phone, and the screen fits it${LEFT_OUT}`,
  async () => {
    const page = await knowledgeBase(owner, { width: 390, height: 844 });
    await page.getByRole("button", { name: "Add Knowledge" }).first().click();
    await page.getByRole("tab", { name: "FAQ" }).click();
    await page.getByLabel("Question 1").fill("Do you deliver?");
    await page.getByLabel("Answer 1").fill("Within Nairobi, before noon.");
    await page.getByRole("dialog").getByRole("button", { name: "Add Knowledge" }).click();
    await page.getByText("Title Required", { exact: true }).waitFor();
    await page.getByText("Please enter a title for your knowledge item.", { exact: true }).first().waitFor();
    await page.getByLabel("Title").fill("Delivery");
    await page.getByRole("dialog").getByRole("button", { name: "Add Knowledge" }).click();
    await page.getByText("Knowledge Added", { exact: true }).waitFor();
    await page.getByRole("row", { name: /Delivery.*Ready/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  },
);

test.skipIf(!hasBrowser)(
  `a text is compared by a service of the workspace's own, which is chosen where it is added${LEFT_OUT}`,
  async () => {
    const service = await startOpenAiServer();
    service.answer = (response, body) => {
      // Asked for its models, it is sent nothing.
      if (body.length === 0) return void response.end(JSON.stringify({ data: [{ id: "bge-m3" }] }));
      const { input } = JSON.parse(body.toString()) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: [1, /car|gari/.test(text) ? 9 : 0] }));
      response.end(JSON.stringify({ data }));
    };
    const own = { name: "Our models", base_url: service.baseUrl, key: "key-0123456789", lends: ["llm" as const] };
    await owner.client.call(connectOwnService, { body: own });
    const page = await knowledgeBase(owner);
    await page.getByRole("button", { name: "Add Knowledge" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Parking");
    await dialog.getByLabel("Content").fill("Leave your car behind the church.");
    await dialog.getByText("Advanced options").click();
    await dialog.getByLabel("Embedding model").selectOption("Connected service");
    await expect.poll(() => dialog.getByLabel("Model", { exact: true }).inputValue()).toBe("bge-m3");
    await dialog.getByRole("button", { name: "Add Knowledge" }).click();
    await page.getByText("bge-m3: 1 of 1 passages").waitFor();
    await page.getByRole("textbox", { name: "Test a question" }).fill("nani ana gari");
    await page.keyboard.press("Enter");
    await page.getByText("Leave your car behind the church.").waitFor();
    await page.getByRole("button", { name: /Embedding model of .Parking/ }).click();
    await dialog.getByLabel("Embedding model").selectOption("Built-in");
    await dialog.getByRole("button", { name: "Change" }).click();
    await page.getByText("Embedding model changed", { exact: true }).waitFor();
    await service.close();
  },
);

test("existing clients make, list, read and remove knowledge bases", async () => {
  const headers = server.credentials;
  const form = new FormData();
  form.append("file", new Blob(["The ferry leaves at half past six."]), "ferry.txt");
  form.append("chunk_size", "256");
  const made = await fetch(`${server.url}/knowledgebase`, { method: "POST", headers, body: form });
  expect(made.status).toBe(200);
  const { rag_id: id, ...fresh } = (await made.json()) as { rag_id: string };
  expect(fresh).toEqual({ file_name: "ferry.txt", source_type: "txt", status: "processing", language_support: null });
  const read = async () =>
    (await fetch(`${server.url}/knowledgebase/${id}`, { headers })).json() as Promise<Record<string, unknown>>;
  await expect.poll(async () => (await read())["status"]).toBe("processed");
  expect(await read()).toMatchObject({ rag_id: id, chunk_size: 256, overlapping: 128, similarity_top_k: 15 });
  const all = (await (await fetch(`${server.url}/knowledgebase/all`, { headers })).json()) as { rag_id: string }[];
  expect(all.some((one) => one.rag_id === id)).toBe(true);
  const neither = await fetch(`${server.url}/knowledgebase`, { method: "POST", headers, body: new FormData() });
  expect(neither.status).toBe(422);
  const other = new FormData();
  other.append("file", new Blob(["x"]), "virus.exe");
  expect((await fetch(`${server.url}/knowledgebase`, { method: "POST", headers, body: other })).status).toBe(422);
  expect((await fetch(`${server.url}/knowledgebase/${id}`, { method: "DELETE", headers })).status).toBe(200);
  expect((await fetch(`${server.url}/knowledgebase/${id}`, { headers })).status).toBe(404);
});

test.skipIf(!hasBrowser)(`who only looks is offered nothing that is refused, whatever the address says${LEFT_OUT}`, async () => {
  const viewer = await invitedAccount(server, owner, `looks-${randomUUID()}@example.com`, "viewer");
  const page = await openScreen(browser, { server, account: viewer }, "/dashboard/knowledge-base?open=add");
  await page.getByRole("row", { name: /Delivery.*Ready/ }).waitFor();
  expect(await page.getByRole("button", { name: /^(Add|Delete|Embedding|Try)/ }).allTextContents()).toEqual([]);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a file is not even read of somebody who may not add it, or when it is larger than one may be", async () => {
  const send = (headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) =>
    fetch(`${server.url}/api/knowledge/documents?title=a&file_name=a.txt`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/octet-stream" },
      body,
    }).then(({ status }) => status);
  const viewer = await invitedAccount(server, owner, "viewer@example.com", "viewer");
  expect(await send({ cookie: viewer.cookie }, new Uint8Array(10))).toBe(403);
  expect(await send({}, new Uint8Array(10))).toBe(401);
  expect(await send(server.credentials, new Uint8Array(21 * 1_048_576))).toBe(413);
});

test.skipIf(!hasBrowser)(
  `a document belongs to no agent until its owner gives it to one (public-ways asks the agents)${LEFT_OUT}`,
  async () => {
    const content = "The branch manager may lend up to ninety thousand shillings without a guarantor.";
    await owner.client.call(addKnowledge, { body: { type: "text", title: "Loan sheet", content } });
    const isReady = async () =>
      (await owner.client.call(listKnowledge, { query: { search: "Loan sheet" } })).data[0]?.status === "ready";
    await expect.poll(isReady).toBe(true);
    const page = await knowledgeBase(owner);
    const row = page.getByRole("row", { name: /Loan sheet/ });
    await row.getByText("No agent").waitFor();
    await row.getByRole("button", { name: /Agents that use/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Front desk").check();
    expect(await faultsOf(page, "agents of a document")).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Agents updated", { exact: true }).waitFor();
    await row.getByText("Front desk").waitFor();

    // The agent's own settings say the same, and take it back.
    const usedBy = async () => (await owner.client.call(listKnowledge, { query: { search: "Loan sheet" } })).data[0]?.used_by;
    await page.getByRole("link", { name: "Assistant Setup" }).first().click();
    await page.getByRole("link", { name: "Front desk" }).first().click();
    await page.getByText(/^Next call: .+ · built-in rules/).waitFor();
    expect((await page.locator(".app > .side").boundingBox())?.width).toBe(80);
    await page.getByRole("link", { name: "Knowledge", exact: true }).click();
    const given = page.getByRole("switch", { name: /Loan sheet/ });
    await expect.poll(() => given.isChecked()).toBe(true);
    expect(await faultsOf(page, "knowledge of an agent")).toEqual([]);
    await given.click();
    await expect.poll(usedBy).toEqual([]);
    await page.getByRole("link", { name: "Add Knowledge" }).click();
    await page.getByRole("group", { name: "Used by" }).getByLabel("Front desk").waitFor();
    expect(await page.getByRole("group", { name: "Used by" }).getByLabel("Front desk").isChecked()).toBe(true);
  },
);

test.skipIf(!hasBrowser)(`the passages of an item are read and searched on its page, on a phone, too${LEFT_OUT}`, async () => {
  const questions = Array.from({ length: 45 }, (_, at) => ({
    question: `What costs room ${at + 1}?`,
    answer: `Room ${at + 1} costs ${100 * (at + 1)} shillings${at === 41 ? ", with a view of the lake" : ""}.`,
  }));
  const { id } = await owner.client.call(addKnowledge, { body: { type: "faq", title: "Rooms", questions } });
  expect(await owner.client.call(readFirstSteps)).toMatchObject({ knowledge: true, number: false });
  const isReady = async () => (await owner.client.call(readKnowledge, { params: { item_id: id } })).status === "ready";
  await expect.poll(isReady).toBe(true);
  const page = await knowledgeBase(owner);
  await page.getByRole("link", { name: "Rooms", exact: true }).click();
  await page.getByRole("heading", { name: "Passage 1 · What costs room 1?", exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: /^Passage / }).count()).toBe(20);
  await page.getByRole("button", { name: "Show older" }).click();
  await page.getByRole("heading", { name: "Passage 40 · What costs room 40?", exact: true }).waitFor();
  await page.getByLabel("Search passages").fill("VIEW of the  lake");
  await page.getByText("1 of 45", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Passage 42 · What costs room 42?", exact: true }).waitFor();
  expect(await page.locator("mark").allTextContents()).toEqual(["view of the lake"]);
  expect(await faultsOf(page, "passages of an item")).toEqual([]);
  await page.getByLabel("Search passages").fill("a sauna");
  await page.getByText("No passage contains these words").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("heading", { name: "Passage 1 · What costs room 1?", exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: /Delete .Rooms/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/knowledge-base$/);
  await page.goto(`${server.url}/dashboard/knowledge-base/${id}`);
  await page.getByText("There is no such knowledge item.").waitFor();
});
