/** The dashboard's home on a slow telephone: how long it keeps a finger waiting while it comes up, and whether it stands still. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { browserCookies, firstAccount } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { noteFigure } from "./figures.ts";
import { enterWithCode } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { visitUnwatched, type Visit } from "./unwatched-page.ts";

const PHONE = { width: 390, height: 844 };
const SLOWER_PROCESSOR = 4;
const LOADS = 3;
/** Four times as long as it takes to come up. */
const RESTS_MS = 7_000;
/** A task beyond this keeps a finger waiting (Total Blocking Time counts what is beyond). */
const LONG_TASK_MS = 50;
const SHIFT_LIMIT = 0.02;

type Cookies = Visit["cookies"];

const dataDir = newDataDir();
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ dataDir });
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(`the home of a new account stands still while it comes up on a telephone${LEFT_OUT}`, async () => {
  await expectStill("a new account", browserCookies(server, await firstAccount(server)));
});

test.skipIf(!hasBrowser)(`the home of a demo workspace, full of calls, stands still too${LEFT_OUT}`, async () => {
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${server.url}/about`);
  await enterWithCode(page, server);
  const cookies = (await context.cookies()).map(({ name, value }) => ({ name, value, url: server.url }));
  await browser.close();
  await expectStill("a demo workspace", cookies);
});

async function expectStill(whose: string, cookies: Cookies): Promise<void> {
  const loads: z.infer<typeof seenShape>[] = [];
  for (let load = 0; load < LOADS; load++) loads.push(await oneLoad(cookies));
  const blocked = median(loads.map(({ tasks }) => tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0)));
  const shifted = Math.max(...loads.map(({ shift }) => shift));
  const what = `Home of ${whose}, 390 wide, processor ${SLOWER_PROCESSOR} times slower`;
  noteFigure({ of: "speed", what: `${what}: total blocking time`, measured: `${Math.round(blocked)} ms`, bar: "≤ 200 ms" });
  noteFigure({ of: "speed", what: `${what}: layout shift`, measured: shifted.toFixed(3), bar: `≤ ${SHIFT_LIMIT}` });
  expect(loads.map(({ shift, moved }) => (shift <= SHIFT_LIMIT ? "still" : moved.join("; ")))).toEqual(loads.map(() => "still"));
}

const seenShape = z.object({
  /** Of long tasks, ms. */
  tasks: z.array(z.number()),
  /** Cumulative Layout Shift: the worst of its windows. */
  shift: z.number(),
  /** What moved. */
  moved: z.array(z.string()),
  heading: z.string(),
});

async function oneLoad(cookies: Cookies): Promise<z.infer<typeof seenShape>> {
  const seen = await visitUnwatched({
    url: `${server.url}/dashboard`,
    cookies,
    screen: PHONE,
    slowerProcessor: SLOWER_PROCESSOR,
    before: WATCH,
    restsMs: RESTS_MS,
    after: "globalThis.seen()",
  });
  const read = seenShape.parse(seen);
  expect(read.heading).toBe("Dashboard");
  return read;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Runs in the page. Windows of layout shift as browsers count them: gaps of at most 1 s, 5 s at the most. */
const WATCH = `(() => {
  // As a browser remembers that has signed in before.
  if (location.protocol === "http:") localStorage.setItem("hasAccount", "yes");
  const tasks = [], shifts = [];
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(Math.round(duration)); }).observe({ type: "longtask", buffered: true });
  const nameOf = ({ node }) => (node && node.nodeType === 1 ? node.tagName.toLowerCase() + "." + String(node.className && node.className.baseVal !== undefined ? node.className.baseVal : node.className) : String(node && node.textContent).slice(0, 40));
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts.push({ value: entry.value, at: entry.startTime, moved: entry.sources.map((one) => nameOf(one) + " " + Math.round(one.previousRect.y) + "→" + Math.round(one.currentRect.y) + " h" + Math.round(one.previousRect.height) + "→" + Math.round(one.currentRect.height)) }); }).observe({ type: "layout-shift", buffered: true });
  globalThis.seen = () => {
    let worst = 0, sum = 0, from = -Infinity, last = -Infinity;
    for (const { value, at } of shifts) {
      if (at - last > 1000 || at - from > 5000) { sum = 0; from = at; }
      sum += value; last = at; worst = Math.max(worst, sum);
    }
    return { tasks, shift: worst, heading: document.querySelector("h1")?.textContent ?? "", moved: shifts.map((one) => one.value.toFixed(4) + " at " + Math.round(one.at) + ": " + one.moved.join(", ")) };
  };
})()`;
