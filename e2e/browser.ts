/** The real Chromium of the stories. */
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext } from "playwright-core";

export const CHROMIUM = "/usr/bin/chromium";

export const hasBrowser = existsSync(CHROMIUM);
/** Behind the name of a story that needs it. */
export const LEFT_OUT = hasBrowser ? "" : " (left out: Chromium is not installed)";

export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const always = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  return chromium.launch({ executablePath: CHROMIUM, args: [...always, ...args] });
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
