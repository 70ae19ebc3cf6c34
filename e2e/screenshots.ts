/**
 * `npm run screenshots [-- batches,docs]`: every screen, or those whose address has one of these words, at 1440 and 390, light and dark, Arabic
 * and Swahili once, into screenshots/ (not committed). A visitor with an invitation code goes through the site into the dashboard, then makes an account, as
 * people do.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { enterWithCode, fillSignUp } from "./people.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers } from "./running-server.ts";

const FOLDER = join(ROOT, "screenshots");
const SETTLED_MS = 400;

const SITE = ["/", "/request-demo", "/verify-invite", "/about", "/contact", "/privacy", "/terms", "/docs", "/missing"];
const DOORS = ["/sign-in", "/sign-up", "/reset-password", "/reset-password?token=0123456789ab", "/unsubscribe", "/join"];
const SCREENS = [
  "/dashboard",
  "/dashboard/call-history",
  "/dashboard/knowledge-base",
  "/dashboard/call-history?status=failed",
  "/dashboard/agent-setup",
  ...["agent", "voice", "call", "tools"].map((tab) => `/dashboard/agent-setup/new?template=front_desk&tab=${tab}`),
  ...["inbound", "analytics", "knowledge", "tests", "channels"].map(
    (tab) => `/dashboard/agent-setup/new?template=front_desk&tab=${tab}`,
  ),
  "/dashboard/live",
  "/dashboard/analytics",
  "/dashboard/compliance",
  "/dashboard/compliance/consents",
  "/dashboard/contacts",
  "/dashboard/messages",
  "/dashboard/messages/after-calls",
  "/dashboard/batches",
  "/dashboard/phone-numbers",
  "/dashboard/providers",
  "/dashboard/voices",
  "/dashboard/voice-lab",
  "/dashboard/voice-lab?tab=pronunciation",
  "/dashboard/developers",
  "/playground",
  "/dashboard/activity",
  "/dashboard/nothing",
  ...["profile", "language", "notifications", "security", "members", "workspace", "privacy", "audit"].map(
    (page) => `/dashboard/settings/${page}`,
  ),
];

/** What is opened on the home, by the name of its button. */
const OPENED = {
  notifications: /^Notifications/,
  account: "My Account",
  status: /^API Status/,
  palette: "Search anything",
} as const;

interface Look {
  name: string;
  width: number;
  scheme: "light" | "dark";
  language: string;
}

const LOOKS: readonly Look[] = [
  { name: "1440-light", width: 1440, scheme: "light", language: "en" },
  { name: "1440-dark", width: 1440, scheme: "dark", language: "en" },
  { name: "390-light", width: 390, scheme: "light", language: "en" },
  { name: "390-dark", width: 390, scheme: "dark", language: "en" },
  { name: "1440-arabic", width: 1440, scheme: "light", language: "ar" },
  { name: "390-swahili", width: 390, scheme: "light", language: "sw" },
];

const only = (process.argv[2] ?? "").split(",");
const isWanted = (path: string): boolean => only.some((word) => path.includes(word));
const dataDir = newDataDir();
let count = 0;
try {
  rmSync(FOLDER, { recursive: true, force: true });
  const server = await startServer({ dataDir });
  const browser = await launchBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  await enterWithCode(page, server);
  await shootEverywhere(browser, context, server.url, "visitor", ["/dashboard", "/dashboard/settings/members"]);
  await page.goto(`${server.url}/sign-up`);
  await fillSignUp(page, { name: "Wanjirũ Kamau", email: "wanjiru@imani.example", password: "a long password" });
  await page.goto(`${server.url}/dashboard/call-history`);
  const call = await page
    .getByRole("link", { name: /^Open the call of/ })
    .nth(1)
    .getAttribute("href");
  await shootEverywhere(browser, context, server.url, "person", [...SCREENS, call ?? "/dashboard"]);
  await shootEverywhere(browser, undefined, server.url, "nobody", [...SITE, ...DOORS]);
  await browser.close();
  process.stdout.write(`${count} pictures in ${FOLDER}\n`);
} finally {
  await stopServers();
  removeDataDir(dataDir);
}

async function shootEverywhere(
  browser: Browser,
  known: BrowserContext | undefined,
  url: string,
  ...[who, paths]: [string, readonly string[]]
): Promise<void> {
  const storageState = await known?.storageState();
  for (const look of LOOKS) {
    const context = await browser.newContext({
      viewport: { width: look.width, height: look.width < 700 ? 844 : 900 },
      colorScheme: look.scheme,
      ...(storageState ? { storageState } : {}),
    });
    await context.addInitScript((language) => localStorage.setItem("language", language), look.language);
    const page = await context.newPage();
    for (const path of paths.filter(isWanted)) {
      await page.goto(url + path);
      await settle(page);
      await shoot(page, look, `${who}${path.replace(/[\da-f]{8}-[\w-]+$/, "one")}`);
    }
    if (who === "person" && look.language === "en" && isWanted("open")) await shootOpened(page, url, look);
    await context.close();
  }
}

async function shootOpened(page: Page, url: string, look: Look): Promise<void> {
  for (const [name, button] of Object.entries(OPENED)) {
    await page.goto(`${url}/dashboard`);
    await settle(page);
    await page.getByRole("button", { name: button }).first().click();
    await settle(page);
    await shoot(page, look, `person-open-${name}`, false);
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.waitForTimeout(SETTLED_MS);
}

async function shoot(page: Page, look: Look, name: string, fullPage = true): Promise<void> {
  const folder = join(FOLDER, look.name);
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/[^\w-]+/g, "_")}.png`), fullPage });
  count++;
}
