/** A workspace's own SIP trunk: typed in on the screen, refused, corrected, and used both ways. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSipEndpoint, type InboundCall, type OutboundCall, type SipEndpoint } from "@ongea/channels";
import { listCalls, listPhoneNumbers, placeCall, setUpInbound } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const OPERATOR = "127.0.0.9";
const NUMBER = "+254711000001";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-trunks-"));
const prices = join(folder, "prices.csv");
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let operator: SipEndpoint;
const rung: InboundCall[] = [];

beforeAll(async () => {
  operator = await createSipEndpoint({
    host: OPERATOR,
    port: 0,
    password: (user) => (user === "amina" ? "siri-yangu" : undefined),
    answers: () => false,
    onCall: (call) => (rung.push(call), call.reject(486)),
  });
  writeFileSync(
    prices,
    `stage,by,unit,usd,source,as_of\nline,trunk-inbound,minute_of_sound,6,https://example.com/contract,2026-11-01\n`,
  );
  server = await startServer({ dataDir, settings: { PRIVATE_ADDRESSES: "127.0.0.0/8", PROVIDER_PRICES: prices } });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await operator.close();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasBrowser)(
  `a trunk with a wrong password is told as such; with the right one it carries calls out and in${LEFT_OUT}`,
  async () => {
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/phone-numbers");
    await page.getByRole("button", { name: "Add SIP trunk" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Safari Telecom");
    await dialog.getByLabel("Provider").fill("safari");
    await dialog.getByLabel("Server address").fill(OPERATOR);
    await dialog.getByLabel("User name").fill("amina");
    await dialog.getByLabel("Password").fill("siri-yako");
    await dialog.getByLabel("Numbers", { exact: true }).fill("254 711 000 001");
    await dialog.getByText("More settings").click();
    await dialog.getByLabel("Port", { exact: true }).fill(String(operator.port));
    expect(await faultsOf(page, "trunk-dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Save trunk" }).click();
    await page.getByText("It does not accept the user name or the password.").waitFor();
    expect(await faultsOf(page, "trunks")).toEqual([]);

    await page.getByRole("button", { name: "Edit Safari Telecom" }).click();
    await dialog.getByLabel("Password").fill("siri-yangu");
    await dialog.getByRole("button", { name: "Save trunk" }).click();
    await page.getByText("Registered", { exact: true }).waitFor();
    expect(await page.getByRole("row", { name: NUMBER }).textContent()).toContain("Safari Telecom");
    await page.getByRole("button", { name: "Test Safari Telecom" }).click();
    await page.getByText("The trunk answers and accepts what you entered.", { exact: true }).waitFor();

    const { client } = owner;
    const numbers = await client.call(listPhoneNumbers);
    const agent_id = numbers.find(({ agent_id: id }) => id !== null)?.agent_id ?? "";
    const { id: phone_number_id = "" } = numbers.find(({ phone_number: one }) => one === NUMBER) ?? {};
    await client.call(setUpInbound, { body: { agent_id, phone_number_id } });

    const order = { agent_id, recipient_phone_number: "+254722000000", from_phone_number: NUMBER, bypass_call_guardrails: true };
    await client.call(placeCall, { body: order });
    await expect
      .poll(() => rung.map(({ number, from, proof }) => [number, from.user, proof]))
      .toEqual([["+254722000000", NUMBER, { kind: "user", user: "amina" }]]);

    const rings = (): OutboundCall =>
      operator.place({
        to: "amina",
        from: { user: "+254733000000" },
        via: { registered: "amina" },
        media: { host: OPERATOR, port: 6_000 },
      });
    const came = async () =>
      (await client.call(listCalls, { query: {} })).data.find(
        ({ provider, telephony_data }) => provider === "sip-trunk" && telephony_data.call_type === "inbound",
      );
    const call = rings();
    await expect.poll(async () => (await came())?.status).toBe("in-progress");
    expect((await came())?.telephony_data.to_number).toBe(NUMBER);
    call.hangUp();

    // What the operator pays for a minute of its line, by the second.
    await expect.poll(async () => (await came())?.status).toBe("completed");
    const { cost_breakdown, conversation_duration: seconds } = (await came())!;
    expect(cost_breakdown.network).toBeGreaterThan(0);
    expect(Math.abs(cost_breakdown.network - seconds * 10)).toBeLessThanOrEqual(1);

    // With one line, a caller who talks leaves none: neither for another who comes, nor for a call that goes out.
    await page.getByRole("button", { name: "Edit Safari Telecom" }).click();
    await dialog.getByText("More settings").click();
    await dialog.getByLabel("Lines", { exact: true }).fill("1");
    await dialog.getByLabel("Calls per second").fill("0.5");
    await dialog.getByRole("button", { name: "Save trunk" }).click();
    await dialog.waitFor({ state: "detached" });
    const talks = rings();
    await new Promise<void>((resolve) => (talks.onAnswered = () => resolve()));
    expect(await rings().ended).toMatchObject({ sipCause: 486 });
    await expect(client.call(placeCall, { body: order })).rejects.toMatchObject({ code: "call.trunk_full" });
    talks.hangUp();
    await expect
      .poll(() =>
        client.call(placeCall, { body: order }).then(
          () => "placed",
          ({ code }) => code,
        ),
      )
      .toBe("placed");
    await expect.poll(() => rung.length).toBe(2);
    // It was busy, and its line is free; the next may begin two seconds after it.
    await expect
      .poll(() =>
        client.call(placeCall, { body: order }).then(
          () => "placed",
          ({ code }) => code,
        ),
      )
      .toBe("placed");
    await expect(client.call(placeCall, { body: order })).rejects.toMatchObject({
      code: expect.stringMatching(/^call\.trunk_(?:full|too_fast)$/),
    });
  },
);
