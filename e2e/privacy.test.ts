/** Retention, legal holds, and one person who is exported and erased, in the dashboard and over the API. */
import { readFileSync } from "node:fs";
import { createContact, createKey, erasePerson, exportPerson, listAgents, listContacts, readRetention } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const NUMBER = "+254712345678";
const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

const met = () =>
  owner.client.call(createContact, { body: { name: "Amina Yusuf", identities: [{ kind: "phone", value: NUMBER }] } });

test.skipIf(!hasBrowser)(`days are set, a person is held, exported and erased${LEFT_OUT}`, async () => {
  await met();
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/settings/privacy");
  await page.getByText("Nothing is on hold").waitFor();
  await page.getByText("Nothing has been deleted yet").waitFor();
  expect(await faultsOf(page, "privacy, empty")).toEqual([]);
  await page.getByLabel("Recordings").fill("90");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect.poll(() => owner.client.call(readRetention)).toMatchObject({ audio: 90, calls: null });

  const holds = page.locator("section").filter({ hasText: "Legal holds" });
  await holds.getByLabel("Phone number").fill("0712 345 678");
  await holds.getByLabel("Reason").fill("A complaint");
  await holds.getByRole("button", { name: "Place a hold" }).click();
  await holds.getByText("A complaint").waitFor();

  const person = page.locator("section").filter({ hasText: "One person" });
  await person.getByLabel("Phone number").fill("0712 345 678");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    person.getByRole("link", { name: "Download their data" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("ongea-person.zip");
  const zip = readFileSync(await file.path());
  expect(zip.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  expect(zip.includes("contacts.json")).toBe(true);

  await person.getByRole("button", { name: "Erase" }).click();
  const dialog = page.getByRole("dialog");
  const erase = dialog.getByRole("button", { name: "Erase for good" });
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByLabel("Type 0712 345 678 to confirm").fill("0712 345 678");
  expect(await faultsOf(page, "the question before an erasure")).toEqual([]);
  await erase.click();
  await dialog.getByText("This is on legal hold. Lift the hold first.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await holds.getByRole("button", { name: "Lift" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lift" }).click();
  await page.getByText("Nothing is on hold").waitFor();

  await person.getByRole("button", { name: "Erase" }).click();
  await dialog.getByLabel("Type 0712 345 678 to confirm").fill("0712 345 678");
  await erase.click();
  await page.getByText("Contacts: 1").waitFor();
  expect((await owner.client.call(listContacts, { query: {} })).data).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await faultsOf(page, "privacy on a telephone, dark")).toEqual([]);
  await page.context().close();
});

test("a file that nobody waits for any more, a wrong confirmation and a key that is held to agents change nothing", async () => {
  await met();
  const address = `${server.url}${exportPerson.path}?kind=phone&value=${encodeURIComponent(NUMBER)}`;
  for (let n = 0; n < 5; n++) {
    const { body } = await fetch(address, { headers: { cookie: owner.cookie } });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
  }
  const body = { kind: "phone" as const, value: NUMBER, confirm: "somebody else" };
  await expect(owner.client.call(erasePerson, { body })).rejects.toMatchObject({ code: "request.invalid" });
  const [agent] = await owner.client.call(listAgents);
  const { key } = await owner.client.call(createKey, { body: { name: "Held", scope: "admin", agent_ids: [agent?.id ?? ""] } });
  for (const path of ["retention", "holds", "deletions", `person?kind=phone&value=1`]) {
    const answer = await fetch(`${server.url}/api/privacy/${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(403);
  }
  expect((await owner.client.call(listContacts, { query: {} })).data).toHaveLength(1);
});
