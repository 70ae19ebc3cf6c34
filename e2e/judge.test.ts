/** A connected language model judges a test and a call; its quote is looked up, and a person corrects it. */
import { createCheckRule, listAgents, listCallChecks, listCalls, listCheckRules } from "@ongea/contract";
import { chat, type OpenAiServer, startOpenAiServer } from "@ongea/providers/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { npmCommand, settingsOf } from "./npm-command.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const CRITERION = /^\[(k[0-9a-f]{8})\] "(.*)"$/gm;
const PROMISE = "Our desk opens at eight every morning.";

const dataDir = newDataDir();
let model: OpenAiServer;
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  model = await startOpenAiServer();
  model.answer = (response, body) => chat([{ role: "assistant", content: answerTo(body.toString("utf8")) }])(response, body);
  server = await startServer({ dataDir, settings: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: "judge" } });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await stopServers();
  await model.close();
  removeDataDir(dataDir);
});

/** As the agent it says one sentence; as the judge it quotes it, and gives no point for a code word. */
function answerTo(request: string): string {
  const { messages } = JSON.parse(request) as { messages: { content: string }[] };
  const criteria = [...(messages[0]?.content ?? "").matchAll(CRITERION)];
  if (criteria.length === 0) return PROMISE;
  const verdicts = criteria.map(([, key = "", text = ""]): [string, object] => [
    key,
    text.includes("opens")
      ? { met: true, quote: PROMISE, why: "It says when." }
      : { met: false, quote: "", why: "Nobody says so." },
  ]);
  return JSON.stringify(Object.fromEntries(verdicts));
}

async function open(path: string): Promise<Page> {
  const context = await browser!.newContext({ viewport: { width: 1440, height: 1000 } });
  await context.addCookies(browserCookies(server, owner));
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/${path}`);
  return page;
}

test.skipIf(!hasBrowser)(`a judge decides a condition of a test, and shows its quote${LEFT_OUT}`, async () => {
  const [agent] = (await owner.client.call(listAgents)).filter(({ agent_name }) => agent_name === "Front desk");
  const page = await open(`agent-setup/${agent?.id}?tab=tests`);
  await page.getByRole("button", { name: "Add test" }).click();
  const dialog = page.getByRole("dialog", { name: "Add test" });
  await dialog.getByLabel("Name", { exact: true }).fill("Tells the hours");
  await dialog.getByLabel("What the caller says").fill("When do you open?");
  for (const [at, criterion] of ["The agent says when the desk opens.", "The agent offers a discount."].entries()) {
    if (at > 0) await dialog.getByRole("button", { name: "Add condition" }).click();
    await dialog.getByLabel(`Condition ${at + 1}`, { exact: true }).selectOption("judged");
    await dialog.getByLabel("What is true of the conversation").nth(at).fill(criterion);
  }
  expect(await faultsOf(page, "criteria in words")).toEqual([]);
  await dialog.getByRole("button", { name: "Save test" }).click();
  await page.getByRole("button", { name: "Run all tests" }).click();
  await page.getByText("0 of 1 passed").waitFor();
  await page.getByRole("button", { name: "What was said in Tells the hours" }).click();
  await page.locator("q", { hasText: PROMISE }).waitFor();
  await page.getByText("Not so: A language model judges it true: “The agent offers a discount.”").waitFor();
  expect(await faultsOf(page, "what a judge decided")).toEqual([]);
  await page.context().close();
});

test.skipIf(!hasBrowser)(`a judge decides how a call went, and a person corrects it${LEFT_OUT}`, async () => {
  const body = { name: "Hours are told", kind: "judged" as const, criterion: "The agent says when the desk opens." };
  await owner.client.call(createCheckRule, { body });
  const said = ["--say", "When do you open?", "--say", "Thank you, goodbye."];
  expect(await npmCommand(["call", "--", "--to", "front_desk", ...said], settingsOf(server))).toMatchObject({ code: 0 });
  const last = async () => (await owner.client.call(listCalls, { query: {} })).data[0];
  const id = (await last())?.id ?? "";
  const checks = async () => (await owner.client.call(listCallChecks, { params: { execution_id: id } })).data;
  await expect.poll(checks, { timeout: 30_000 }).toMatchObject([{ kind: "judged", passed: true, not_judged: null }]);
  const page = await open(`call-history/${id}`);
  const results = page.getByRole("region", { name: "Compliance" });
  await results.getByText("Passed: 1").click();
  await results.locator("q", { hasText: PROMISE }).waitFor();
  await results.getByRole("button", { name: "Correct “Hours are told”" }).click();
  await results.getByText("Reviewed by").waitFor();
  expect(await faultsOf(page, "a result that a person corrected")).toEqual([]);
  const { data, judge } = await owner.client.call(listCheckRules);
  expect(judge).toContain("judge");
  expect(data).toMatchObject([{ checked: 1, failed: 1, reviewed: 1, agreed: 0 }]);
  await page.context().close();
});
