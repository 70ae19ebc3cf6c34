/** A batch of calls that carries a message, on a real server: who was not reached is written to by SMS, once, whatever is killed meanwhile. */
import {
  addDoNotCall,
  changeAgent,
  connectProvider,
  createBatch,
  createSender,
  listAgents,
  listBatchContacts,
  readBatch,
  runBatch,
  scheduleBatch,
  type BatchContact,
  type BatchFollowUp,
} from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  startAfricasTalkingSmsPeer,
  type AfricasTalkingSmsPeer,
} from "../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { startCarrier, type Carrier } from "./phones/carrier.ts";
import { freePort } from "./phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const TOOL = { kind: "tool", name: "take_message" } as const;
const TEXT = "Hello {name}, we tried to call you.";
const dataDir = newDataDir();
let peer: AfricasTalkingSmsPeer;
let carrier: Carrier;
let server: RunningServer;
let owner: Account;
let port = 0;
let senderId = "";
let agentId = "";
let browser: Browser | undefined;

const serve = (): Promise<RunningServer> => {
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
    SIP_TRUNK: `sip:127.0.0.1:${carrier.port}`,
    DIAL_COUNTRIES: "KE,UG",
    BATCH_CALLS_PER_SECOND: "20",
    BATCH_MESSAGES_PER_SECOND: "4",
  };
  return startServer({ dataDir, port, settings });
};

beforeAll(async () => {
  [peer, carrier, port] = await Promise.all([startAfricasTalkingSmsPeer(), startCarrier(), freePort()]);
  server = await serve();
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
  const { client } = owner;
  agentId = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!.id;
  await client.call(connectProvider, {
    body: { provider: "africastalking", values: { account: peer.username, key: peer.apiKey } },
  });
  await noSender();
  const sender = { provider: "africastalking", sender: peer.sender, agent_id: agentId } as const;
  senderId = (await client.call(createSender, { body: sender })).id;
  await open(0, 24);
});
afterEach(() => void (peer.mood = "well"));
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await Promise.all([peer.close(), carrier.close()]);
  removeDataDir(dataDir);
});

/** Between which hours of each day the agent may write. */
async function open(call_start_hour: number, call_end_hour: number): Promise<void> {
  const body = { agent_config: { calling_guardrails: { call_start_hour, call_end_hour } } };
  await owner.client.call(changeAgent, { params: { agent_id: agentId }, body });
}

let people = 0;
/** Of new people, their last digit: one that 3 divides is busy, others answer and hang up. */
const numbersOf = (...digits: readonly number[]): string[] =>
  digits.map((digit) => `+25677${String(100_000 + people++)}${String(digit)}`);

const formOf = (numbers: readonly string[], to: BatchFollowUp["to"], more: Readonly<Record<string, unknown>> = {}) => {
  const csv = `contact_number,name\n${numbers.map((one, at) => `${one},Person ${at}\n`).join("")}`;
  const fields = { follow_up: { to, message: { sender_id: senderId, text: TEXT } }, ...more };
  return [
    { name: "agent_id", value: agentId },
    { name: "file", value: { fileName: "people.csv", bytes: new TextEncoder().encode(csv) } },
    ...Object.entries(fields).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
  ];
};

/** Runs at any hour. */
async function started(form: ReturnType<typeof formOf>): Promise<string> {
  const { batch_id } = await owner.client.call(createBatch, { form });
  const body = { scheduled_at: new Date().toISOString(), bypass_call_guardrails: true };
  await owner.client.call(scheduleBatch, { params: { batch_id }, body });
  return batch_id;
}
const batchOf = (batch_id: string) => owner.client.call(readBatch, { params: { batch_id } });
async function completed(batch_id: string, timeout = 60_000): Promise<void> {
  await expect.poll(async () => (await batchOf(batch_id)).status, { timeout }).toBe("completed");
}
async function rowsOf(batch_id: string): Promise<BatchContact[]> {
  return (await owner.client.call(listBatchContacts, { params: { batch_id }, query: { limit: 100 } })).data;
}
const writtenTo = (numbers: readonly string[]): string[] =>
  peer.left.flatMap(({ to }) => (numbers.includes(to) ? [to] : [])).toSorted();

