import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { noteFigure } from "./figures.ts";
import { enterWithCode, fillSignIn, fillSignUp } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const FIRST_ROUTE_LIMIT_BYTES = 170_000;
const FURTHER_ROUTE_LIMIT_BYTES = 50_000;
const SCREENS = [
  "/dashboard",
  "/dashboard/call-history",
  "/dashboard/live",
  "/dashboard/analytics",
  ...["cost", "groups", "calls"].map((board) => `/dashboard/analytics?board=${board}`),
  "/dashboard/knowledge-base",
  "/dashboard/messages/after-calls",
  "/dashboard/call-history?status=scheduled",
  "/dashboard/activity",
  "/dashboard/nothing",
  ...["profile", "language", "notifications", "security", "members", "workspace", "privacy", "audit"].map(
    (page) => `/dashboard/settings/${page}`,
  ),
];
const DOORS = [
  "/sign-in",
  "/sign-up",
  "/reset-password",
  "/reset-password?token=0123456789ab",
  "/unsubscribe?token=0123456789ab",
  "/join",
  "/join?token=0123456789ab",
];

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
/** Made where it is first needed: there is one first account. */
let operator: Account | undefined;
let page: Page;
let visitorFaults: string[];

beforeAll(async () => {
  server = await startServer({ dataDir });
  if (!hasBrowser) return;
  browser = await launchBrowser();
  page = await (await browser.newContext()).newPage();
  await enterWithCode(page, server);
  await page.waitForLoadState("networkidle");
  visitorFaults = await faultsOf(page, "a visitor's home");
  await page.goto(`${server.url}/sign-up`);
  await fillSignUp(page, { name: "Wanjirũ Kamau", email: "wanjiru@imani.example", password: "a long enough password" });
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(`no screen has a fault that axe knows, light or dark, wide or narrow${LEFT_OUT}`, async () => {
  expect(visitorFaults).toEqual([]);
  for (const path of SCREENS) {
    await show(path);
    await bothWays(path);
  }
  // Nothing of the frame stands beside it.
  await page.goto(`${server.url}/dashboard/live?view=wall`);
  await page.getByRole("button", { name: "Leave full screen" }).waitFor();
  await bothWays("the board on a wall");
  await page.setViewportSize({ width: 1440, height: 900 });
  await show("/dashboard/call-history");
  await page
    .getByRole("link", { name: /^Open the call of/ })
    .nth(1)
    .click();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  await bothWays("a call");
});

/** The same screen, light on a desk and dark on a phone: what follows the system follows it at once. */
async function bothWays(what: string): Promise<void> {
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const faults = await faultsOf(page, `${what} ${colorScheme} ${width}`);
    expect([what, colorScheme, faults]).toEqual([what, colorScheme, []]);
  }
}

test.skipIf(!hasBrowser)(`menus, dialogs, the palette and messages have no fault that axe knows${LEFT_OUT}`, async () => {
  const opened: Record<string, () => Promise<void>> = {
    "account menu": () => page.getByRole("button", { name: "My Account" }).click(),
    notifications: () => page.getByRole("button", { name: /^Notifications/ }).click(),
    "state of the parts": () => page.getByRole("button", { name: /^API Status/ }).click(),
    palette: async () => {
      await page.keyboard.press("Control+k");
      await page.locator('[role="combobox"]:focus').waitFor();
      await page.keyboard.type("a");
      await page.getByRole("option").first().waitFor();
      await page.waitForLoadState("networkidle");
    },
    "folded sidebar": () => page.keyboard.press("["),
    "table of days": () => page.getByText("As a table").click(),
    drawer: async () => {
      await page.setViewportSize({ width: 390, height: 900 });
      await page.getByRole("button", { name: "Menu" }).click();
    },
  };
  const inBothColours = async (what: string): Promise<void> => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([what, colorScheme, await faultsOf(page, `${what} ${colorScheme}`)]).toEqual([what, colorScheme, []]);
    }
  };
  for (const [what, open] of Object.entries(opened)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await show("/dashboard");
    await open();
    await inBothColours(what);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await show("/dashboard/settings/security");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").waitFor();
  await inBothColours("dialog");
  for (const colorScheme of ["light", "dark"] as const) {
    // A message goes by itself: each colour has its own.
    await page.emulateMedia({ colorScheme });
    await show("/dashboard/settings/profile");
    await page.getByLabel("Name").fill(`Wanjirũ ${colorScheme}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(["message", colorScheme, await faultsOf(page, `message ${colorScheme}`)]).toEqual(["message", colorScheme, []]);
  }
});

test.skipIf(!hasBrowser)(`the pages before the dashboard have no fault that axe knows${LEFT_OUT}`, async () => {
  const context = await browser!.newContext({ viewport: { width: 390, height: 844 } });
  const stranger = await context.newPage();
  for (const path of DOORS) {
    await stranger.goto(server.url + path);
    await stranger.getByRole("heading", { level: 1 }).waitFor();
    await stranger.waitForLoadState("networkidle");
    expect([path, await faultsOf(stranger, path)]).toEqual([path, []]);
    expect([path, await stranger.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
  }
  await context.close();
});

test.skipIf(!hasBrowser)(`the operator issues an invitation code, which is shown once, and revokes it${LEFT_OUT}`, async () => {
  const own = await (await browser!.newContext()).newPage();
  await own.goto(`${server.url}/sign-in?to=%2Fdashboard%2Fsettings%2Fcodes`);
  await fillSignIn(own, (operator ??= await firstAccount(server)));
  await own.waitForURL("**/dashboard/settings/codes");
  await own.getByRole("button", { name: "Issue a code" }).click();
  const code = (await own.locator(".once code").textContent()) ?? "";
  expect(code).toMatch(/^[A-Z]{4}-\w{8}$/);
  expect(["codes", await faultsOf(own, "/dashboard/settings/codes")]).toEqual(["codes", []]);
  await own.goto(`${server.url}/dashboard/settings/speech`);
  await own.getByRole("button", { name: /^Download \d+ MB$/ }).waitFor();
  expect(["speech", await faultsOf(own, "/dashboard/settings/speech")]).toEqual(["speech", []]);
  for (const [language, model] of [
    ["fr", "Pense avec le dialogue guidé"],
    ["ar", "يفكر بواسطة الحوار الموجَّه"],
    ["en", "Language model: none, built-in rules answer"],
  ] as const) {
    await own.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    await own.reload();
    await own.getByText(model, { exact: true }).waitFor();
  }
  await own.goto(`${server.url}/dashboard/settings/codes`);
  const prefix = code.slice(0, 4);
  await own.getByRole("button", { name: `Revoke ${prefix}…` }).click();
  await own.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await own.getByText("The code was revoked", { exact: true }).waitFor();
  expect(await own.getByRole("row", { name: new RegExp(prefix) }).textContent()).toContain("Revoked");
  await own.context().close();
});

test.skipIf(!hasBrowser)(
  `the operator is notified of a message from the public site, reads it and handles it${LEFT_OUT}`,
  async () => {
    const letter = { name: "Wanjirũ", email: "wanjiru@imani.example", message: "Do you speak Dholuo?" };
    const sent = await fetch(`${server.url}/api/contact-messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(letter),
    });
    expect(sent.status).toBe(201);
    const own = await (await browser!.newContext()).newPage();
    await own.goto(`${server.url}/sign-in`);
    await fillSignIn(own, (operator ??= await firstAccount(server)));
    const told = own.waitForResponse((response) => response.url().endsWith("/api/home/first-steps"));
    const steps = own.getByRole("region", { name: "Get started" });
    await steps.getByRole("link").first().waitFor();
    // Nothing but the installation's own numbers is there, and nobody else.
    await told;
    expect(await steps.getByRole("link", { name: /done$/ }).count()).toBe(0);
    await steps.getByRole("button", { name: "Hide" }).click();
    await steps.waitFor({ state: "detached" });
    await own.reload();
    await own.getByRole("button", { name: /^Notifications/ }).click();
    expect(await steps.count()).toBe(0);
    await own.getByRole("link", { name: "New lead" }).first().click();
    await own.waitForURL("**/dashboard/settings/leads");
    await own.getByText(letter.message).waitFor();
    expect(["leads", await faultsOf(own, "/dashboard/settings/leads")]).toEqual(["leads", []]);
    const row = own.locator("li").filter({ hasText: letter.message });
    await row.getByRole("button", { name: "Mark as handled" }).click();
    await row.waitFor({ state: "detached" });
    await own.getByRole("link", { name: "Handled", exact: true }).click();
    await own.getByRole("button", { name: `Delete what ${letter.name} sent` }).click();
    await own.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await own.getByText("Nothing was handled yet").waitFor();
    await own.context().close();
  },
);

