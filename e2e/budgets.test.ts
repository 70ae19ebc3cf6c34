/** How much a page asks of a slow connection: what it loads, and in how many pieces. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createWidget, listAgents } from "@ongea/contract";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT, phoneContext } from "./browser.ts";
import { noteFigure } from "./figures.ts";
import { ROOT, newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const LANDING_LIMIT_BYTES = 60_000;
const FIRST_LIMIT_BYTES = 170_000;
const FURTHER_LIMIT_BYTES = 50_000;
/** A file of the program is read in one go: React is the largest part that cannot be parted. */
const PIECE_LIMIT_BYTES = { react: 70_000, other: 32_000 };
const WIDGET_SCRIPT_LIMIT_BYTES = 5_000;
/** With all that its call needs. */
const WIDGET_LIMIT_BYTES = 60_000;

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let account: Account;
let cookies: Parameters<BrowserContext["addCookies"]>[0] = [];

beforeAll(async () => {
  server = await startServer({ dataDir });
  account = await firstAccount(server);
  cookies = browserCookies(server, account);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(`pages load no more script than their budget${LEFT_OUT}`, async () => {
  const landing = await scriptsOf("/", []);
  note("Landing, before a touch", bytesOf(landing), LANDING_LIMIT_BYTES);
  expect(bytesOf(landing)).toBeLessThan(LANDING_LIMIT_BYTES);

  const first = await scriptsOf("/dashboard", cookies);
  note("Dashboard, first route", bytesOf(first), FIRST_LIMIT_BYTES);
  expect(bytesOf(first)).toBeLessThan(FIRST_LIMIT_BYTES);

  for (const path of FURTHER) {
    const further = (await scriptsOf(path, cookies)).filter((script) => !first.includes(script));
    note(`Dashboard, ${path.replace("/dashboard/", "")}`, bytesOf(further), FURTHER_LIMIT_BYTES);
    expect([path, bytesOf(further) < FURTHER_LIMIT_BYTES]).toEqual([path, true]);
  }
});

test.skipIf(!hasBrowser)(
  `the program comes in pieces that are asked for with the page, none of them large${LEFT_OUT}`,
  async () => {
    const page = await (await fetch(`${server.url}/dashboard`)).text();
    const pieces = /<meta name="pieces" content="([^"]*)"/.exec(page)?.[1]?.split(" ") ?? [];
    const preloaded = [...page.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)].map((link) => link[1]);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.filter((piece) => !preloaded.includes(piece))).toEqual([]);
    const loaded = await scriptsOf("/dashboard", cookies);
    const tooLarge = loaded.filter(
      (path) => bytesOf([path]) > PIECE_LIMIT_BYTES[path.startsWith("/assets/react-") ? "react" : "other"],
    );
    expect(tooLarge).toEqual([]);
  },
);

test.skipIf(!hasBrowser)(
  `a page in which a visitor calls stays the site's own: its weight, its width, its style${LEFT_OUT}`,
  async () => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const context = await phoneContext(browser, []);
      const page = await context.newPage();
      const loaded = new Set<string>();
      const faults: string[] = [];
      page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
      page.on("pageerror", (error) => faults.push(error.message));
      await page.setViewportSize({ width, height });
      await page.goto(server.url);
      await page.getByRole("button", { name: "Start the call" }).click();
      const greeting = page.getByRole("log", { name: "What is said" }).getByText(/Hello, this is Imani Clinic/);
      await greeting.waitFor();
      expect(faults).toEqual([]);
      expect([...loaded].filter((path) => path.endsWith(".css"))).toHaveLength(1);
      const scripts = [...loaded].filter((path) => path.startsWith("/assets/") && path.endsWith(".js"));
      expect(scripts.some((path) => path.includes("talk"))).toBe(true);
      note(`Landing in a call, ${width} wide`, bytesOf(scripts), LANDING_LIMIT_BYTES);
      expect(bytesOf(scripts)).toBeLessThan(LANDING_LIMIT_BYTES);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      // Words stand side by side, not one a line.
      expect((await greeting.boundingBox())!.height).toBeLessThan(90);
      await page.getByRole("button", { name: "Hang up" }).click();
      await page.getByText("The call has ended.").waitFor();
      await context.close();
    }
  },
);

test.skipIf(!hasBrowser)(
  `a widget costs somebody else's page a small script, and its call little more than that${LEFT_OUT}`,
  async () => {
    const { client } = account;
    const [agent] = await client.call(listAgents);
    const shown = { agent_id: agent?.id ?? "", name: "Budget", origins: ["https://www.example.com"] };
    const { key } = await client.call(createWidget, { body: shown });
    const script = new Uint8Array(await (await fetch(`${server.url}/widgets/${key}/widget.js`)).arrayBuffer());
    note("Widget, before a touch", gzipSync(script).length, WIDGET_SCRIPT_LIMIT_BYTES);
    expect(gzipSync(script).length).toBeLessThan(WIDGET_SCRIPT_LIMIT_BYTES);
    const opened = gzipSync(script).length + bytesOf(await scriptsOf(`/widgets/${key}/frame`, []));
    note("Widget, opened", opened, WIDGET_LIMIT_BYTES);
    expect(opened).toBeGreaterThan(gzipSync(script).length);
    expect(opened).toBeLessThan(WIDGET_LIMIT_BYTES);
  },
);

const FURTHER = [
  "/dashboard/agent-setup",
  "/dashboard/knowledge-base",
  "/dashboard/call-history",
  "/dashboard/analytics",
  "/dashboard/activity",
  "/dashboard/settings/security",
  "/dashboard/settings/members",
];

test.skipIf(!hasBrowser)(`the home asks each thing once, with the program and not after it${LEFT_OUT}`, async () => {
  const context = await phoneContext(browser, cookies);
  const page = await context.newPage();
  const asked: string[] = [];
  const warnings: string[] = [];
  page.on("console", (message) => void warnings.push(message.text()));
  // A violation that a library catches is told to nobody else; the browser reads the whole file again to say in which line it was.
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", (at) => console.warn(`violates ${at.effectiveDirective}`)),
  );
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(api|v2)\//.test(pathname)) asked.push(pathname + search);
  });
  await page.goto(`${server.url}/dashboard`, { waitUntil: "networkidle" });
  const early = (await page.locator('meta[name="home-asks"]').getAttribute("content"))?.split(" ") ?? [];
  expect(early.length).toBeGreaterThan(3);
  expect(asked.slice(0, 1 + early.length).toSorted()).toEqual(["/api/me", ...early].toSorted());
  expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([]);
  expect(warnings.filter((text) => /preload|violates/.test(text))).toEqual([]);
  await context.close();
});

/** The addresses of all scripts that a page has asked for when it has come to rest. */
async function scriptsOf(path: string, who: typeof cookies): Promise<string[]> {
  const context = await phoneContext(browser, who);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
  });
  await page.goto(server.url + path, { waitUntil: "networkidle" });
  await context.close();
  return [...scripts];
}

function bytesOf(scripts: readonly string[]): number {
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(ROOT, "web/dist", path))).length, 0);
}

function note(what: string, bytes: number, limitBytes: number): void {
  noteFigure({ of: "size", what, measured: `${(bytes / 1_000).toFixed(1)} kB`, bar: `≤ ${limitBytes / 1_000} kB` });
}
