/** The real Chromium of the stories. */
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

export const CHROMIUM = "/usr/bin/chromium";

export const hasBrowser = existsSync(CHROMIUM);
/** Behind the name of a story that needs it. */
export const LEFT_OUT = hasBrowser ? "" : " (left out: Chromium is not installed)";

export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const always = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  return chromium.launch({ executablePath: CHROMIUM, args: [...always, ...args] });
}
