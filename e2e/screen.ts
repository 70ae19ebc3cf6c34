/** A screen of the dashboard as somebody who is signed in opens it. */
import type { Browser, Page } from "playwright-core";
import { browserCookies, type Account } from "./account.ts";
import type { RunningServer } from "./running-server.ts";

type Options = Parameters<Browser["newContext"]>[0];

const DESK = { width: 1_440, height: 900 };

export async function openScreen(
  browser: Browser | undefined,
  who: { server: RunningServer; account: Account },
  path: string,
  options: Options = {},
): Promise<Page> {
  const context = await browser!.newContext({ viewport: DESK, ...options });
  await context.addCookies(browserCookies(who.server, who.account));
  const page = await context.newPage();
  await page.goto(who.server.url + path);
  return page;
}
