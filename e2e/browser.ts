/** The real Chromium of the stories. */
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { rememberPages } from "./closed-pages.ts";

export const CHROMIUM = "/usr/bin/chromium";
/** The same engine without a window, tabs and tools around its pages: half the work. Chromium takes its place where it is not installed. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

export const hasBrowser = existsSync(CHROMIUM);
/** Behind the name of a story that needs it. */
export const LEFT_OUT = hasBrowser ? "" : " (left out: Chromium is not installed)";

/** What never comes is told all the same; a busy machine has this long for everything else. */
const PATIENCE_MS = 60_000;

export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const always = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const executablePath = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM;
  const browser = await chromium.launch({ executablePath, args: [...always, ...args] });
  browser.on("context", (context) => {
    context.setDefaultTimeout(PATIENCE_MS);
    rememberPages(context);
  });
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    for (const context of browser.contexts()) await context.close();
    await close(options);
  };
  return browser;
}

/** A telephone's page of somebody with these cookies; without any, of a stranger. */
export async function phoneContext(
  browser: Browser | undefined,
  cookies: Parameters<BrowserContext["addCookies"]>[0],
): Promise<BrowserContext> {
  if (!browser) throw new Error("No browser");
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  if (cookies.length === 0) return context;
  await context.addCookies(cookies);
  // As a browser remembers that has signed in before.
  await context.addInitScript(() => localStorage.setItem("hasAccount", "yes"));
  return context;
}
