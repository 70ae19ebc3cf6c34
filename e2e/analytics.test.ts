/** Analytics: what finished calls add up to equals the history, by filter, beside the period before, down to the calls, as a file. */
import { existsSync, readFileSync } from "node:fs";
import { listAgents, listBoardCalls, readCall, readCallBoard } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { faultsOf } from "./axe.ts";
import { firstCall } from "./matrix-things.ts";
import { npmCommand, settingsOf } from "./npm-command.ts";
import { enterWithCode } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const DAY_MS = 86_400_000;
const hasSpeech = existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  if (!hasBrowser) return;
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1_440, height: 900 }, acceptDownloads: true })).newPage();
  await enterWithCode(page, server, "/dashboard/analytics");
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

const period = { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date(Date.now() + DAY_MS).toISOString() };

test.skipIf(!hasSpeech)("a call by voice is counted when it ends, with its delays and its speech", async () => {
  const said = ["--say", "What does a consultation cost?", "--say", "Thank you, goodbye."];
  const done = await npmCommand(["call", "--", "--to", "front_desk", ...said], settingsOf(server));
  expect(done.output).toContain("Over:");
  const read = () => owner.client.call(readCallBoard, { query: { ...period, group: "agent" } });
  await expect.poll(async () => (await read()).total.calls).toBe(1);
  const { total, before } = await read();
  expect(total).toMatchObject({ attempted: 1, answered: 1, contained: 1, answer_rate: 1, containment_rate: 1 });
  expect(total.delay_p50_ms).toBeGreaterThan(0);
  expect(total.talk_share).toBeGreaterThan(0);
  expect(total.minutes).toBeGreaterThan(0.05);
  expect(before.calls).toBe(0);
  const { data } = await owner.client.call(listBoardCalls, { query: { ...period, counted: "contained" } });
  const call = await owner.client.call(readCall, { params: { execution_id: data[0]?.id ?? "" } });
  expect(total.minutes * 60).toBeCloseTo(call.conversation_time, 2);
  // Given up before the agent answered.
  const [agent] = await owner.client.call(listAgents);
  await firstCall(owner.client, agent?.id ?? "");
  await expect.poll(async () => (await read()).total).toMatchObject({ calls: 2, attempted: 2, answered: 1 });
});

test.skipIf(!hasBrowser)(`figures are filtered, compared, followed to their calls and kept as a file${LEFT_OUT}`, async () => {
  const figure = (name: string) =>
    page.getByRole("main").locator(".measures > div", { hasText: name }).locator("dd").first().innerText();
  await page.getByRole("heading", { name: "Analytics" }).waitFor();
  await page.getByLabel("Period").selectOption("365");
  // As many as the history of this workspace has.
  await expect.poll(() => figure("Calls")).toBe("1,248");
  // Late in the day all calls of a demo are of the last thirty days.
  await page.getByLabel("Period").selectOption("7");
  await expect.poll(() => figure("Calls")).not.toBe("1,248");
  expect(await page.getByRole("main").locator(".measures").innerText()).toMatch(/from \d/);

  await page.getByRole("link", { name: "Agents & numbers" }).click();
  await page.getByLabel("Group by").selectOption("country");
  await page.getByRole("link", { name: "Kenya" }).click();
  await page.getByRole("link", { name: "Country: Kenya" }).waitFor();
  await page
    .getByRole("link", { name: /^Open the call of/ })
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Quality" }).click();
  await expect.poll(() => figure("Calls")).toMatch(/^\d{2,3}$/);
  const ofKenya = await figure("Calls");
  await page.getByRole("link", { name: "Cost", exact: true }).click();
  await expect.poll(() => figure("Cost")).toMatch(/^\$\d/);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV" }).click()]);
  expect(download.suggestedFilename()).toMatch(/^ongea-analytics-day-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...days] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(head).toMatch(/^day,name,calls,/);
  expect(days.map((line) => Number(line.split(",")[2])).reduce((sum, calls) => sum + calls, 0)).toBe(Number(ofKenya));

  await page.getByRole("link", { name: "Country: Kenya" }).click();
  await page.getByLabel("Direction").selectOption("inbound");
  await page.getByLabel("Channel").selectOption("widget");
  await page.getByText("No finished calls in this period").waitFor();
});

