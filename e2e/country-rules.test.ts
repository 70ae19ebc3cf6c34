/** A country's rules: made stricter they hold in the next call, and at an hour without calls nobody is rung who is called one by one. */
import { changeCountryPack, listAgents, listCalls, listCountryPacks, readCall, type ExecutionDetail } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { startCarrier } from "./phones/carrier.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
let carrier: Awaited<ReturnType<typeof startCarrier>>;
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  if (!hasBrowser) return;
  carrier = await startCarrier();
  server = await startServer({ dataDir, settings: { SIP_TRUNK: `sip:127.0.0.1:${carrier.port}` } });
  owner = await firstAccount(server);
  browser = await launchBrowser(["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await carrier?.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(`a rule is edited with its source, holds in the next call, and is restored${LEFT_OUT}`, async () => {
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/settings/workspace");
  await page.getByText("Kenya", { exact: true }).click();
  for (const country of ["Nigeria", "South Africa", "Ghana", "Tanzania"])
    await page.getByText(country, { exact: true }).waitFor();
  await page.getByText(/KICA Consumer Protection Regulations 2010.*read on 22 Nov 2026/).waitFor();
  expect(await faultsOf(page, "country-rules")).toEqual([]);

  await page.getByRole("button", { name: "Edit: Recording, Kenya" }).click();
  await page.getByRole("combobox", { name: "Recording" }).selectOption("The caller must agree");
  await page.getByRole("textbox", { name: "English" }).fill("Do you agree that we record this?");
  await page.getByRole("textbox", { name: "Source" }).fill("Our lawyer, by letter");
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await page.getByText(/Our lawyer, by letter/).waitFor();
  await page.getByText("Custom", { exact: true }).waitFor();

  const refused = await typedCall("No.");
  expect(refused).toMatchObject({ telephony_data: { recording_url: "" } });
  expect(stepsOf(refused)).toEqual(["asked", "declined"]);
  await page.goto(`${server.url}/dashboard/call-history/${refused.id}`);
  await page.getByText("Not recorded: the caller said no.").waitFor();
  expect(await page.getByRole("link", { name: "Recording", exact: true }).count()).toBe(0);

  const agreed = await typedCall("Yes, that is fine.");
  expect(stepsOf(agreed)).toEqual(["asked", "agreed"]);
  expect(await keptBefore(agreed)).toEqual({ before: 0, after: expect.any(Number) });

  await page.goto(`${server.url}/dashboard/settings/workspace`);
  await page.getByText("Kenya", { exact: true }).click();
  await page.getByRole("button", { name: "Restore the original rule: Recording, Kenya" }).click();
  await page.getByText("The original rule applies again").first().waitFor();
  const { data } = await owner.client.call(listCountryPacks);
  expect(data.map(({ recording }) => recording.edited)).toEqual([false, false, false, false, false]);

  const told = await typedCall("");
  expect(stepsOf(told)).toEqual(["announced"]);
  const { before, after } = await keptBefore(told);
  expect(before).toBe(0);
  expect(after).toBeGreaterThan(1_000);
});

test.skipIf(!hasBrowser)(
  `at an hour without calls it is said before anything rings; the call waits, or goes out for whoever wants it so${LEFT_OUT}`,
  async () => {
    const told = { source: "Our lawyer", read_on: "2026-11-23" };
    const week = Array.from({ length: 7 }, () => anHourAwayFromNow());
    await owner.client.call(changeCountryPack, {
      params: { country: "KE" },
      body: { hours: { week, ...told }, holidays: { days: [], after_easter: [], ...told } },
    });
    const [agent] = await owner.client.call(listAgents);
    const page = await openScreen(browser, { server, account: owner }, `/dashboard/agent-setup/${agent?.id}`);
    await page.getByLabel("Recipient phone number").fill("0712000001");
    await page.keyboard.press("Tab");
    await page.getByText(/^It is \d\d:\d\d in Nairobi\. Calls to Kenya are placed between \d\d:00 and \d\d:00\./).waitFor();
    expect(await faultsOf(page, "outside-hours")).toEqual([]);
    const testCall = page.getByRole("button", { name: "Test Call" });
    await testCall.click();
    await page.getByText("Call scheduled", { exact: true }).first().waitFor();
    const statuses = async () => (await owner.client.call(listCalls, { query: {} })).data.map(({ status }) => status);
    expect([(await statuses())[0], carrier.rang.size]).toEqual(["rescheduled", 0]);
    await page.getByRole("checkbox", { name: "Call now anyway" }).check();
    await testCall.click();
    await page.getByText("Call Initiated Successfully", { exact: true }).first().waitFor();
    await expect.poll(() => [...carrier.rang.keys()]).toEqual(["+254712000001"]);
    await page.context().close();
    await owner.client.call(changeCountryPack, { params: { country: "KE" }, body: { hours: null, holidays: null } });
  },
);

/** Of the day in Nairobi, at least three hours from this moment. */
function anHourAwayFromNow(): [number, number] {
  return (new Date().getUTCHours() + 3) % 24 < 12 ? [22 * 60, 23 * 60] : [3 * 60, 4 * 60];
}

test.skipIf(!hasBrowser)(`who may not change the workspace reads its rules, and edits none${LEFT_OUT}`, async () => {
  const viewer = await invitedAccount(server, owner, "viewer@example.com", "viewer");
  const page = await openScreen(browser, { server, account: viewer }, "/dashboard/settings/workspace");
  await page.getByText("Tanzania", { exact: true }).click();
  await page.getByText(/opt-out offered/).waitFor();
  expect(await page.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
});

/** Calls the front desk in the browser; types this to its question, where it asks one, and hangs up when it has greeted. */
async function typedCall(answer: string): Promise<ExecutionDetail> {
  const page: Page = await openScreen(browser, { server, account: owner }, "/dashboard");
  await page.getByRole("button", { name: "Call Front desk" }).click();
  const said = page.getByRole("region", { name: "Your call" });
  if (answer !== "") {
    await said.getByText("Do you agree that we record this?").waitFor();
    await page.getByRole("textbox", { name: "Type a message" }).fill(answer);
    await page.keyboard.press("Enter");
  }
  await said.getByText(/Hello, this is Imani Clinic/).waitFor();
  await page.getByRole("button", { name: /hang up/i }).click();
  await page.getByRole("link", { name: "Open the call", exact: true }).waitFor();
  await page.context().close();
  const [call] = (await owner.client.call(listCalls, { query: {} })).data;
  await expect.poll(async () => (await read(call?.id ?? "")).status).toBe("completed");
  return read(call?.id ?? "");
}

const read = (id: string) => owner.client.call(readCall, { params: { execution_id: id } });

function stepsOf({ journal }: ExecutionDetail): string[] {
  return journal.flatMap((entry) => (entry.kind === "recording" ? [entry.how] : []));
}

/** How many samples of either side are not silent, before the moment on which the recording was allowed, and after it. */
async function keptBefore({ telephony_data, journal }: ExecutionDetail): Promise<{ before: number; after: number }> {
  const fromMs = journal.findLast((entry) => entry.kind === "recording")!.atMs;
  const answer = await fetch(telephony_data.recording_url, { headers: { cookie: owner.cookie } });
  const file = Buffer.from(await answer.arrayBuffer());
  const rateHz = file.readUInt32LE(24);
  const loud = Array.from({ length: (file.length - 44) / 2 }, (_, at) => at).filter((at) => file.readInt16LE(44 + at * 2) !== 0);
  const first = Math.floor((fromMs * rateHz) / 1_000) * 2;
  return { before: loud.filter((at) => at < first).length, after: loud.filter((at) => at >= first).length };
}
