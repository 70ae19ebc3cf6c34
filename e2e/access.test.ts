import { createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listNotifications } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { choose, enterWithCode, fillSignIn, fillSignUp } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const PASSWORD = "a long enough password";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir });
  if (!hasBrowser) return;
  owner = await firstAccount(server);
  browser = await launchBrowser();
});
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(
  `a visitor keeps the demo workspace by making an account, leaves, and comes back to where they wanted${LEFT_OUT}`,
  async () => {
    const page = await newPage();
    await enterWithCode(page, server);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByText("Your demo workspace becomes yours").waitFor();
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByText("Name is required").waitFor();
    await page.getByText("The password needs at least 10 characters").waitFor();
    await fillSignUp(page, { name: "Wanjirũ Kamau", email: "wanjiru@imani.example", password: PASSWORD });
    await page.getByText("Welcome back, Wanjirũ Kamau.").waitFor();
    expect(await page.getByRole("link", { name: "Create an account" }).count()).toBe(0);
    await choose(page, "Sign out");
    await page.waitForURL("**/sign-in");
    await page.goto(`${server.url}/dashboard/activity?tone=info`);
    await page.waitForURL("**/sign-in?to=*");
    await fillSignIn(page, { email: "wanjiru@imani.example", password: "not the password" });
    await page.getByText("The email address or the password is incorrect.").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("wanjiru@imani.example");
    await fillSignIn(page, { email: "wanjiru@imani.example", password: PASSWORD });
    await page.waitForURL("**/dashboard/activity?tone=info");
  },
);

test.skipIf(!hasBrowser)(
  `an admin invites a colleague by a link that is shown once, gives another role, and takes them out${LEFT_OUT}`,
  async () => {
    const page = await signedIn(owner);
    await page.goto(`${server.url}/dashboard/settings/members`);
    await page.getByLabel("Email").fill("chidi@imani");
    await page.getByRole("button", { name: "Invite a member" }).click();
    await page.getByText("Please enter a valid email address").waitFor();
    await page.getByLabel("Email").fill("chidi@imani.example");
    await page.getByLabel("Role", { exact: true }).selectOption({ label: "Viewer" });
    await page.getByRole("button", { name: "Invite a member" }).click();
    const link = await page.getByText(/\/join\?token=/).textContent();
    await page.reload();
    await page.getByRole("button", { name: "Withdraw: chidi@imani.example" }).waitFor();
    expect(await page.getByText(/\/join\?token=/).count()).toBe(0);

    const colleague = await newPage();
    await colleague.goto(link ?? "");
    await colleague.getByText(/invites you to .* as Viewer/).waitFor();
    await colleague.getByRole("link", { name: "Create an account to join" }).click();
    await fillSignUp(colleague, { name: "Chidi Okafor", email: "", password: PASSWORD });
    await colleague.goto(new URL("/dashboard/settings/members", link ?? "").href);
    await colleague.getByText("Chidi Okafor").first().waitFor();
    expect(await colleague.getByRole("button", { name: "Invite a member" }).count()).toBe(0);

    await page.reload();
    await page.getByLabel("Role of Chidi Okafor").selectOption({ label: "Admin" });
    await page.getByText("Chidi Okafor is now Admin", { exact: true }).waitFor();
    await colleague.reload();
    await colleague.getByRole("button", { name: "Invite a member" }).waitFor();
    await page.getByRole("button", { name: "Remove Chidi Okafor" }).click();
    await page.getByRole("dialog", { name: "Remove Chidi Okafor" }).getByRole("button", { name: "Remove" }).click();
    await page.getByText("Chidi Okafor was removed", { exact: true }).waitFor();
    await page.goto(`${server.url}/dashboard/settings/audit`);
    await page
      .getByRole("row", { name: /Changed a member’s role.*chidi@imani\.example · Role: Admin$/ })
      .first()
      .waitFor();
  },
);