test.skipIf(!hasBrowser)(`a disposition is added, changed, followed to its board and deleted${LEFT_OUT}`, async () => {
  await page.goto(`${server.url}/dashboard/agent-setup`);
  await page.getByRole("navigation", { name: "Agents" }).getByRole("list").getByRole("link").first().click();
  await page.waitForURL(/agent-setup\/[0-9a-f-]{36}/);
  await page.goto(`${page.url()}?tab=analytics`);
  const section = page.getByRole("region", { name: "Dispositions" });
  await section.getByText("No questions yet").waitFor();
  await section.getByRole("button", { name: "Add a disposition" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Outcome");
  await dialog.getByLabel("Question").fill("How did the call end?");
  await dialog.getByLabel("Values").fill("Booked: a visit is agreed\nNot now");
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("Booked · Not now").waitFor();
  await section.getByRole("button", { name: "Edit Outcome" }).click();
  expect(await faultsOf(page, "disposition")).toEqual([]);
  await dialog.getByLabel("Values").fill("Booked: a visit is agreed\nNot now\nWrong number");
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("Booked · Not now · Wrong number").waitFor();
  expect(await faultsOf(page, "dispositions")).toEqual([]);
  await section.getByRole("link", { name: "Calls by value of Outcome" }).click();
  await expect.poll(() => page.getByLabel("Group by").inputValue()).toBe("disposition:General/Outcome");
  await page.getByText("No finished calls in this period").waitFor();
  await page.getByRole("link", { name: "Disposition: General/Outcome" }).click();
  await expect.poll(() => page.getByLabel("Group by").inputValue()).toBe("agent");
  await page.goBack();
  await page.goBack();
  await section.getByRole("button", { name: "Delete Outcome" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await section.getByText("No questions yet").waitFor();
});

/** A call of the agent whose page is open, by typing. */
async function callSaying(text: string): Promise<void> {
  const panel = page.getByRole("complementary", { name: "Call here" });
  await panel.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByRole("textbox", { name: "Type a message" }).fill(text);
  await page.keyboard.press("Enter");
  await panel.getByText(text).first().waitFor();
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByRole("button", { name: "Hang up" }).waitFor({ state: "detached" });
}

test.skipIf(!hasBrowser)(`a topic is named, found in earlier calls, followed to them and corrected${LEFT_OUT}`, async () => {
  await page.goto(`${server.url}/dashboard/agent-setup`);
  await page.getByRole("navigation", { name: "Agents" }).getByRole("list").getByRole("link").first().click();
  await callSaying("Please, I want to book an appointment");
  await page.goto(`${server.url}/dashboard/analytics`);
  await page.getByRole("link", { name: "Topics" }).click();
  await page.getByText("No topics yet").waitFor();
  const dialog = page.getByRole("dialog");
  const add = async (name: string, ...examples: string[]) => {
    await page.getByRole("button", { name: "Add a topic" }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Examples").fill(examples.join("\n"));
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await add("Appointments", "I want to book an appointment", "I need to see the doctor tomorrow");
  await add("Prices", "How much does it cost?");
  await page.getByText("Embedding model: Built-in.").waitFor();
  expect(await faultsOf(page, "topics")).toEqual([]);
  const calls = async (name: string) => {
    await page.reload();
    const row = page.getByRole("row", { name: new RegExp(`^${name}`) });
    return Number(await row.getByRole("cell").nth(1).innerText());
  };
  await expect.poll(() => calls("Appointments"), { timeout: 120_000, interval: 2_000 }).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Edit Appointments" }).click();
  expect(await faultsOf(page, "edit a topic")).toEqual([]);
  await dialog.getByLabel("Name").fill("Visits");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Visits" }).click();
  await page.getByRole("link", { name: "Topic: Visits" }).waitFor();
  await page
    .getByRole("link", { name: /^Open the call of/ })
    .first()
    .click();
  const topic = page.getByRole("main").getByLabel("Topic", { exact: true }).last();
  await expect.poll(() => topic.locator("option:checked").innerText()).toBe("Visits");
  await topic.selectOption({ label: "Prices" });
  await page.getByText("chosen by a person").waitFor();
  expect(await faultsOf(page, "call with a topic")).toEqual([]);
  await page.goto(`${server.url}/dashboard/call-history`);
  await page.getByRole("cell", { name: "Prices" }).waitFor();
  const rows = page.getByRole("link", { name: /^Open the call of/ });
  await page.getByLabel("Topic", { exact: true }).selectOption("Visits");
  await page.getByRole("cell", { name: "Prices" }).waitFor({ state: "detached" });
  await page.getByLabel("Topic", { exact: true }).selectOption("Prices");
  await page.waitForURL((url) => url.searchParams.has("topic"));
  await page.getByRole("cell", { name: "Prices" }).waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await faultsOf(page, "calls of a topic")).toEqual([]);
  await page.goto(`${server.url}/dashboard/analytics?board=groups&group=topic&days=365`);
  await page.getByRole("link", { name: "Prices" }).waitFor();
  await page.goto(`${server.url}/dashboard/analytics/topics`);
  await page.getByRole("button", { name: "Delete Prices" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete Prices" }).waitFor({ state: "detached" });
});

test.skipIf(!hasBrowser)(`a board is saved with its charts, opened, renamed, deleted and restored${LEFT_OUT}`, async () => {
  await page.goto(`${server.url}/dashboard/analytics?days=90&direction=inbound`);
  await page.getByRole("button", { name: "Display" }).click();
  const display = page.getByRole("dialog", { name: "Display" });
  await display.getByRole("checkbox", { name: "Compare with the period before" }).click();
  await page.waitForURL((url) => url.searchParams.get("compare") === "no");
  await display.getByRole("button", { name: "Move up: Calls per day" }).click();
  await page.waitForURL((url) => url.searchParams.get("charts")?.startsWith("outcomes") === true);
  await display.getByRole("checkbox", { name: "Cost per day" }).click();
  await page.waitForURL((url) => url.searchParams.get("charts")?.endsWith(",cost") === true);
  await page.keyboard.press("Escape");
  const saved = page.getByRole("button", { name: "Saved boards" });
  const list = page.getByRole("dialog", { name: "Saved boards" });
  await saved.click();
  await list.getByRole("textbox", { name: "Name" }).fill("Incoming");
  await list.getByRole("checkbox", { name: "Share with the workspace" }).check();
  await list.getByRole("button", { name: "Save this board" }).click();
  await page.getByRole("heading", { name: "Incoming" }).waitFor();
  await list.getByRole("textbox", { name: "Name" }).fill("incoming");
  await list.getByRole("checkbox", { name: "Share with the workspace" }).check();
  await list.getByRole("button", { name: "Save this board" }).click();
  await list.getByText("Another saved board has this name").waitFor();
  expect(await faultsOf(page, "saved boards")).toEqual([]);

  await page.goto(`${server.url}/dashboard/analytics`);
  await saved.click();
  await list.getByRole("link", { name: "Incoming" }).click();
  await page.waitForURL((url) => url.searchParams.get("charts") === "outcomes,quality_figures,delays,days,cost");
  expect(new URL(page.url()).searchParams.get("compare")).toBe("no");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Incoming calls");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name: "Incoming calls" }).waitFor();
  await page.getByLabel("Period").selectOption("7");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });

  await saved.click();
  await list.getByRole("button", { name: "Delete the board Incoming calls" }).click();
  await list.getByText("No saved boards yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Incoming calls" }).waitFor();
  await page.goto(`${server.url}/dashboard/analytics`);
  await saved.click();
  await list.getByRole("link", { name: "Incoming calls" }).click();
  await page.waitForURL((url) => url.searchParams.get("days") === "7" && url.searchParams.get("direction") === "inbound");
  await page.getByRole("heading", { name: "Incoming calls" }).waitFor();
  for (const theme of ["light", "dark"] as const)
    for (const width of [1_440, 390]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsOf(page, `an own board, ${theme}, ${width}`)).toEqual([]);
    }
});

test.skipIf(!hasBrowser)(
  `a board by e-mail says when it cannot go out, and asks for its day and readers${LEFT_OUT}`,
  async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto(`${server.url}/dashboard/analytics?board=cost`);
    await page.getByRole("button", { name: "By e-mail" }).click();
    const dialog = page.getByRole("dialog", { name: "By e-mail" });
    await dialog.getByText("This installation sends no e-mail").waitFor();
    await dialog.getByLabel("How often").selectOption("month");
    await dialog.getByLabel("Day of the month").selectOption("31");
    expect(await dialog.getByRole("button", { name: "Send this board by e-mail" }).isDisabled()).toBe(true);
    for (const [width, colorScheme] of [
      [1_440, "light"],
      [390, "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsOf(page, `a board by e-mail, ${colorScheme}, ${width}`)).toEqual([]);
    }
  },
);
