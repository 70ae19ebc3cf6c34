import { listAgents, placeCall, readCall } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./axe.ts";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { hasSipp, startSipp, type RunningSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let carrier: RunningSipp | undefined;

/** A telephone network: numbers that end in 1 are busy, in 2 nobody is reached, and everybody else answers and hangs up soon. */
const NETWORK = `<?xml version="1.0"?>
<scenario name="people">
  <recv request="INVITE" crlf="true">
    <action>
      <ereg regexp="sip:[^@]*1@" search_in="hdr" header="To:" assign_to="isBusy" />
      <ereg regexp="sip:[^@]*2@" search_in="hdr" header="To:" assign_to="isAway" />
      <ereg regexp=".*" search_in="hdr" header="From:" assign_to="ongea" />
      <ereg regexp=".*" search_in="hdr" header="To:" assign_to="person" />
      <ereg regexp="sip:[^;>]*" search_in="hdr" header="Contact:" assign_to="contact" />
    </action>
  </recv>
  <nop next="busy" test="isBusy" />
  <nop next="away" test="isAway" />
  <send><![CDATA[
    SIP/2.0 200 OK
    [last_Via:]
    [last_From:]
    [last_To:];tag=[call_number]
    [last_Call-ID:]
    [last_CSeq:]
    Contact: <sip:[local_ip]:[local_port]>
    Content-Type: application/sdp
    Content-Length: [len]

    v=0
    o=people 1 1 IN IP4 [local_ip]
    s=-
    c=IN IP4 [media_ip]
    t=0 0
    m=audio [media_port] RTP/AVP 0
    a=rtpmap:0 PCMU/8000
  ]]></send>
  <recv request="ACK" />
  <pause milliseconds="1500" />
  <send retrans="500"><![CDATA[
    BYE [$contact] SIP/2.0
    Via: SIP/2.0/UDP [local_ip]:[local_port];branch=[branch]
    From: [$person];tag=[call_number]
    To: [$ongea]
    [last_Call-ID:]
    CSeq: 2 BYE
    Max-Forwards: 70
    Content-Length: 0
  ]]></send>
  <recv response="200" next="end" />
  <label id="busy" />
  <send next="refused"><![CDATA[
    SIP/2.0 486 Busy Here
    [last_Via:]
    [last_From:]
    [last_To:];tag=[call_number]
    [last_Call-ID:]
    [last_CSeq:]
    Content-Length: 0
  ]]></send>
  <label id="away" />
  <send next="refused"><![CDATA[
    SIP/2.0 480 Temporarily Unavailable
    [last_Via:]
    [last_From:]
    [last_To:];tag=[call_number]
    [last_Call-ID:]
    [last_CSeq:]
    Content-Length: 0
  ]]></send>
  <label id="refused" />
  <recv request="ACK" />
  <label id="end" />
</scenario>`;

const CSV = [
  "Jina;Simu;Deni",
  "Asha Mwangi;0712000003;1200",
  "Brian;+254 712 000 001;300",
  "Chidi;'254712000002;50",
  'Dada; 712-000-004;"7;5"',
  "Excel;2.54712E+11;9",
  "Fatuma;;9",
  "Ghost;+254712000003;9",
  "Premium;+254900123456;9",
].join("\r\n");

beforeAll(async () => {
  const port = await freePort();
  if (hasSipp) carrier = await startSipp({ scenario: { xml: NETWORK }, calls: 100, localPort: port, timeoutMs: 170_000 });
  server = await startServer({
    dataDir,
    settings: { SIP_TRUNK: `sip:127.0.0.1:${port}`, BATCH_CALLS_PER_SECOND: "5" },
  });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await carrier?.stop();
  await stopServers();
  removeDataDir(dataDir);
});

