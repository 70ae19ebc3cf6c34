import { listAgents, listCalls } from "@ongea/contract";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clientWith } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { codesOf, enterWithCode } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
/** Of a visitor who came in by the pages, for the stories that leave their workspace as it was. */
let entered: Awaited<ReturnType<BrowserContext["storageState"]>>;

beforeAll(async () => {
  server = await startServer({ dataDir });
  if (!hasBrowser) return;
  browser = await launchBrowser();
  const page = await newPage();
  await enterWithCode(page, server);
  entered = await page.context().storageState();
  await page.context().close();
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
  `a visitor lands on the screen that they had asked for, and going back leads to the site${LEFT_OUT}`,
  async () => {
    const page = await newPage();
    await page.goto(`${server.url}/about`);
    await enterWithCode(page, server, "/dashboard/call-history?status=failed");
    await page.getByRole("heading", { name: "Conversation History" }).waitFor();
    expect(await page.getByRole("link", { name: "Failed" }).getAttribute("aria-current")).toBe("page");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
    expect(await page.getByRole("link", { name: /^Dashboard/ }).getAttribute("aria-current")).toBe("page");
  },
);

test.skipIf(!hasBrowser)(`what the browser remembers decides where a visitor is sent, and opens nothing${LEFT_OUT}`, async () => {
  const page = await newPage();
  await page.goto(`${server.url}/about`);
  const remember = (lead: object): Promise<void> =>
    page.evaluate((text) => localStorage.setItem("leadData", text), JSON.stringify(lead));
  await page.goto(`${server.url}/dashboard/activity`);
  await page.waitForURL("**/request-demo?to=%2Fdashboard%2Factivity");
  const signIn = page.getByRole("link", { name: "Already have an account? Sign in" });
  expect(await signIn.getAttribute("href")).toContain("/sign-in?to=%2Fdashboard%2Factivity");
  await remember({ submitted: true, invitationVerified: false });
  await page.goto(`${server.url}/dashboard`);
  await page.waitForURL("**/verify-invite");
  await remember({ name: "Forged", email: "f@x.io", company: "X", position: "Y", submitted: true, invitationVerified: true });
  await page.goto(`${server.url}/dashboard`);
  await page.waitForURL("**/verify-invite");
  const answers = await page.evaluate(async () => {
    const paths = ["/api/me", "/api/calls", "/api/home", "/v2/agent/all", "/api/members", "/api/audit"];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(answers).toEqual([401, 401, 401, 401, 401, 401]);
});

test.skipIf(!hasBrowser)(`each of the six quick actions leads to its screen${LEFT_OUT}`, async () => {
  const page = await newPage({ storageState: entered });
  for (const [action, address, heading] of [
    ["Create New Agent", "/dashboard/agent-setup", /^Assistant Setup|^New agent|Agent/],
    ["View Call History", "/dashboard/call-history", "Conversation History"],
    ["Manage Phone Numbers", "/dashboard/phone-numbers", "My phone numbers"],
    ["Upload Knowledge Base", "/dashboard/knowledge-base", "Knowledge Base"],
    ["Test Voice Lab", "/dashboard/voices", /Voice/],
    ["Run Batch Campaigns", "/dashboard/batches", "Batches"],
  ] as const) {
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole("main").getByRole("link", { name: action }).click();
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    expect([action, new URL(page.url()).pathname.startsWith(address)]).toEqual([action, true]);
  }
});

test.skipIf(!hasBrowser)(`two visitors work side by side and never see each other's rows${LEFT_OUT}`, async () => {
  const [one, other] = [await newPage(), await newPage()];
  await enterWithCode(one, server);
  await enterWithCode(other, server);
  const [mine, theirs] = await Promise.all([one, other].map(async (page) => clientWith(server, await cookiesIn(page.context()))));
  const rowsOf = async (client: typeof mine): Promise<string[]> => {
    const calls = await client!.call(listCalls, { query: { limit: 100 } });
    const agents = await client!.call(listAgents);
    return [...calls.data, ...agents].map(({ id }) => id);
  };
  const [myRows, theirRows] = [await rowsOf(mine), await rowsOf(theirs)];
  expect(myRows.length).toBeGreaterThan(10);
  expect(myRows.filter((id) => theirRows.includes(id))).toEqual([]);
  const call = (await mine!.call(listCalls, { query: { limit: 1 } })).data[0]!;
  await one.goto(`${server.url}/dashboard/call-history/${call.id}`);
  await one.getByRole("heading", { name: "Transcript" }).waitFor();
  await other.goto(`${server.url}/dashboard/call-history/${call.id}`);
  await other.getByText("There is no such call.").waitFor();
});

test.skipIf(!hasBrowser)(
  `the figures of the home are what the rows add up to: delete a call and the card changes${LEFT_OUT}`,
  async () => {
    const page = await newPage();
    await enterWithCode(page, server);
    const figure = (name: string) => page.locator(".figures > div", { hasText: name }).locator("dd");
    await expect.poll(() => figure("Total Calls").textContent()).toBe("1,248");
    expect(await figure("Active Agents").textContent()).toBe("12");
    expect(await figure("Success Rate").textContent()).toBe("98.5%");
    expect(await figure("Average Duration").textContent()).toBe("3m 24s");
    await page.getByRole("button", { name: "Notifications, 3 unread" }).waitFor();
    expect(
      await page.getByRole("heading", { name: "Recent Activity" }).locator("xpath=../..").getByRole("listitem").count(),
    ).toBe(5);
    await page.getByRole("link", { name: "View Call History" }).click();
    const rows = page.getByRole("link", { name: /^Open the call of/ });
    await expect.poll(() => rows.count()).toBe(20);
    await page.getByRole("button", { name: "Show older" }).click();
    await expect.poll(() => rows.count()).toBe(40);
    await page
      .getByRole("link", { name: /^Open the call of/ })
      .nth(1)
      .click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete call" }).getByRole("button", { name: "Delete" }).click();
    await page.getByText("Call deleted", { exact: true }).waitFor();
    await page.getByRole("link", { name: /^Dashboard/ }).click();
    await expect.poll(() => figure("Total Calls").textContent()).toBe("1,247");
  },
);

test.skipIf(!hasBrowser)(
  `notifications are read one by one or all at once, and the whole log is a press away${LEFT_OUT}`,
  async () => {
    const page = await newPage();
    await enterWithCode(page, server);
    await page.getByRole("button", { name: "Notifications, 3 unread" }).click();
    const list = page.getByRole("dialog", { name: "Notifications" });
    await list.getByRole("button", { name: "Mark as read" }).first().click();
    await expect.poll(() => list.getByRole("button", { name: "Mark as read" }).count()).toBe(2);
    await list.getByRole("button", { name: "Mark all as read" }).click();
    await expect.poll(() => list.getByRole("button", { name: "Mark as read" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Notifications, none unread" }).waitFor();
    await page.getByRole("link", { name: "View All Activity" }).click();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    await page.getByRole("link", { name: "Error", exact: true }).click();
    await page.waitForURL("**/dashboard/activity?tone=error");
    await page.reload();
    expect(await page.getByRole("link", { name: "Error", exact: true }).getAttribute("aria-current")).toBe("page");
  },
);

test.skipIf(!hasBrowser)(
  `a screen whose part cannot be had says so, asks for it once, and comes when loaded again${LEFT_OUT}`,
  async () => {
    const page = await newPage({ storageState: entered });
    await page.goto(`${server.url}/dashboard`);
    let asked = 0;
    const gone = "**/assets/activity-*.js";
    await page.route(gone, (route) => {
      asked++;
      return route.fulfill({ status: 404, body: "" });
    });
    await page.getByRole("link", { name: "View All Activity" }).click();
    await page.getByText("This screen could not be shown").waitFor();
    expect(asked).toBe(1);
    await page.unroute(gone);
    await page.getByRole("button", { name: "Reload it" }).click();
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
  },
);

test.skipIf(!hasBrowser)(`everything is reached by keyboard alone${LEFT_OUT}`, async () => {
  const page = await newPage({ storageState: entered });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("button", { name: "My Account" }).waitFor();
  // What is typed before the palette has come is not lost.
  await page.route("**/assets/palette-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("historx");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("y");
  await page.locator('[role="combobox"]:focus').waitFor();
  expect(await page.getByRole("combobox").inputValue()).toBe("history");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/call-history");
  await page.getByRole("table").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/call-history/*");
  await openPalette(page);
  await page.keyboard.type("currency");
  await page.getByRole("option", { name: /^Language/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/settings/language");
  // What is begun within a screen is found by the words that people have for it.
  await openPalette(page);
  await page.keyboard.press("ArrowUp");
  await page.getByRole("option", { name: "Sign out", selected: true }).waitFor();
  expect((await page.getByRole("combobox").boundingBox())?.y).toBeGreaterThan(0);
  await page.keyboard.type("blacklist");
  await page.getByRole("option", { name: /^Do-not-call list/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Do-not-call list" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/dashboard\/batches$/);
  await openPalette(page);
  await page.keyboard.type("dark mode");
  await page.keyboard.press("Enter");
  await page.locator("html[data-theme=dark]").waitFor();
  await openPalette(page);
  await page.keyboard.type("Imani Clinic");
  await page
    .getByRole("option", { name: /^Imani Clinic/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/(call-history|agent-setup)\/[\w-]+$/);
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("button", { name: "My Account" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await focusedText(page)).toBe("Skip to content");
  await page.getByRole("button", { name: "My Account" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Profile" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("My Account");
});

test.skipIf(!hasBrowser)(`the sidebar folds to 80 pixels with its words in tips, and is found so again${LEFT_OUT}`, async () => {
  const page = await newPage();
  await enterWithCode(page, server);
  const sidebar = page.locator(".app > .side");
  expect((await sidebar.boundingBox())?.width).toBe(280);
  const kept = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.url().endsWith("/api/me"));
  await page.getByRole("button", { name: "Collapse" }).click();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(80);
  const entry = page.getByRole("link", { name: /^Conversation History/ });
  await entry.hover();
  await expect.poll(() => entry.locator(".tip").evaluate((tip) => getComputedStyle(tip).opacity)).toBe("1");
  expect(await entry.textContent()).toBe("Conversation HistoryView past conversations");
  expect((await kept).status()).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Expand" }).waitFor();
  expect((await sidebar.boundingBox())?.width).toBe(80);
});

test.skipIf(!hasBrowser)(`on a phone the sidebar is a drawer, and no screen is wider than the phone${LEFT_OUT}`, async () => {
  const page = await newPage({ storageState: entered, viewport: { width: 390, height: 844 } });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page
    .getByRole("dialog", { name: "Menu" })
    .getByRole("link", { name: /^Conversation History/ })
    .click();
  await page.getByRole("heading", { name: "Conversation History" }).waitFor();
  expect(await page.getByRole("dialog", { name: "Menu" }).count()).toBe(0);
  for (const path of [
    "",
    "/call-history",
    "/activity",
    "/settings/profile",
    "/settings/language",
    "/settings/workspace",
    "/nothing",
  ]) {
    await page.goto(`${server.url}/dashboard${path}`);
    await page.waitForLoadState("networkidle");
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
  }
});

test.skipIf(!hasBrowser)(`in Arabic the dashboard begins at the right${LEFT_OUT}`, async () => {
  const page = await newPage({ viewport: { width: 1366, height: 900 } });
  await enterWithCode(page, server);
  await page.goto(`${server.url}/dashboard/settings/language`);
  await page.getByLabel("Language", { exact: true }).selectOption({ label: "العربية" });
  await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  expect((await page.locator(".app > .side").boundingBox())?.x).toBe(1366 - 280);
  await page.goto(`${server.url}/dashboard`);
  await expect.poll(() => page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`)).toBe("ar rtl");
});

test.skipIf(!hasBrowser)(
  `a server that was killed is shown as offline; what was typed is kept, and the page goes on by itself${LEFT_OUT}`,
  async () => {
    const folder = newDataDir();
    const first = await startServer({ dataDir: folder });
    const page = await newPage();
    await enterWithCode(page, first);
    await page.getByRole("button", { name: "API Status: Healthy" }).waitFor();
    await page.goto(`${first.url}/dashboard/settings/workspace`);
    await page.getByLabel("Name of the workspace").fill("Duka la Amina");
    first.kill("SIGKILL");
    await first.exited;
    await page.getByRole("button", { name: "API Status: Offline" }).waitFor();
    await page.getByText("The server is not answering.").waitFor();
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("The server cannot be reached. Check that it is running, then try again.").first().waitFor();
    const second = await startServer({ dataDir: folder, port: first.port, sipPort: first.sipPort });
    await page.getByRole("button", { name: "API Status: Healthy" }).waitFor();
    expect(await page.getByText("The server is not answering.").count()).toBe(0);
    expect(await page.getByLabel("Name of the workspace").inputValue()).toBe("Duka la Amina");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await second.stop();
    removeDataDir(folder);
  },
);

test.skipIf(!hasBrowser)(
  `old short addresses lead to the screens, and a screen that is not there says so${LEFT_OUT}`,
  async () => {
    const page = await newPage({ storageState: entered });
    await page.goto(`${server.url}/dashboard`);
    await page.goto(`${server.url}/call-history?status=completed`);
    await page.waitForURL("**/dashboard/call-history?status=completed");
    for (const address of ["/dashboard/nothing-here", "/dashboard/settings/none", "/dashboard/batches/one/two"]) {
      const answer = await page.goto(server.url + address);
      await page.getByRole("heading", { name: "Oops! Page not found" }).waitFor();
      const said = await page.locator("body").innerText();
      expect([address, answer?.status(), said.split("Oops!").length - 1]).toEqual([address, 404, 1]);
    }
    for (const [address, sentence, back] of [
      ["/dashboard/batches/xyz", "There is no such batch.", "/dashboard/batches"],
      ["/dashboard/agent-setup/xyz", "There is no such agent.", "/dashboard/agent-setup"],
      ["/dashboard/call-history/xyz", "There is no such call.", "/dashboard/call-history"],
      ["/join?token=abc", "This invitation link is not valid. Ask for a new one.", "/sign-in"],
    ] as const) {
      await page.goto(server.url + address);
      await page.getByText(sentence, { exact: true }).waitFor();
      expect(await page.locator(".empty a").getAttribute("href")).toBe(back);
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    }
    expect((await page.goto(`${server.url}/docs/none`))?.status()).toBe(404);
    for (const address of ["/dashboard", "/dashboard/settings", "/docs", "/docs/guides/webhooks", "/dashboard/settings/profile"])
      expect([address, (await page.goto(server.url + address))?.status()]).toEqual([address, 200]);
    expect(codesOf(server).length).toBe(5);
  },
);

async function newPage(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  if (!browser) throw new Error("No browser");
  return (await browser.newContext(options)).newPage();
}

async function cookiesIn(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

function focusedText(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent?.trim());
}

/** The palette is fetched when it is first asked for: one waits until it takes what is typed. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator('[role="combobox"]:focus').waitFor();
}
