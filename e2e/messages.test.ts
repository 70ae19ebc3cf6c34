/** A chat on a plain page that outlives it; a person takes over in the inbox, answers, and hands back. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTopic, createWidget, listAgents, listCalls, listContacts, listThreads, readThread } from "@ongea/contract";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

/** One grey pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);
const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let http: Server;
let origin: string;
let html = "";

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  http = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><title>Imani</title><body><main><h1>Imani Clinic</h1>${html}</main></body></html>`,
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://localhost:${(http.address() as AddressInfo).port}`;
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  http.close();
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(`a visitor writes, leaves and comes back; a person takes over and hands back${LEFT_OUT}`, async () => {
  const { client } = owner;
  const inbox = await openScreen(browser, { server, account: owner }, "/dashboard/messages");
  await inbox.getByText("No messages here").waitFor();
  expect(await faultsOf(inbox, "no messages")).toEqual([]);

  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
  await client.call(createTopic, { body: { name: "Prices", examples: ["How much is a consultation?"] } });
  const { key } = await client.call(createWidget, {
    body: { agent_id: agent.id, name: "Our site", origins: [origin], chat: true },
  });
  html = `<script async src="${server.url}/widgets/${key}/widget.js"></script>`;
  const visitor = await browser!.newContext();
  const first = await visitor.newPage();
  const chat = await openedChat(first);
  await chat
    .getByText(/Imani Clinic/)
    .first()
    .waitFor();
  expect(await faultsOf(chat, "a chat")).toEqual([]);
  await write(chat, "When are you open on Saturday?");
  await chat.getByText(/9 in the morning to 1|9:00|09:00/).waitFor();
  const picture = { name: "meter.png", mimeType: "image/png", buffer: PICTURE };
  await chat.locator("input[type=file]").setInputFiles(picture);
  await chat.getByRole("img", { name: "meter.png" }).waitFor();
  await chat.locator("input[type=file]").setInputFiles({ ...picture, name: "x.png", buffer: Buffer.from("MZ a program") });
  await chat.getByText(/The file was not sent/).waitFor();
  expect(await faultsOf(chat, "a chat with a picture")).toEqual([]);
  await expect.poll(() => chat.getByRole("listitem").count()).toBe(5);
  await first.close();

  const second = await visitor.newPage();
  const again = await openedChat(second);
  await again.getByText("When are you open on Saturday?").waitFor();
  await again.getByText(/9 in the morning to 1|9:00|09:00/).waitFor();

  // Another visitor sees nothing of it.
  const stranger = await (await browser!.newContext()).newPage();
  const theirs = await openedChat(stranger);
  await theirs
    .getByText(/Imani Clinic/)
    .first()
    .waitFor();
  expect(await theirs.getByText("When are you open on Saturday?").count()).toBe(0);
  expect(await theirs.evaluate(readsAs, { key, origin, file: await fileIn(client) })).toBe(404);
  await stranger.context().close();

  await inbox.getByRole("link", { name: /Visitor/ }).click();
  await inbox.getByText("When are you open on Saturday?").waitFor();
  await inbox.getByRole("img", { name: "meter.png" }).waitFor();
  await inbox.getByLabel("Topic", { exact: true }).selectOption({ label: "Prices" });
  await inbox.getByText("chosen by a person").waitFor();
  expect(await faultsOf(inbox, "a thread")).toEqual([]);
  await inbox.getByRole("button", { name: "Take over" }).click();
  await inbox.getByText("With a person").waitFor();
  await write(again, "Is Doctor Otieno in?");
  await inbox.getByText("Is Doctor Otieno in?").waitFor();
  await inbox.getByLabel("Your answer").fill("He is in from ten.");
  await inbox.keyboard.press("Control+Enter");
  await again.getByText("He is in from ten.").waitFor();
  expect(await faultsOf(again, "a chat with a person")).toEqual([]);
  await inbox.getByRole("button", { name: "Hand back to the agent" }).click();
  await write(again, "How much is a consultation?");
  await again.getByText(/1,?500 shillings/).waitFor();

  const [thread] = (await client.call(listThreads, { query: {} })).data;
  const { messages } = await client.call(readThread, { params: { thread_id: thread!.id }, query: {} });
  expect(messages.map(({ author }) => author)).toEqual([
    "agent",
    "contact",
    "agent",
    "contact",
    "agent",
    "contact",
    "person",
    "contact",
    "agent",
  ]);
  const [contact] = (await client.call(listContacts, { query: {} })).data;
  expect(contact!.id).toBe(thread!.contact_id);
  // No call was made, so nothing was spoken or recorded.
  expect((await client.call(listCalls, { query: {} })).data).toEqual([]);

  await inbox.getByRole("link", { name: "Contact", exact: true }).click();
  await inbox.getByRole("heading", { name: "Messages" }).waitFor();
  expect(await faultsOf(inbox, "a contact with a thread")).toEqual([]);
});

async function fileIn(client: Account["client"]): Promise<string> {
  const [thread] = (await client.call(listThreads, { query: {} })).data;
  const { messages } = await client.call(readThread, { params: { thread_id: thread!.id }, query: {} });
  return messages.flatMap(({ files }) => files)[0]!.id;
}

/** In a stranger's frame: what another visitor's file answers to their own token. */
async function readsAs({ key, origin, file }: { key: string; origin: string; file: string }): Promise<number> {
  const visitor = localStorage.getItem(`ongea-visitor-${key}`);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ key, origin, visitor });
  return (await fetch(`/api/widget-chats/files/${file}`, { method: "POST", headers, body })).status;
}

async function openedChat(page: Page): Promise<Frame> {
  await page.goto(origin);
  await page.getByRole("button", { name: "Talk to us" }).click();
  const element = await page.locator("iframe").elementHandle();
  const frame = await element!.contentFrame();
  if (!frame) throw new Error("The frame has no page");
  await frame.getByPlaceholder("Write a message").waitFor();
  return frame;
}

async function write(frame: Frame, text: string): Promise<void> {
  await frame.getByPlaceholder("Write a message").fill(text);
  await frame.getByPlaceholder("Write a message").press("Enter");
}