/** What a field for a time takes: the minute on this machine's clock. */
function localMinute(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function batches(account: Account, viewport?: { width: number; height: number }): Promise<Page> {
  return openScreen(browser, { server, account }, "/dashboard/batches", { ...(viewport && { viewport }) });
}

test.skipIf(!hasBrowser || !hasSipp)(
  `a call that is planned rings at its moment; one that is stopped on its page never does${LEFT_OUT}`,
  async () => {
    const [agent] = await owner.client.call(listAgents);
    const plan = (recipient_phone_number: string, afterMs: number) =>
      owner.client.call(placeCall, {
        body: {
          agent_id: agent!.id,
          recipient_phone_number,
          scheduled_at: new Date(Date.now() + afterMs).toISOString(),
          bypass_call_guardrails: true,
        },
      });
    const read = (execution_id: string) => owner.client.call(readCall, { params: { execution_id } });
    const [soon, later] = [await plan("0712000005", 2_000), await plan("0712000006", 3_600_000)];
    expect([soon.status, later.status]).toEqual(["scheduled", "scheduled"]);
    const page = await batches(owner);
    await page.goto(`${server.url}/dashboard/call-history`);
    await page.getByText("+254712000006").first().waitFor();
    await page.getByRole("row", { name: "+254712000006" }).first().getByRole("link").click();
    await page.getByText("No one has been called yet.").waitFor();
    expect(await faultsOf(page, "a planned call")).toEqual([]);
    await page.getByRole("button", { name: "Stop this call" }).click();
    await page.getByText("The call was stopped.", { exact: true }).waitFor();
    expect(await read(later.execution_id)).toMatchObject({ status: "stopped", telephony_data: { to_number: "+254712000006" } });
    await expect.poll(async () => (await read(soon.execution_id)).status).toBe("completed");
    await page.context().close();
  },
);

test.skipIf(!hasBrowser || !hasSipp)(
  `a messy file from a spreadsheet becomes a batch, the people in it are called, and each has what became of it${LEFT_OUT}`,
  async () => {
    const page = await batches(owner);
    await page.getByRole("button", { name: "New batch" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create batch" }).click();
    await page.getByText("Please fill in all required fields and upload a CSV file.", { exact: true }).waitFor();
    const file = { name: "madeni.csv", mimeType: "text/csv", buffer: Buffer.from(`\ufeff${CSV}`, "utf16le") };
    await dialog.getByLabel("CSV file").setInputFiles(file);
    await dialog.getByText("4 people can be called").waitFor();
    // What was missing is there: the notice about it is gone.
    expect(await page.getByText("Missing Information", { exact: true }).count()).toBe(0);
    await dialog.getByText("4 rows are left out").click();
    await dialog.getByText("The spreadsheet has rounded this number.", { exact: false }).waitFor();
    expect(await faultsOf(page, "batches")).toEqual([]);
    // Sundays and nights are no hours to call; the test runs at any.
    const local = localMinute(Date.now() + 3_600_000);
    await dialog.getByLabel("Scheduled time (optional)").fill(local);
    await dialog.getByLabel("Call outside calling hours too").check();
    await dialog.getByLabel("Call again if the line was busy or nobody answered").uncheck();
    await dialog.getByRole("button", { name: "Create batch" }).click();
    await page.getByText("Batch Created Successfully", { exact: true }).waitFor();
    await page
      .getByRole("row", { name: /madeni\.csv.*Scheduled/ })
      .first()
      .waitFor();

    await page.getByRole("button", { name: "Do-not-call list" }).click();
    await dialog.getByLabel("Numbers to add").fill("0712 000 004\nnobody");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("+254712000004").waitFor();
    await dialog.getByText("These are not phone numbers. The others were added.").waitFor();
    expect(await faultsOf(page, "do-not-call list")).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "Run now" }).first().click();
    const row = page.getByRole("row", { name: /madeni\.csv.*Completed.*100%.*4 of 4/ }).first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/Completed 1.*Not answered 1.*Busy 1.*Not called 1.*Left out 4/);
    await page.getByRole("link", { name: "madeni.csv" }).first().click();
    await page.getByRole("row", { name: /\+254712000001.*Busy/ }).waitFor();
    await page.getByRole("row", { name: /\+254712000002.*Not answered/ }).waitFor();
    await page.getByRole("row", { name: /\+254712000004.*Not called.*This number is on the do-not-call list/ }).waitFor();
    await page.getByRole("row", { name: /2\.54712E\+11.*Left out/ }).waitFor();
    expect(await faultsOf(page, "batches")).toEqual([]);
    await page.getByRole("link", { name: /Open the call to \+254712000003/ }).click();
    await page.getByText("+254712000003").first().waitFor();
  },
);