/** Without a sender a batch cannot write, and says where one is added. */
async function noSender(): Promise<void> {
  if (!hasBrowser) return;
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/batches");
  await page.getByRole("button", { name: "New batch" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What people get").selectOption({ label: "A message" });
  const link = dialog.getByRole("link", { name: "Add a sender" });
  await link.waitFor();
  const preview = dialog.getByRole("button", { name: "Preview" });
  expect(await preview.isDisabled()).toBe(true);
  await dialog.getByText("no one is written to until you run the batch").waitFor();
  expect(await faultsOf(page, "a batch without a sender")).toEqual([]);
  await link.click();
  await page.getByRole("heading", { name: "Add a sender" }).waitFor();
  await page.close();
}

test.skipIf(!hasBrowser)(
  `a batch of calls gets its message in the dialog, and its page shows call and message of each row${LEFT_OUT}`,
  async () => {
    const numbers = numbersOf(3, 1);
    const csv = `contact_number,name\n${numbers[0]},Asha\n${numbers[1]},Baraka\n+256771999993,\n`;
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/batches");
    await page.getByRole("button", { name: "New batch" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByLabel("CSV file")
      .setInputFiles({ name: "visits.csv", mimeType: "text/csv", buffer: Buffer.from(csv, "utf8") });
    await dialog.getByText("3 people can be called").waitFor();
    await dialog.getByLabel("If nobody answered").check();
    expect(await dialog.getByLabel("If the goal was reached").count()).toBe(0);
    await dialog.getByLabel("Message", { exact: true }).fill(TEXT);
    await dialog.getByLabel("Call again if the line was busy").uncheck();
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("If everyone gets the message: 2 message parts").waitFor();
    await dialog.getByText("2 people can be called").waitFor();
    await dialog.getByText("1 row is left out").click();
    await dialog.getByText("No value in “name”").waitFor();
    expect(await faultsOf(page, "a batch of calls with a message")).toEqual([]);
    await dialog.getByRole("button", { name: "Create batch" }).click();
    await page.getByRole("link", { name: "visits.csv" }).click();
    await page.getByText("Message after the call: If nobody answered").waitFor();
    await page.getByRole("button", { name: "Run now" }).click();
    const asha = page.getByRole("row", { name: new RegExp(`\\${numbers[0]}`) });
    await asha.getByText("Busy").waitFor({ timeout: 20_000 });
    await asha.getByRole("link", { name: "sent Open the conversation" }).waitFor({ timeout: 20_000 });
    await page
      .getByRole("row", { name: new RegExp(`\\${numbers[1]}`) })
      .getByText("Completed")
      .waitFor();
    expect(writtenTo(numbers)).toEqual([numbers[0]]);
    expect(await faultsOf(page, "calls and messages of a batch")).toEqual([]);
    const hrefs = ["Export rows", "Evidence"].map((name) => page.getByRole("link", { name }).getAttribute("href"));
    const [rows = "", evidence = ""] = await Promise.all(
      hrefs.map(async (href) => (await fetch(server.url + (await href), { headers: { cookie: owner.cookie } })).text()),
    );
    const cells = rows.split("\r\n").map((line) => line.split(","));
    expect(cells.slice(0, 4).map((row) => row.slice(2, 6))).toEqual([
      ["state", "outcome", "message_outcome", "reason"],
      ["finished", "busy", "sent", ""],
      ["finished", "completed", "", ""],
      ["refused", "", "", "no_value"],
    ]);
    const judged = evidence.split("\n").find((line) => line.includes('"kind":"message"')) ?? "";
    expect(JSON.parse(judged)).toMatchObject({
      to: numbers[0],
      outcome: "sent",
      decisions: [{ purpose: "message", allowed: true, facts: { country: "UG", listed: false, consent: { required: false } } }],
    });
    await asha.getByRole("link", { name: "sent Open the conversation" }).click();
    await page.waitForURL("**/dashboard/messages/*");
    await page.close();
  },
  60_000,
);

test("who was busy is written to, who answered is not, and who opts out meanwhile gets nothing", async () => {
  const numbers = numbersOf(1, 3, 2, 6, 9, 0, 3, 6, 9, 3);
  const last = numbers.at(-1)!;
  const batch_id = await started(formOf(numbers, ["unanswered"]));
  await expect.poll(() => writtenTo(numbers).length, { timeout: 30_000 }).toBeGreaterThan(0);
  await owner.client.call(addDoNotCall, { body: { numbers: [last] } });
  await completed(batch_id);
  const busy = numbers.filter((number) => Number(number.at(-1)) % 3 === 0);
  expect(writtenTo(numbers)).toEqual(busy.filter((one) => one !== last).toSorted());
  expect(peer.left.find(({ to }) => to === numbers[1])?.text).toBe("Hello Person 1, we tried to call you.");
  const rows = await rowsOf(batch_id);
  expect(rows[0]).toMatchObject({ outcome: "completed", message_outcome: null, thread_id: null, attempts: 1 });
  expect(rows[1]).toMatchObject({ outcome: "busy", message_outcome: "sent", thread_id: expect.any(String), attempts: 1 });
  expect(rows.at(-1)).toMatchObject({ outcome: "busy", message_outcome: "refused", refusal: "call.do_not_call" });
  expect(await batchOf(batch_id)).toMatchObject({
    busy_count: busy.length,
    completed_count: 2,
    finished_count: 10,
    segments: 10,
    follow_up_counts: { waiting: 0, sending: 0, sent: busy.length - 1, refused: 1, failed: 0 },
  });
}, 90_000);

test("a message for who has not reached the goal goes to everybody who answered without it, and to nobody else", async () => {
  const numbers = numbersOf(1, 3, 2);
  const batch_id = await started(formOf(numbers, ["not_reached"], { goal: TOOL }));
  await completed(batch_id);
  expect(writtenTo(numbers)).toEqual(numbers.toSpliced(1, 1));
  const other = numbersOf(1, 2);
  await completed(await started(formOf(other, ["reached"], { goal: TOOL })));
  expect(writtenTo(other)).toEqual([]);
}, 90_000);

test("a message that comes after a retry waits for the last one", async () => {
  const numbers = numbersOf(3);
  const batch_id = await started(
    formOf(numbers, ["unanswered"], { retry_config: { max_retries: 1, retry_intervals_minutes: [1] } }),
  );
  await expect.poll(async () => (await rowsOf(batch_id))[0]?.outcome, { timeout: 20_000 }).toBe("busy");
  expect((await rowsOf(batch_id))[0]).toMatchObject({ state: "waiting", message_outcome: null });
  expect(writtenTo(numbers)).toEqual([]);
  await completed(batch_id, 100_000);
  expect([carrier.rang.get(numbers[0]!)?.size, writtenTo(numbers)]).toEqual([2, numbers]);
}, 150_000);

test("in quiet hours the message waits for the next opening, its row says so, and a stopped batch writes nothing", async () => {
  const hour = (new Date().getUTCHours() + 12) % 22;
  await open(hour, hour + 1);
  const numbers = numbersOf(3, 1);
  const batch_id = await started(formOf(numbers, ["unanswered"]));
  await expect.poll(async () => (await rowsOf(batch_id))[0]?.not_before, { timeout: 20_000 }).toEqual(expect.any(String));
  expect((await rowsOf(batch_id))[0]).toMatchObject({ state: "following", outcome: "busy", message_outcome: null });
  expect(await batchOf(batch_id)).toMatchObject({ status: "running", busy_count: 1, follow_up_counts: { waiting: 1 } });
  expect(writtenTo(numbers)).toEqual([]);
  await open(0, 24);
}, 60_000);

test("a provider that takes a message and breaks off is not asked again: its row is unknown", async () => {
  peer.mood = "takes it and breaks off";
  const numbers = numbersOf(3, 6);
  const batch_id = await started(formOf(numbers, ["unanswered"]));
  await completed(batch_id);
  expect(writtenTo(numbers)).toEqual(numbers.toSorted());
  expect((await rowsOf(batch_id)).map((row) => [row.outcome, row.message_outcome, row.failure])).toEqual([
    ["busy", "unknown", "unknown"],
    ["busy", "unknown", "unknown"],
  ]);
}, 90_000);

test("a server that is killed twice, and a batch that is started five times at once, write to nobody twice and forget nobody", async () => {
  const numbers = numbersOf(...Array.from({ length: 24 }, () => 3));
  const { batch_id } = await owner.client.call(createBatch, { form: formOf(numbers, ["unanswered"]) });
  peer.mood = "slow";
  await open(0, 24);
  const starts = Array.from({ length: 5 }, () => owner.client.call(runBatch, { params: { batch_id } }));
  expect((await Promise.allSettled(starts)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (let kill = 0; kill < 2; kill++) {
    const before = writtenTo(numbers).length;
    await expect.poll(() => writtenTo(numbers).length, { timeout: 40_000, interval: 20 }).toBeGreaterThan(before + 3);
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    server = await serve();
  }
  await completed(batch_id, 150_000);
  const written = writtenTo(numbers);
  expect(new Set(written).size).toBe(written.length);
  const rows = await rowsOf(batch_id);
  const called = rows.filter(({ outcome }) => outcome !== "unknown");
  expect(called.filter(({ message_outcome: outcome }) => outcome !== "sent" && outcome !== "unknown")).toEqual([]);
  expect(called.filter((row) => row.message_outcome === "sent" && !written.includes(row.number))).toEqual([]);
  expect(rows.filter(({ message_outcome: outcome }) => outcome === "unknown").length).toBeLessThanOrEqual(2 * 8);
}, 300_000);

test("a message beside a message, and one for a goal that the batch has not, are refused before anything is stored", async () => {
  const numbers = numbersOf(1);
  for (const more of [
    { message: { sender_id: senderId, text: "Hello" } },
    { follow_up: { to: [], message: { sender_id: senderId, text: "x" } } },
  ])
    await expect(owner.client.call(createBatch, { form: formOf(numbers, ["unanswered"], more) })).rejects.toMatchObject({
      code: "request.invalid",
    });
  await expect(owner.client.call(createBatch, { form: formOf(numbers, ["reached"]) })).rejects.toMatchObject({
    code: "request.invalid",
  });
});
