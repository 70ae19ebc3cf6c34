/** Rules for written conversations in the dashboard: a chat fails one, people are told, and it leads to the message. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createWidget,
  listAgents,
  listFailedRules,
  listFailedThreads,
  listNotifications,
  listThreadChecks,
  listThreads,
  replaceCheckRule,
} from "@ongea/contract";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

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
    response.end(`<!doctype html><html lang="en"><title>Imani</title><body><main><h1>Imani</h1>${html}</main></body></html>`);
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

const SWEPT_MS = 40_000;

test.skipIf(!hasBrowser)(`a chat is closed, fails a rule, and leads to the message${LEFT_OUT}`, async () => {
  const { client } = owner;
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/compliance");
  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("No clinic");
  await dialog.getByLabel("What is checked").selectOption("never_says");
  await dialog.getByLabel("Phrases").fill("imani clin*");
  await dialog.getByLabel("Holds for").selectOption("threads");
  await dialog.getByRole("button", { name: "Try on the last calls" }).click();
  await dialog.getByText("None of the last 100 written conversations concerns this rule.").waitFor();
  expect(await dialog.getByText("None of the last 100 calls").count()).toBe(0);
  expect(await faultsOf(page, "a rule for written conversations")).toEqual([]);
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await page.getByText("Written conversations only").waitFor();

  await chatOnce("When are you open on Saturday?", /9 in the morning to 1|9:00|09:00/);
  const [thread] = (await client.call(listThreads, { query: {} })).data;
  const inbox = await openScreen(browser, { server, account: owner }, `/dashboard/messages/${thread!.id}`);
  expect((await client.call(listThreadChecks, { params: { thread_id: thread!.id } })).data).toEqual([]);
  await inbox.getByRole("button", { name: "Close" }).click();

  // The sweep finds it; the page is told.
  const checks = inbox.getByRole("region", { name: "Compliance" });
  await checks.getByRole("listitem").filter({ hasText: "No clinic" }).getByText("Failed").waitFor({ timeout: SWEPT_MS });
  expect(await faultsOf(inbox, "a thread with its rules")).toEqual([]);
  await checks.getByRole("button", { name: "Show message: No clinic" }).click();
  await inbox
    .locator("[aria-current=true]")
    .getByText(/Imani Clinic/)
    .waitFor();
  await inbox.setViewportSize({ width: 390, height: 844 });
  expect(await inbox.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await inbox.context().close();

  const { data: notified } = await client.call(listNotifications, { query: {} });
  const told = notified.find(({ kind }) => kind === "rule.failed");
  expect(told).toMatchObject({ details: { name: "No clinic" }, subject: { kind: "thread", id: thread!.id } });
  expect((await client.call(listFailedRules, { query: {} })).data).toEqual([]);
  await page.reload();
  await page.getByText("1 of 1 written conversations failed in the last 30 days").waitFor();
  expect(await faultsOf(page, "a rule that a chat failed")).toEqual([]);
  await page
    .getByRole("region", { name: "Failed written conversations" })
    .getByRole("link", { name: /No clinic/ })
    .click();
  await page
    .locator("[aria-current=true]")
    .getByText(/Imani Clinic/)
    .waitFor();

  // A person's word stands, and the agreement shows it.
  const corrected = page.getByRole("region", { name: "Compliance" });
  await corrected.getByRole("button", { name: "Correct “No clinic”" }).click();
  await corrected.getByText("Passed: 1").click();
  await corrected.getByText(/Reviewed by/).waitFor();
  expect((await client.call(listFailedThreads, { query: {} })).data).toEqual([]);
  await page.goto(`${server.url}/dashboard/compliance`);
  await page.getByText("People agree with 0 of 1 results that they reviewed").waitFor();
  await page.getByText("0 of 1 written conversations failed in the last 30 days").waitFor();

  await page.getByRole("button", { name: "Edit “No clinic”" }).click();
  await dialog.getByRole("button", { name: "Try on the last calls" }).click();
  await dialog.getByText("1 of 1 written conversations would fail.").waitFor();
  // A client of before there was a choice leaves it as it is.
  const [failed] = (await client.call(listThreadChecks, { params: { thread_id: thread!.id } })).data;
  const older = { name: "Renamed", kind: "never_says" as const, phrases: ["imani clin*"] };
  const renamed = await client.call(replaceCheckRule, { params: { rule_id: failed!.rule_id }, body: older });
  expect(renamed).toMatchObject({ name: "Renamed", applies_to: "threads" });
  await page.context().close();
});

async function chatOnce(question: string, answer: RegExp): Promise<void> {
  const { client } = owner;
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
  const body = { agent_id: agent.id, name: "Our site", origins: [origin], chat: true };
  const { key } = await client.call(createWidget, { body });
  html = `<script async src="${server.url}/widgets/${key}/widget.js"></script>`;
  const visitor = await browser!.newContext();
  const chat = await openedChat(await visitor.newPage());
  await chat
    .getByText(/Imani Clinic/)
    .first()
    .waitFor();
  await chat.getByPlaceholder("Write a message").fill(question);
  await chat.getByPlaceholder("Write a message").press("Enter");
  await chat.getByText(answer).waitFor();
  await visitor.close();
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
