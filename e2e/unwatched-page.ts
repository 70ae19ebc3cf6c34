/**
 * A page as a person's own browser has it: Chromium with nothing attached but what makes its processor slower and its screen a
 * telephone's. With Playwright attached, the same page on the same machine blocked three to five times as long.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { CHROMIUM } from "./browser.ts";

/** What a browser that is told nothing does beside showing the page. */
const QUIET = [
  "--no-first-run",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SETTLES_MS = 1_500;
const ANSWER_LIMIT_MS = 30_000;

export interface Visit {
  url: string;
  cookies: readonly { name: string; value: string; url: string }[];
  screen: { width: number; height: number };
  /** 4: a quarter of this processor. */
  slowerProcessor: number;
  /** Runs in the page before anything of its own. */
  before: string;
  /** How long the page is left alone, ms. */
  restsMs: number;
  /** An expression that is evaluated in the page then; its value must be JSON. */
  after: string;
}

/** One visit with a new browser that keeps nothing: the value of `after`. */
export async function visitUnwatched(visit: Visit): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "ongea-browser-"));
  const args = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-pipe",
    `--user-data-dir=${folder}`,
    ...QUIET,
  ];
  const browser = spawn(CHROMIUM, [...args, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => void browser.once("close", () => resolve()));
  try {
    return await visitWith(commandsOf(browser), visit);
  } finally {
    browser.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Command = (method: string, params?: Record<string, unknown>, sessionId?: string) => Promise<Record<string, unknown>>;

async function visitWith(command: Command, visit: Visit): Promise<unknown> {
  const { targetId } = await command("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await command("Target.attachToTarget", { targetId, flatten: true });
  const page = (method: string, params: Record<string, unknown>): ReturnType<Command> =>
    command(method, params, String(sessionId));
  for (const { name, value, url } of visit.cookies) await page("Network.setCookie", { name, value, url });
  await page("Emulation.setDeviceMetricsOverride", { ...visit.screen, deviceScaleFactor: 1, mobile: true });
  await page("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page("Page.enable", {});
  await page("Page.addScriptToEvaluateOnNewDocument", { source: visit.before });
  await rest(SETTLES_MS);
  await page("Emulation.setCPUThrottlingRate", { rate: visit.slowerProcessor });
  await page("Page.navigate", { url: visit.url });
  await rest(visit.restsMs);
  const { result } = await page("Runtime.evaluate", { expression: visit.after, returnByValue: true });
  return (result as { value?: unknown }).value;
}

/** The DevTools protocol over two pipes: JSON, each message ended by a zero. */
function commandsOf(browser: ChildProcess): Command {
  const [into, from] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable];
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  let kept = "";
  into.on("error", () => undefined);
  from.setEncoding("utf8").on("data", (piece: string) => {
    const messages = (kept + piece).split("\0");
    kept = messages.pop() ?? "";
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer;
      waiting.get(answer.id ?? 0)?.(answer);
    }
  });
  return (method, params = {}, sessionId) => {
    const id = ++last;
    into.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`The browser did not answer ${method}`)), ANSWER_LIMIT_MS);
      waiting.set(id, ({ result, error }) => {
        clearTimeout(late);
        waiting.delete(id);
        if (result === undefined) reject(new Error(`${method}: ${error?.message}`));
        else resolve(result);
      });
    });
  };
}

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
