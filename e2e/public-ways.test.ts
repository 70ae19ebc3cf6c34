/**
 * An agent answers strangers from what was given to it, and from nothing else that the workspace knows: on the site, in a widget's call and chat,
 * and on its number. The same questions are answered once it has the document, or the story would prove nothing.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addKnowledge,
  createWidget,
  SITE_CHAT_KEY,
  listAgents,
  listCalls,
  listKnowledge,
  openWidgetChat,
  readCall,
  setKnowledgeAgents,
  writeInWidgetChat,
} from "@ongea/contract";
import type { Browser, Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { hasBaresip, startBaresip } from "./phones/baresip.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { speakToWav } from "./spoken-wav.ts";

/** Not where baresip stands. */
const HOST = "127.0.0.2";
const hasParts =
  hasBrowser && hasBaresip && existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");

const QUESTION = "How much does the delivery of medicine cost?";
const SHEET = "The delivery of medicine costs ninety shillings.";
const FROM_SHEET = /ninety|\b90\b/;
const NUMBER = "1001";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
let server: RunningServer;
let browser: Browser;
let owner: Account;
let http: Server;
let origin: string;
/** Of two widgets of the agent. */
let talkKey: string;
let chatKey: string;
let agentId: string;

beforeAll(async () => {
  if (!hasParts) return;
  server = await startServer({ dataDir, host: HOST, settings: {} });
  owner = await firstAccount(server);
  const { client } = owner;
  agentId = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!.id;
  http = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    const script = `<script async src="${server.url}/widgets/${talkKey}/widget.js"></script>`;
    response.end(`<!doctype html><html lang="en"><title>Imani</title><body>${script}</body></html>`);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://localhost:${(http.address() as AddressInfo).port}`;
  const widget = { agent_id: agentId, name: "Our site", origins: [origin] };
  talkKey = (await client.call(createWidget, { body: widget })).key;
  chatKey = (await client.call(createWidget, { body: { ...widget, chat: true } })).key;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  http?.close();
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

const WAYS = {
  "the landing page": onLandingPage,
  "a widget's call": inWidgetCall,
  "a widget's chat": () => inChat({ key: chatKey, origin }),
  "the chat of the landing page": () => inChat({ key: SITE_CHAT_KEY, origin: server.url }),
  "its number": byPhone,
};

test.skipIf(!hasParts)("nobody is answered from a document until it is given to the agent", { timeout: 240_000 }, async () => {
  const { client } = owner;
  await client.call(addKnowledge, { body: { type: "text", title: "Sheet", content: SHEET } });
  const sheet = async () => (await client.call(listKnowledge, { query: { search: "Sheet" } })).data[0];
  await expect.poll(async () => (await sheet())?.status).toBe("ready");
  for (const [way, answer] of await allWays()) expect(`${way}: ${answer}`).not.toMatch(FROM_SHEET);
  const params = { item_id: (await sheet())?.id ?? "" };
  await client.call(setKnowledgeAgents, { params, body: { agents: [agentId] } });
  for (const [way, answer] of await allWays()) expect(`${way}: ${answer}`).toMatch(FROM_SHEET);
});

/** One after the other: beside two pages, the sentence on the telephone was not always heard. */
async function allWays(): Promise<(readonly [string, string])[]> {
  const answers: (readonly [string, string])[] = [];
  for (const [way, ask] of Object.entries(WAYS)) answers.push([way, await ask()]);
  return answers;
}

/** What the agent says to it. */
async function typed(page: Page, place: Page | Frame, said: Locator): Promise<string> {
  await place.getByPlaceholder("Or type what you want to say").fill(QUESTION);
  await page.keyboard.press("Enter");
  const answer = async (): Promise<string> => (await said.innerText()).split(QUESTION)[1] ?? "";
  await expect.poll(answer).toMatch(/\w+ \w+ \w+/);
  const heard = await answer();
  await place.getByRole("button", { name: "Hang up" }).click();
  await page.context().close();
  return heard;
}

async function onLandingPage(): Promise<string> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}/#demo`);
  await page.getByRole("button", { name: "Start the call" }).click();
  const said = page.getByRole("log", { name: "What is said" });
  await said.getByText(/Hello, this is Imani Clinic/).waitFor();
  return typed(page, page, said);
}

async function inWidgetCall(): Promise<string> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(origin);
  await page.getByRole("button", { name: "Talk to us" }).click();
  const frame = await (await page.locator("iframe").elementHandle())!.contentFrame();
  await frame!.getByRole("button", { name: "Type instead" }).click();
  const said = frame!.getByRole("log");
  await said.getByText(/Hello, this is Imani Clinic/).waitFor();
  // Whoever types is not asked to speak.
  await expect.poll(() => frame!.locator("[data-status]").textContent()).toBe("");
  return typed(page, frame!, said);
}

async function inChat(at: { key: string; origin: string }): Promise<string> {
  const { client } = owner;
  const { visitor } = await client.call(openWidgetChat, { body: at });
  await client.call(writeInWidgetChat, { body: { ...at, visitor, id: randomUUID(), text: QUESTION } });
  const answer = async (): Promise<string> => {
    const { messages } = await client.call(openWidgetChat, { body: { ...at, visitor } });
    const asked = messages.findIndex(({ by }) => by === "visitor");
    return messages.slice(asked).find(({ by }) => by === "agent")?.text ?? "";
  };
  await expect.poll(answer).toMatch(/\w+ \w+ \w+/);
  return answer();
}

async function byPhone(): Promise<string> {
  const microphoneWav = join(folder, `${randomUUID()}.wav`);
  speakToWav(microphoneWav, [{ silenceMs: 60_000 }], 8_000);
  const question = join(folder, "question.wav");
  speakToWav(question, [{ silenceMs: 500 }, { say: QUESTION }, { silenceMs: 30_000 }], 8_000);
  const phone = await startBaresip({ microphoneWav, timeoutMs: 120_000 });
  phone.dial(`sip:${NUMBER}@${HOST}:${server.sipPort}`);
  await phone.event("CALL_ESTABLISHED");
  const turns = async () => {
    const id =
      (await owner.client.call(listCalls, { query: {} })).data.find(({ provider }) => provider === "sip-trunk")?.id ?? "";
    const { journal } = await owner.client.call(readCall, { params: { execution_id: id } });
    return journal.flatMap((entry) => (entry.kind === "turn" ? [entry] : []));
  };
  await expect.poll(async () => (await turns()).length).toBe(1);
  phone.speak(question);
  await expect.poll(async () => (await turns()).length).toBeGreaterThan(2);
  phone.hangUp();
  await phone.stop();
  const [, asked, answered] = await turns();
  expect(asked?.text).toMatch(/delivery|medicine/i);
  return answered?.text ?? "";
}