test.skipIf(!hasBrowser || !hasSipp)(
  `what cannot be made, stopped or deleted says so and stays; the next try tells that it is done${LEFT_OUT}`,
  async () => {
    const page = await batches(owner);
    const away = async (address: string, meanwhile: () => Promise<void>): Promise<void> => {
      await page.route(address, (route) => route.fulfill({ status: 503, body: "The proxy is being restarted." }));
      await meanwhile();
      await page.unroute(address);
    };
    const told = (title: string) => page.getByText(title, { exact: true }).last().waitFor();
    const people = Array.from({ length: 60 }, (_, n) => `+2547130${String(n * 10 + 3).padStart(5, "0")}`);
    const file = { name: "wengi.csv", mimeType: "text/csv", buffer: Buffer.from(["contact_number", ...people].join("\n")) };
    await page.getByRole("button", { name: "New batch" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("CSV file").setInputFiles(file);
    await dialog.getByText("60 people can be called").waitFor();
    // Only what is planned asks about the hours.
    const local = localMinute(Date.now() + 3_600_000);
    await dialog.getByLabel("Scheduled time (optional)").fill(local);
    await dialog.getByLabel("Call outside calling hours too").check();
    const create = dialog.getByRole("button", { name: "Create batch" });
    await away("**/batches", async () => {
      await create.click();
      await told("Creation Failed");
    });
    await create.click();
    await told("Batch Created Successfully");
    expect(await page.getByText("Creation Failed", { exact: true }).count()).toBe(0);
    const row = page.getByRole("row", { name: /wengi\.csv/ }).first();
    await row.getByRole("button", { name: "Run now" }).click();
    await row.getByRole("button", { name: "Stop" }).waitFor();
    // On a telephone all of it is in sight: nothing is scrolled to the side.
    await page.setViewportSize({ width: 390, height: 844 });
    const list = page.getByRole("region", { name: "Batches" });
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (const name of ["Stop", /^Delete/]) {
      const box = await row.getByRole("button", { name }).boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    }
    expect(await faultsOf(page, "batches, 390 wide")).toEqual([]);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await away("**/batches/*/stop", async () => {
      await row.getByRole("button", { name: "Stop" }).click();
      await told("Stop Failed");
    });
    await row.getByRole("button", { name: "Stop" }).click();
    await told("Batch Stopped");
    const confirm = page.getByRole("alertdialog").or(dialog).getByRole("button", { name: "Delete", exact: true });
    await row.getByRole("button", { name: /Delete/ }).click();
    await away("**/batches/*", async () => {
      await confirm.click();
      await told("Delete Failed");
    });
    await confirm.click();
    await told("Batch Deleted");
    await row.waitFor({ state: "detached" });
  },
);

test.skipIf(!hasBrowser)(`the screen fits a telephone, and who may only look sees no buttons${LEFT_OUT}`, async () => {
  const viewer = await invitedAccount(server, owner, "viewer@example.com", "viewer");
  const page = await batches(viewer, { width: 390, height: 844 });
  await page.getByRole("heading", { name: "Batches" }).waitFor();
  await page.getByLabel("Agent").waitFor();
  expect(await page.getByRole("button", { name: "New batch" }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faultsOf(page, "batches")).toEqual([]);
});
