/** Somebody flashes a number: their telephone hears busy, and the number's agent calls them back, once. */
import { listCalls, type Execution } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { hasSipp, runSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const CALLER = "+254722333444";
const NUMBER = "1001";
const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { SIP_TRUNK: "sip:127.0.0.77:5070" } });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

const calls = async (): Promise<readonly Execution[]> => (await owner.client.call(listCalls, { query: {} })).data;
const missed = async () => (await calls()).filter(({ missed_call }) => missed_call);

/** Succeeds when the telephone hears busy. */
async function flash(): Promise<void> {
  const scenario = { xml: FLASH };
  const target = `127.0.0.1:${server.sipPort}`;
  const rung = await runSipp({ scenario, target, number: NUMBER, calls: 1, timeoutMs: 20_000 });
  expect(rung).toMatchObject({ successful: 1, failed: 0 });
}

test.skipIf(!hasBrowser || !hasSipp)(
  `a number is set to call back who flashes it, the caller hears busy, and the history says what became of it${LEFT_OUT}`,
  async () => {
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/phone-numbers");
    const row = page.getByRole("row", { name: /1001/ });
    await row.getByRole("button", { name: /Missed calls: The agent, at once/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("The caller gets").selectOption({ label: "A message" });
    await dialog.getByText("Add a sender of text messages under Messages first.").waitFor();
    expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await dialog.getByLabel("The caller gets").selectOption({ label: "A call back" });
    expect(await dialog.getByLabel("Minutes before").inputValue()).toBe("10");
    expect(await faultsOf(page, "missed calls")).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByRole("button", { name: /Missed calls: A call back/ }).waitFor();

    await flash();
    await flash();
    await vi.waitFor(
      async () => {
        const told = (await missed()).map(({ missed_call }) => [missed_call?.state, missed_call?.reason ?? null]);
        expect(told).toEqual([
          ["nothing", "too_soon"],
          ["answered", null],
        ]);
      },
      { timeout: 20_000, interval: 300 },
    );
    const [again, first] = await missed();
    expect([again?.status, first?.status, first?.user_number]).toEqual(["busy", "busy", CALLER]);
    const back = (await calls()).filter(({ telephony_data: { call_type } }) => call_type === "outbound");
    expect(back.map(({ id, user_number, user_data }) => [id, user_number, user_data])).toEqual([
      [first?.missed_call?.execution_id, CALLER, { missed_call: first?.id }],
    ]);

    await page.goto(`${server.url}/dashboard/call-history`);
    await page.getByText("Missed call, answered by a call back").first().waitFor();
    await page.getByText("Missed call, not answered").first().waitFor();
    await page.goto(`${server.url}/dashboard/call-history/${first?.id}`);
    await page.getByRole("link", { name: "Called back" }).click();
    await page.waitForURL(`**/${first?.missed_call?.execution_id}`);
  },
);

const FLASH = `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="a telephone that flashes">
  <send retrans="500"><![CDATA[
    INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/UDP [local_ip]:[local_port];branch=[branch]
    From: <sip:${CALLER}@[local_ip]:[local_port]>;tag=[call_number]
    To: <sip:[service]@[remote_ip]:[remote_port]>
    Call-ID: [call_id]
    CSeq: 1 INVITE
    Contact: <sip:[local_ip]:[local_port]>
    Max-Forwards: 70
    Content-Type: application/sdp
    Content-Length: [len]

    v=0
    o=- 1 1 IN IP4 [local_ip]
    s=-
    c=IN IP4 [local_ip]
    t=0 0
    m=audio [auto_media_port] RTP/AVP 0
    a=rtpmap:0 PCMU/8000
  ]]></send>
  <recv response="100" optional="true"/>
  <recv response="180" optional="true"/>
  <recv response="486"/>
  <send><![CDATA[
    ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
    [last_Via:]
    From: <sip:${CALLER}@[local_ip]:[local_port]>;tag=[call_number]
    To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
    Call-ID: [call_id]
    CSeq: 1 ACK
    Max-Forwards: 70
    Content-Length: 0
  ]]></send>
</scenario>
`;
