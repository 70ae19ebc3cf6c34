/** Notifications by e-mail: chosen on the page, sent to a real SMTP server, ended by the link in them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readNotificationSettings, sendContactMessage } from "@ongea/contract";
import { openSmtpPeer, readable, type SmtpPeer } from "../server/src/platform/mail/testing/smtp-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const PAGE = "/dashboard/settings/notifications";
const dataDir = newDataDir();
let peer: SmtpPeer;
let server: RunningServer;
let account: Account;
let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  peer = await openSmtpPeer();
  server = await startServer({ dataDir, settings: { SMTP_URL: peer.url } });
  account = await firstAccount(server);
  if (!hasBrowser) return;
  browser = await launchBrowser();
  page = await openScreen(browser, { server, account }, PAGE);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await peer.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(
  `a person chooses e-mails about leads, gets one, and ends them by its link without signing in${LEFT_OUT}`,
  { timeout: 180_000 },
  async () => {
    await page.getByText("E-mails go to amina@example.com.").waitFor();
    expect(await page.getByRole("checkbox", { name: "By e-mail: Credit is low" }).isChecked()).toBe(true);
    const lead = page.getByRole("checkbox", { name: "By e-mail: New lead" });
    await lead.check();
    await page.getByRole("combobox", { name: "Hour" }).selectOption({ index: 8 });
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("Africa/Nairobi");
    expect(await faultsOf(page, "notifications")).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const chosen = await account.client.call(readNotificationSettings);
    expect(chosen).toMatchObject({ kinds: ["credit.low", "lead.received"], digest_hour: 7, time_zone: "Africa/Nairobi" });

    const body = { name: "A visitor", email: "visitor@example.com", message: "Hello" };
    await account.client.call(sendContactMessage, { body });
    // A round every half minute.
    await expect.poll(() => peer.taken.length, { timeout: 120_000, interval: 500 }).toBe(1);
    const mail = readable(peer.taken[0] ?? "");
    for (const part of ["To: amina@example.com", "Subject: A new lead", "/dashboard/settings/leads"])
      expect(mail).toContain(part);
    expect(mail).not.toContain("visitor@example.com");
    const link = /\/unsubscribe\?token=[\w.-]+/.exec(mail)?.[0] ?? "";
    const stranger = await (await browser!.newContext()).newPage();
    await stranger.goto(server.url + link);
    await stranger.getByRole("button", { name: "Stop e-mails of this kind" }).click();
    await stranger.getByText("Done. These e-mails will not come any more.").waitFor();
    await page.reload();
    await expect.poll(() => lead.isChecked()).toBe(false);
    // Whoever made up a link is told so.
    await stranger.goto(`${server.url}/unsubscribe?token=made-up`);
    await stranger.getByRole("button", { name: "Stop all e-mails of this workspace" }).click();
    await stranger
      .getByRole("main")
      .getByText(/This link has expired/)
      .waitFor();
  },
);

test.skipIf(!hasBrowser)(
  `a lead is assigned and answered in the inbox; its writer gets the e-mail${LEFT_OUT}`,
  { timeout: 120_000 },
  async () => {
    const body = { name: "Baraka Otieno", email: "baraka@example.com", message: "Do you speak Luo?" };
    await account.client.call(sendContactMessage, { body });
    await page.goto(`${server.url}/dashboard/settings/leads`);
    const row = page.locator("li").filter({ hasText: body.message });
    await row.getByLabel("Who takes care of Baraka Otieno").selectOption("Amina Yusuf");
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await row.getByRole("button", { name: "Answer Baraka Otieno" }).click();
    const dialog = page.getByRole("dialog", { name: "Answer Baraka Otieno" });
    await dialog.getByRole("button", { name: "Send e-mail" }).click();
    await dialog.getByText("Fill in this field.").waitFor();
    await dialog.getByLabel("Message", { exact: true }).fill("Not yet, but we are learning.");
    expect(await faultsOf(page, "answer to a lead")).toEqual([]);
    await dialog.getByRole("button", { name: "Send e-mail" }).click();
    await row.getByText("Not yet, but we are learning.").waitFor();
    await row.getByText("Answered by Amina Yusuf").waitFor();
    const sent = (): string => peer.taken.map(readable).find((mail) => mail.includes("we are learning")) ?? "";
    await expect.poll(sent).not.toBe("");
    for (const part of ["To: baraka@example.com", "Reply-To: amina@example.com", "Subject: Your message", "> Do you speak Luo?"])
      expect(sent()).toContain(part);
    expect(await faultsOf(page, "leads with an answer")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  },
);