test.skipIf(!hasBrowser)(`what happens in the workspace rings the bell of an open page${LEFT_OUT}`, async () => {
  const page = await signedIn(owner);
  const bell = page.getByRole("button", { name: /^Notifications, / });
  const unread = async (): Promise<number> => Number(/\d+/.exec((await bell.getAttribute("aria-label")) ?? "")?.[0] ?? 0);
  await bell.waitFor();
  await page.getByRole("button", { name: "API Status: Healthy" }).waitFor();
  const before = (await owner.client.call(listNotifications, { query: {} })).unread;
  await expect.poll(unread).toBe(before);
  await invitedAccount(server, owner, "thandi@imani.example", "viewer");
  await expect.poll(unread).toBe(before + 1);
  await bell.click();
  await page.getByRole("dialog", { name: "Notifications" }).getByText("Member joined").first().waitFor();
});

test.skipIf(!hasBrowser)(`a new workspace is empty and says what to do first${LEFT_OUT}`, async () => {
  const page = await signedIn(owner);
  await page.goto(`${server.url}/dashboard/settings/workspace`);
  await page.getByRole("button", { name: "New workspace" }).click();
  await page.getByLabel("Name of the workspace").last().fill("Mavuno SACCO");
  await page.getByLabel("Currency of the balance").last().selectOption("KES");
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForURL("**/dashboard");
  for (const sentence of ["No calls yet", "No agent yet"]) await page.getByText(sentence, { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Call your agent" }).waitFor();
  expect(await page.locator(".figures dd").allTextContents()).toEqual(["0", "0", "–", "–"]);
  await page.getByText(/^Balance: Ksh\s0\.00$/).waitFor();
  await page.getByRole("button", { name: "My Account" }).click();
  await page.getByRole("menuitem", { name: "Mavuno SACCO open now" }).waitFor();
  await page.goto(`${server.url}/dashboard/knowledge-base`);
  await page.getByText("No knowledge yet", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Add Knowledge" }).count()).toBe(1);
  expect(await page.getByRole("textbox", { name: "Test a question" }).count()).toBe(0);
  expect(await page.locator(".figures").count()).toBe(0);
  await page.goto(`${server.url}/dashboard/phone-numbers`);
  await page.getByText("No phone numbers yet", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Buy phone number" }).count()).toBe(1);
});

test.skipIf(!hasBrowser)(
  `somebody with an account who visits with a code takes the demo workspace along${LEFT_OUT}`,
  async () => {
    const page = await newPage();
    await enterWithCode(page, server);
    await page.getByRole("link", { name: "Sign in" }).click();
    await fillSignIn(page, owner);
    await page.waitForURL("**/dashboard");
    await page.getByRole("button", { name: "My Account" }).click();
    await page.getByRole("menuitem", { name: "Duka" }).first().waitFor();
    expect(await page.getByRole("menuitem", { name: /open now/ }).count()).toBe(1);
  },
);

test.skipIf(!hasBrowser)(
  `a session that ends elsewhere ends here too, and the screen is found again after signing in${LEFT_OUT}`,
  async () => {
    const [here, there] = [await signedIn(owner), await signedIn(owner)];
    await here.goto(`${server.url}/dashboard/settings/members`);
    await here.getByRole("heading", { name: "Members" }).waitFor();
    await there.goto(`${server.url}/dashboard/settings/security`);
    await there.getByRole("button", { name: "Sign out everywhere" }).click();
    await there.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await there.waitForURL("**/sign-in");
    await here.getByRole("link", { name: "Audit log" }).click();
    await here.waitForURL("**/sign-in?to=%2Fdashboard%2Fsettings%2Faudit");
    await fillSignIn(here, owner);
    await here.waitForURL("**/dashboard/settings/audit");
  },
);

test.skipIf(!hasBrowser)(
  `a second factor is turned on by QR code or key, wanted at the next sign-in, and turned off again${LEFT_OUT}`,
  async () => {
    const page = await signedIn(owner);
    await page.goto(`${server.url}/dashboard/settings/security`);
    const section = page.locator("section", { has: page.getByRole("heading", { name: "Second factor" }) });
    await section.getByLabel("Current password").fill(owner.password);
    await section.getByRole("button", { name: "Turn on" }).click();
    await section.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    const secret = (await section.locator("code").first().textContent()) ?? "";
    expect(await section.getByRole("listitem").count()).toBeGreaterThan(4);
    await section.getByLabel("Enter the code that the app shows now").fill(oneTimeCode(secret));
    await section.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("The second factor is on", { exact: true }).waitFor();

    const elsewhere = await newPage();
    await elsewhere.goto(`${server.url}/sign-in?to=%2Fdashboard%2Fsettings%2Fsecurity`);
    await fillSignIn(elsewhere, owner);
    await elsewhere.getByLabel("Code").fill("000000");
    await elsewhere.getByRole("button", { name: "Continue" }).click();
    await elsewhere.getByText("That code is incorrect or has expired.").waitFor();
    // The code that turned it on has been used; the next one is taken already.
    await elsewhere.getByLabel("Code").fill(oneTimeCode(secret, 1));
    await elsewhere.getByRole("button", { name: "Continue" }).click();
    await elsewhere.waitForURL("**/dashboard/settings/security");
    await elsewhere.getByRole("heading", { name: "Sessions" }).waitFor();

    await page.reload();
    await section.getByLabel("Current password").fill(owner.password);
    await section.getByRole("button", { name: "Turn off" }).click();
    await page.getByText("The second factor is off", { exact: true }).waitFor();
  },
);

test.skipIf(!hasBrowser)(`a passkey is added and signs its person in without a password${LEFT_OUT}`, async () => {
  const page = await signedIn(owner, localhostOf(server));
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${localhostOf(server)}/dashboard/settings/security`);
  await page.getByLabel("Name of the passkey").fill("Test device");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Passkey added", { exact: true }).waitFor();
  await page.getByText("Test device").waitFor();
  await choose(page, "Sign out");
  await page.waitForURL("**/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: "My Account" }).waitFor();
});

test.skipIf(!hasBrowser)(
  `a forgotten password is set anew with the link of the letter, and ends every session${LEFT_OUT}`,
  async () => {
    const page = await signedIn(owner);
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole("button", { name: "My Account" }).waitFor();
    const elsewhere = await newPage();
    await elsewhere.goto(`${server.url}/sign-in`);
    await elsewhere.getByLabel("Email").fill(owner.email);
    await elsewhere.getByRole("link", { name: "Forgot your password?" }).click();
    expect(await elsewhere.getByLabel("Email").inputValue()).toBe(owner.email);
    await elsewhere.getByRole("button", { name: "Send the link" }).click();
    await elsewhere.getByText("This server sends no email. Ask its operator for the link").waitFor();
    await expect.poll(() => linkInLetters(owner.email)).toMatch(/reset-password/);
    const address = new URL(linkInLetters(owner.email));
    await elsewhere.goto(server.url + address.pathname + address.search);
    await elsewhere.getByLabel("New password").fill("another long password");
    await elsewhere.getByRole("button", { name: "Set a new password" }).click();
    await elsewhere.waitForURL("**/sign-in");
    await page.reload();
    await page.waitForURL(/sign-in|request-demo/);
    await fillSignIn(elsewhere, { email: owner.email, password: "another long password" });
    await elsewhere.waitForURL("**/dashboard");
  },
);

async function newPage(): Promise<Page> {
  if (!browser) throw new Error("No browser");
  const page = await (await browser.newContext()).newPage();
  return page;
}

async function signedIn(account: Account, base = server.url): Promise<Page> {
  const page = await newPage();
  await page.goto(`${base}/sign-in`);
  await fillSignIn(page, account);
  await page.waitForURL("**/dashboard");
  return page;
}

/** A passkey belongs to a name, never to a number. */
function localhostOf({ port }: RunningServer): string {
  return `http://localhost:${port}`;
}

/** The code of RFC 6238 for now, or for one of the next half minutes. */
function oneTimeCode(secret: string, stepsAhead = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = secret
    .replace(/=+$/, "")
    .split("")
    .map((letter) => letters.indexOf(letter.toUpperCase()).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const digest = createHmac("sha1", key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}

/** In development letters are written to a folder. */
function linkInLetters(email: string): string {
  const folder = join(dataDir, "mail");
  const letters = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const texts = letters.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("=\r\n", "").replaceAll("=3D", "="));
  const own = texts.filter((text) => text.includes(email) && text.includes("reset-password"));
  return /https?:\/\/\S*reset-password\?token=[\w-]+/.exec(own.at(-1) ?? "")?.[0] ?? "";
}
