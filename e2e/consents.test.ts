/** The ledger of consents in the dashboard, and the gate that goes by it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkCall, createContact, listAgents, listConsents, placeCall } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { npmCommand, settingsOf } from "./npm-command.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { SIP_TRUNK: "sip:127.0.0.1:9" } });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

const FILE = [
  "phone,purpose,given_at,wording,language,proof",
  "0712 000 002,marketing,2026-11-01,Nipigieni kuhusu ofa,sw,scan-17.pdf",
  "0712 000 003,marketing,2026-11-01,Nipigieni kuhusu ofa,sw,",
].join("\n");

test.skipIf(!hasBrowser)(`a consent is required, entered, imported, withdrawn, and the gate goes by it${LEFT_OUT}`, async () => {
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/compliance");
  await page.getByRole("link", { name: "Consents" }).click();
  await page.getByText("No consents yet").waitFor();
  await page.getByLabel("Where a consent to advertising is required").selectOption("everywhere");
  expect(await faultsOf(page, "an empty ledger")).toEqual([]);
  await page.getByRole("button", { name: "Save requirement" }).click();
  await page.getByText("Requirement saved").first().waitFor();

  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("CSV file").setInputFiles({ name: "consents.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByText("1 added, 0 known before").waitFor();
  await dialog.getByText("Row 3: no proof").waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  await page.getByRole("button", { name: "Add consent" }).click();
  await dialog.getByLabel("Phone number").fill("0712 000 001");
  await dialog.getByLabel("Words they agreed to").fill("You may call me about offers.");
  expect(await faultsOf(page, "a consent in the making")).toEqual([]);
  await dialog.getByRole("button", { name: "Save consent" }).click();
  await page.getByText("“You may call me about offers.”").waitFor();
  expect(await faultsOf(page, "a ledger")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });

  const { client } = owner;
  const [agent] = await client.call(listAgents);
  const codeOf = (number: string): Promise<string> =>
    client.call(checkCall, { body: { agent_id: agent?.id ?? "", recipient_phone_number: number } }).then(
      () => "may be called",
      (error: { code: string }) => error.code,
    );
  const numbers = ["0712000001", "0712000002", "0712000003"];
  expect(await Promise.all(numbers.map(codeOf))).toEqual(["may be called", "may be called", "call.no_consent"]);
  const body = { agent_id: agent?.id ?? "", recipient_phone_number: "0712000002", bypass_call_guardrails: true };
  const { execution_id: callId } = await client.call(placeCall, { body });
  await page.goto(`${server.url}/dashboard/call-history/${callId}`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Evidence" }).click()]);
  const file = join(dataDir, "evidence.ndjson");
  await download.saveAs(file);
  const [, ring] = readFileSync(file, "utf8").split("\n");
  expect(JSON.parse(ring ?? "")).toMatchObject({
    call_id: callId,
    decisions: [{ allowed: true, facts: { listed: false, hours_set_aside: true, consent: { required: true, by: "workspace" } } }],
    consents: [{ number: "+254712000002", means: "import", proof: "scan-17.pdf", withdrawn_at: null }],
  });
  const verify = () => npmCommand(["audit", "--", "verify", file], settingsOf(server));
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining("The evidence is whole. Calls: 1.") });
  writeFileSync(file, readFileSync(file, "utf8").replace("scan-17", "scan-18"));
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining("line 2 was changed") });

  const contact = await client.call(createContact, {
    body: { name: "Amina", identities: [{ kind: "phone", value: "0712000001" }] },
  });
  await page.goto(`${server.url}/dashboard/contacts/${contact.id}`);
  await page.getByRole("button", { name: "Withdraw the consent of +254712000001" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Entered by a person").waitFor();
  expect(await faultsOf(page, "a contact's consents")).toEqual([]);
  const { data } = await client.call(listConsents, { query: { phone: "+254712000001" } });
  expect(await codeOf("0712000001")).toBe("call.no_consent");
  expect(data).toMatchObject([{ purpose: "marketing", means: "form", withdrawn_by: "recorded", do_not_call: false }]);
});