test.skipIf(!hasBrowser)(
  `the first screen asks for at most 170 kB of script, each further one for at most 50 kB${LEFT_OUT}`,
  async () => {
    const context = await browser!.newContext({ storageState: await page.context().storageState() });
    const fresh = await context.newPage();
    const scripts: Promise<number>[] = [];
    let underway = 0;
    fresh.on("request", () => underway++);
    fresh.on("requestfinished", () => underway--);
    fresh.on("requestfailed", () => underway--);
    fresh.on("response", (response) => {
      if (!new URL(response.url()).pathname.endsWith(".js")) return;
      const size = response.body().then((body) => gzipSync(body).length);
      scripts.push(size.catch(() => 0));
    });
    /** Of all scripts since the last time, when nothing more is on its way. */
    const asked = async (): Promise<number> => {
      let quiet = 0;
      await expect.poll(() => (quiet = underway === 0 ? quiet + 1 : 0)).toBeGreaterThan(5);
      return (await Promise.all(scripts.splice(0))).reduce((sum, bytes) => sum + bytes, 0);
    };
    await fresh.goto(`${server.url}/dashboard`);
    await fresh.getByRole("button", { name: "My Account" }).waitFor();
    const first = await asked();
    note("/dashboard, the first screen", first, FIRST_ROUTE_LIMIT_BYTES);
    expect(first).toBeGreaterThan(50_000);
    expect(first).toBeLessThanOrEqual(FIRST_ROUTE_LIMIT_BYTES);
    const ways: [string, () => Promise<void>][] = [
      ["/dashboard/knowledge-base", () => fresh.getByRole("link", { name: /^Knowledge Base/ }).click()],
      ["/dashboard/call-history", () => fresh.getByRole("link", { name: /^Conversation History/ }).click()],
      [
        "a call",
        () =>
          fresh
            .getByRole("link", { name: /^Open the call of/ })
            .nth(1)
            .click(),
      ],
      ["/dashboard/settings/profile", () => fresh.getByRole("link", { name: "Settings" }).click()],
      ["/dashboard/settings/security", () => fresh.getByRole("link", { name: "Security" }).click()],
      ["/dashboard/settings/members", () => fresh.getByRole("link", { name: "Members" }).click()],
    ];
    for (const [what, go] of ways) {
      await go();
      const further = await asked();
      note(what, further, FURTHER_ROUTE_LIMIT_BYTES);
      expect([what, further <= FURTHER_ROUTE_LIMIT_BYTES]).toEqual([what, true]);
    }
    await context.close();
  },
);

function note(what: string, bytes: number, limit: number): void {
  noteFigure({ of: "size", what, measured: `${(bytes / 1_000).toFixed(1)} kB gzip`, bar: `${limit / 1_000} kB` });
}

async function show(path: string): Promise<void> {
  await page.goto(server.url + path);
  await page.getByRole("button", { name: "My Account" }).waitFor();
  await page.waitForLoadState("networkidle");
}
