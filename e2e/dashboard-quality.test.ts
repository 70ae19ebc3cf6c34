import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount } from "./account.ts";
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
  "/dashboard/knowledge-base",
  "/dashboard/call-history?status=scheduled",
  "/dashboard/activity",
  "/dashboard/nothing",
  ...["profile", "language", "security", "members", "workspace", "audit"].map((page) => `/dashboard/settings/${page}`),
];
const DOORS = [
  "/sign-in",
  "/sign-up",
  "/reset-password",
  "/reset-password?token=0123456789ab",
  "/join",
  "/join?token=0123456789ab",
];

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
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
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const path of SCREENS) {
      await show(path);
      expect([path, colorScheme, await faultsOf(page, `${path} ${colorScheme} ${width}`)]).toEqual([path, colorScheme, []]);
    }
    await show("/dashboard/call-history");
    await page
      .getByRole("link", { name: /^Open the call of/ })
      .nth(1)
      .click();
    await page.getByRole("heading", { name: "Transcript" }).waitFor();
    expect(["a call", colorScheme, await faultsOf(page, `a call ${colorScheme} ${width}`)]).toEqual(["a call", colorScheme, []]);
  }
});

test.skipIf(!hasBrowser)(`menus, dialogs, the palette and messages have no fault that axe knows${LEFT_OUT}`, async () => {
  const opened: Record<string, () => Promise<void>> = {
    "account menu": () => page.getByRole("button", { name: "My Account" }).click(),
    notifications: () => page.getByRole("button", { name: /^Notifications/ }).click(),
    "state of the parts": () => page.getByRole("button", { name: /^API Status/ }).click(),
    palette: async () => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("a");
      await page.waitForTimeout(500);
    },
    "folded sidebar": () => page.keyboard.press("["),
    "table of days": () => page.getByText("As a table").click(),
    drawer: async () => {
      await page.setViewportSize({ width: 390, height: 900 });
      await page.getByRole("button", { name: "Menu" }).click();
    },
  };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [what, open] of Object.entries(opened)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await show("/dashboard");
      await open();
      await page.waitForTimeout(400);
      expect([what, colorScheme, await faultsOf(page, `${what} ${colorScheme}`)]).toEqual([what, colorScheme, []]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await show("/dashboard/settings/security");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").waitFor();
    expect(["dialog", colorScheme, await faultsOf(page, `dialog ${colorScheme}`)]).toEqual(["dialog", colorScheme, []]);
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
    await stranger.waitForLoadState("networkidle");
    expect([path, await faultsOf(stranger, path)]).toEqual([path, []]);
    expect([path, await stranger.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
  }
  await context.close();
});

test.skipIf(!hasBrowser)(`the operator issues an invitation code, which is shown once, and revokes it${LEFT_OUT}`, async () => {
  const operator = await firstAccount(server);
  const own = await (await browser!.newContext()).newPage();
  await own.goto(`${server.url}/sign-in?to=%2Fdashboard%2Fsettings%2Fcodes`);
  await fillSignIn(own, operator);
  await own.waitForURL("**/dashboard/settings/codes");
  await own.getByRole("button", { name: "Issue a code" }).click();
  const code = (await own.locator(".once code").textContent()) ?? "";
  expect(code).toMatch(/^[A-Z]{4}-\w{8}$/);
  expect(["codes", await faultsOf(own, "/dashboard/settings/codes")]).toEqual(["codes", []]);
  await own.goto(`${server.url}/dashboard/settings/speech`);
  await own.getByRole("button", { name: /^Download \d+ MB$/ }).waitFor();
  expect(["speech", await faultsOf(own, "/dashboard/settings/speech")]).toEqual(["speech", []]);
  await own.goto(`${server.url}/dashboard/settings/codes`);
  const prefix = code.slice(0, 4);
  await own.getByRole("button", { name: `Revoke ${prefix}…` }).click();
  await own.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await own.getByText("The code was revoked", { exact: true }).waitFor();
  expect(await own.getByRole("row", { name: new RegExp(prefix) }).textContent()).toContain("Revoked");
  await own.context().close();
});

test.skipIf(!hasBrowser)(
  `the first screen asks for at most 170 kB of script, each further one for at most 50 kB${LEFT_OUT}`,
  async () => {
    const context = await browser!.newContext({ storageState: await page.context().storageState() });
    const fresh = await context.newPage();
    let bytes = 0;
    fresh.on("response", (response) => {
      if (!new URL(response.url()).pathname.endsWith(".js")) return;
      void response
        .body()
        .then((body) => (bytes += gzipSync(body).length))
        .catch(() => {});
    });
    const asked = async (): Promise<number> => {
      await fresh.waitForLoadState("networkidle");
      await fresh.waitForTimeout(300);
      const all = bytes;
      bytes = 0;
      return all;
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
