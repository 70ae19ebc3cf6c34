/** A batch is made for something: whose call comes to it is counted, filtered, and said in the file of its calls. */
import { listCalls, readCall, sayInCall, stopCall } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { hasSipp, startSipp, type RunningSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const ASHA = "+254712000003";
const BRIAN = "+254712000004";
const WISH = `Please take a message. My name is Asha, my number is ${ASHA}, the message is: call her back.`;
const READ_BACK = `Shall I note this for Asha, ${ASHA}: call her back?`;
const YES = "Yes, that is right.";

const dataDir = newDataDir();
let model: OpenAiServer;
let carrier: RunningSipp;
let server: RunningServer;
let browser: Browser;
let owner: Account;

beforeAll(async () => {
  if (!hasBrowser || !hasSipp) return;
  model = await startOpenAiServer();
  model.answer = (response, body) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content?: string }[] };
    const words = messages.at(-1)?.content ?? "";
    if (words.includes(WISH)) return chat([{ content: READ_BACK }])(response, body);
    if (!words.includes(YES)) return chat([{ content: "I have noted it." }])(response, body);
    const noted = JSON.stringify({ name: "Asha", phone: ASHA, message: "Call her back" });
    const call = { index: 0, id: "call_1", type: "function", function: { name: "take_message", arguments: noted } };
    return chat([{ tool_calls: [call] }], "tool_calls")(response, body);
  };
  const port = await freePort();
  carrier = await startSipp({ scenario: "uas", calls: 10, localPort: port, timeoutMs: 170_000 });
  const settings = { SIP_TRUNK: `sip:127.0.0.1:${port}`, LLM_BASE_URL: model.baseUrl, LLM_MODEL: "scripted" };
  server = await startServer({ dataDir, settings });
  owner = await firstAccount(server);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await carrier?.stop();
  await stopServers();
  await model?.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser || !hasSipp)(
  `a batch whose goal is a message counts who left one, lists them alone, and its file of calls says so${LEFT_OUT}`,
  async () => {
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/batches");
    await page.getByRole("button", { name: "New batch" }).first().click();
    const dialog = page.getByRole("dialog");
    const buffer = Buffer.from(["contact_number", ASHA, BRIAN].join("\n"));
    await dialog.getByLabel("CSV file").setInputFiles({ name: "ujumbe.csv", mimeType: "text/csv", buffer });
    await dialog.getByText("2 people can be called").waitFor();
    await dialog.getByLabel("Goal", { exact: true }).selectOption("Take messages and call-backs");
    // Whatever the hour is.
    const local = new Date(Date.now() + 3_600_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    await dialog.getByLabel("Scheduled time (optional)").fill(local);
    await dialog.getByLabel("Call outside calling hours too").check();
    expect(await faultsOf(page, "a batch's goal")).toEqual([]);
    await dialog.getByRole("button", { name: "Create batch" }).click();
    await page.getByText("Batch Created Successfully", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Run now" }).first().click();

    const asha = await talking(ASHA);
    const brian = await talking(BRIAN);
    await owner.client.call(sayInCall, { params: { execution_id: asha }, body: { text: WISH } });
    const journal = async () => (await owner.client.call(readCall, { params: { execution_id: asha } })).journal;
    // A message is an effect: it is read back and answered yes before the tool is called.
    await expect
      .poll(async () => (await journal()).some((entry) => entry.kind === "turn" && entry.text === READ_BACK))
      .toBe(true);
    await owner.client.call(sayInCall, { params: { execution_id: asha }, body: { text: YES } });
    await expect.poll(async () => (await journal()).some((entry) => entry.kind === "tool" && entry.ok)).toBe(true);
    for (const execution_id of [asha, brian]) await owner.client.call(stopCall, { params: { execution_id } });

    await page
      .getByRole("row", { name: /ujumbe\.csv.*Completed.*100%/ })
      .first()
      .waitFor();
    await page.getByRole("link", { name: "ujumbe.csv" }).first().click();
    await page.getByText("Take messages and call-backs · Goal reached: 1 of 2 (50%)").waitFor();
    await page.getByRole("combobox", { name: "Contacts shown" }).selectOption("Goal reached");
    await page.getByRole("row", { name: new RegExp(`\\${BRIAN}`) }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: new RegExp(`\\${ASHA}`) }).waitFor();
    await page.getByRole("combobox", { name: "Contacts shown" }).selectOption("Goal not reached");
    await page.getByRole("row", { name: new RegExp(`\\${ASHA}`) }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: new RegExp(`\\${BRIAN}`) }).waitFor();
    expect(await faultsOf(page, "who reached a batch's goal")).toEqual([]);

    const href = await page.getByRole("link", { name: "Export calls" }).getAttribute("href");
    const file = await fetch(server.url + href, { headers: { cookie: owner.cookie } });
    const lines = (await file.text())
      .split("\r\n")
      .filter((line) => /^[0-9a-f]{8}-/.test(line) || line.includes(",goal_reached"));
    expect(lines[0]).toMatch(/,batch_id,goal_reached,topic$/);
    const endOf = (id: string) =>
      lines
        .find((line) => line.startsWith(id))
        ?.split(",")
        .at(-2);
    expect([lines.length, endOf(asha), endOf(brian)]).toEqual([3, "true", "false"]);
  },
);

/** The call to this number, as soon as somebody is on the line. */
async function talking(number: string): Promise<string> {
  const found = async () =>
    (await owner.client.call(listCalls, { query: { status: "in-progress" } })).data.find((call) => call.user_number === number)
      ?.id ?? "";
  await expect.poll(found).not.toBe("");
  return found();
}
