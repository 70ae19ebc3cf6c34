/**
 * `npm run pictures`: the pictures of the product on the landing page, taken anew of a demo workspace: each in two widths and both themes, as
 * WebP in web/public/pictures. They are committed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { PICTURES, PICTURE_SIZES } from "../web/src/site/pictures.ts";
import { launchBrowser } from "./browser.ts";
import { enterWithCode } from "./people.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers } from "./running-server.ts";

const FOLDER = join(ROOT, "web/public/pictures");
/** Sharp on most screens; a third of the bytes of twice the width. */
const DENSITY = 1.5;
const QUALITY = 68;
const SETTLED_MS = 800;

const dataDir = newDataDir();
try {
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer({ dataDir });
  const browser = await launchBrowser();
  const context = await browser.newContext();
  await enterWithCode(await context.newPage(), server);
  for (const scheme of ["light", "dark"] as const) await shootAll(browser, context, server.url, scheme);
  await browser.close();
} finally {
  await stopServers();
  removeDataDir(dataDir);
}

async function shootAll(browser: Browser, known: BrowserContext, url: string, scheme: "light" | "dark"): Promise<void> {
  const storageState = await known.storageState();
  for (const [size, { width, height }] of Object.entries(PICTURE_SIZES)) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: DENSITY,
      colorScheme: scheme,
      storageState,
    });
    const page = await context.newPage();
    await page.goto(`${url}/dashboard`);
    // The sidebar folded: the picture is of the work beside it.
    const fold = page.locator("button.fold[aria-expanded=true]");
    if (size === "wide" && scheme === "light") await fold.click();
    for (const name of PICTURES) {
      await open(page, url, name);
      // The notice of a demo workspace is not part of what an owner sees.
      await page.addStyleTag({ content: "aside.notice.news { display: none !important }" });
      await page.waitForTimeout(SETTLED_MS);
      const session = await context.newCDPSession(page);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
      writeFileSync(join(FOLDER, `${name}-${size}-${scheme}.webp`), Buffer.from(data, "base64"));
    }
    await context.close();
  }
}

/** Lists lead to the newest that has what its picture shows. */
async function open(page: Page, url: string, name: (typeof PICTURES)[number]): Promise<void> {
  const paths = { home: "", call: "/call-history", batch: "/batches", analytics: "/analytics" };
  await page.goto(`${url}/dashboard${paths[name]}`);
  if (name === "call") {
    await page.goto(`${url}/dashboard/call-history?search=appointment`);
    await page
      .getByRole("link", { name: /^Open the call of/ })
      .first()
      .click();
  }
  if (name === "batch")
    await page
      .getByRole("link", { name: /mkutano/ })
      .first()
      .click();
  await page.waitForLoadState("networkidle").catch(() => {});
}
