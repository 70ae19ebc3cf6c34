/** How much a page asks of a slow connection: what it loads, and when its largest part is seen on a slow telephone. */
import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createWidget, listAgents } from "@ongea/contract";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
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
const LARGEST_SEEN_LIMIT_MS = 2_500;
/** A telephone of the middle sort on a connection of the slow sort. */
const SLOW = { latency: 300, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const SLOWER_PROCESSOR = 4;
const LOADS = 3;
/** A busy loop of so long gets less than this share of a processor when somebody else is using it. */
const PROBE_MS = 300;
const LEAST_SHARE = 0.8;

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
      const context = await newContext([]);
      const page = await context.newPage();
      const loaded = new Set<string>();
      const faults: string[] = [];
      page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
      page.on("pageerror", (error) => faults.push(error.message));
      await page.setViewportSize({ width, height });
      await page.goto(server.url);
      await page.getByRole("button", { name: "Start the call" }).click();
      const greeting = page.getByRole("log", { name: "What is said" }).getByText(/Hello, this is Imani Clinic/);
      await greeting.waitFor({ timeout: 40_000 });
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
  "/dashboard/activity",
  "/dashboard/settings/security",
  "/dashboard/settings/members",
];

test.skipIf(!hasBrowser)(`the landing page is seen within 2.5 s on a slow telephone${LEFT_OUT}`, async () => {
  let seenMs = await largestSeenMs("/", []);
  if (seenMs >= LARGEST_SEEN_LIMIT_MS && !isStarved()) seenMs = await largestSeenMs("/", []);
  noteFigure({ of: "speed", what: "Landing, largest part seen", measured: `${Math.round(seenMs)} ms`, bar: "≤ 2500 ms" });
  if (isStarved()) process.stderr.write("THE PROCESSOR IS STARVED: the landing page's speed is printed, not judged.\n");
  else expect(seenMs).toBeLessThan(LARGEST_SEEN_LIMIT_MS);
});

test.skipIf(!hasBrowser)(`the dashboard comes up on a slow telephone${LEFT_OUT}`, async () => {
  const seenMs = await largestSeenMs("/dashboard", cookies);
  noteFigure({ of: "speed", what: "Dashboard, largest part seen, nothing cached", measured: `${Math.round(seenMs)} ms` });
  expect(seenMs).toBeGreaterThan(0);
});

test.skipIf(!hasBrowser)(`the home asks each thing once, with the program and not after it${LEFT_OUT}`, async () => {
  const context = await newContext(cookies);
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
  const context = await newContext(who);
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

/** The median of a few loads, each in a browser that has cached nothing. */
async function largestSeenMs(path: string, who: typeof cookies): Promise<number> {
  const seen: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    const context = await newContext(who);
    const page = await context.newPage();
    const debug = await context.newCDPSession(page);
    await debug.send("Network.enable");
    await debug.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
    await debug.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
    // Nothing looks into the page before it has come to rest: that would take the slow processor's time.
    await page.goto(server.url + path, { waitUntil: "networkidle" });
    seen.push(await page.evaluate(LARGEST));
    await context.close();
  }
  return seen.toSorted((a, b) => a - b)[Math.floor(LOADS / 2)] ?? 0;
}

/** Runs in the page. */
const LARGEST = `new Promise((resolve) => {
  let last = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) last = entry.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => resolve(last), 1500);
})` as unknown as () => Promise<number>;

async function newContext(who: typeof cookies): Promise<BrowserContext> {
  if (!browser) throw new Error("No browser");
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  if (who.length > 0) await context.addCookies(who);
  // As a browser remembers that has signed in before.
  if (who.length > 0) await context.addInitScript(() => localStorage.setItem("hasAccount", "yes"));
  return context;
}

/** Somebody else is using the processor, so a speed would say nothing of the page. */
function isStarved(): boolean {
  const before = process.cpuUsage();
  const untilMs = performance.now() + PROBE_MS;
  while (performance.now() < untilMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 < PROBE_MS * LEAST_SHARE || loadavg()[0]! > availableParallelism() * 1.5;
}

function note(what: string, bytes: number, limitBytes: number): void {
  noteFigure({ of: "size", what, measured: `${(bytes / 1_000).toFixed(1)} kB`, bar: `≤ ${limitBytes / 1_000} kB` });
}
