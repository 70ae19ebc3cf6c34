/** A call is shared with a member of the workspace, who is told at once, and by the bell; nobody else is. */
import { listMembers, listNotifications, placeCall, shareCall, listAgents } from "@ongea/contract";
import type { Browser } from "playwright-core";
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
let baraka: Account;
let chebet: Account;
let callId: string;

beforeAll(async () => {
  carrier = await startCarrier();
  server = await startServer({ dataDir, settings: { SIP_TRUNK: `sip:127.0.0.1:${carrier.port}` } });
  owner = await firstAccount(server);
  baraka = await invitedAccount(server, owner, "baraka@example.com", "viewer");
  chebet = await invitedAccount(server, owner, "chebet@example.com", "agent_manager");
  const [agent] = await owner.client.call(listAgents);
  const body = { agent_id: agent?.id ?? "", recipient_phone_number: "+254712000001", bypass_call_guardrails: true };
  callId = (await owner.client.call(placeCall, { body })).execution_id;
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await carrier.close();
  removeDataDir(dataDir);
});

const sharedWith = async ({ client }: Account) =>
  (await client.call(listNotifications, { query: {} })).data.filter(({ kind }) => kind === "call.shared");

test.skipIf(!hasBrowser)(`a call's page tells whom it is shared with, and their bell leads to it${LEFT_OUT}`, async () => {
  const theirs = await openScreen(browser, { server, account: baraka }, "/dashboard");
  const page = await openScreen(browser, { server, account: owner }, `/dashboard/call-history/${callId}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: /baraka/i }).check();
  expect(await faultsOf(page, "share-call")).toEqual([]);
  await dialog.getByRole("button", { name: "Notify" }).click();
  await page.getByText("They have been notified", { exact: true }).waitFor();
  // The page that is open hears of it without being asked.
  await theirs.getByRole("button", { name: /Notifications/ }).click();
  await theirs.getByRole("link", { name: "A call was shared with you" }).click();
  await theirs.waitForURL(`**/${callId}*`);
  expect(await sharedWith(baraka)).toMatchObject([
    { subject: { kind: "call", id: callId }, details: { name: "amina@example.com" } },
  ]);
  expect([await sharedWith(chebet), await sharedWith(owner)]).toEqual([[], []]);
});

test("whoever sees a call may share it, with people of the workspace and a call of the workspace alone", async () => {
  const { data } = await baraka.client.call(listMembers);
  const id = data.find(({ email }) => email.startsWith("chebet"))?.id ?? "";
  const share = (execution_id: string, member_ids: string[]) =>
    baraka.client.call(shareCall, { params: { execution_id }, body: { member_ids, from: 7 } });
  expect(await share(callId, [id, id])).toEqual({ message: "done", told: 1 });
  expect(await sharedWith(chebet)).toMatchObject([{ details: { name: "baraka@example.com", from: 7 } }]);
  const nobody = "00000000-0000-4000-8000-000000000000";
  await expect(share(callId, [nobody])).rejects.toMatchObject({ code: "member.not_found" });
  await expect(share(nobody, [id])).rejects.toMatchObject({ code: "call.not_found" });
  await expect(
    share(
      callId,
      Array.from({ length: 51 }, () => id),
    ),
  ).rejects.toMatchObject({ code: "request.invalid" });
});
