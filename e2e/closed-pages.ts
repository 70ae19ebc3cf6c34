/** What the pages of a story showed when they were closed, and what they still waited for. */
import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";

export const closedPages: string[] = [];

const SHOWN_CHARACTERS = 300;
const SNAPSHOT_LIMIT_MS = 3_000;

export function rememberPages(context: BrowserContext): void {
  const waiting = new Set<string>();
  const told: string[] = [];
  context.on("request", (request) => waiting.add(request.url()));
  context.on("requestfinished", (request) => waiting.delete(request.url()));
  context.on("requestfailed", (request) => {
    waiting.delete(request.url());
    told.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  context.on("response", (answer) => answer.status() >= 400 && told.push(`${answer.url()}: ${answer.status()}`));
  context.on("weberror", (error) => told.push(error.error().message));
  const close = context.close.bind(context);
  context.close = async (options) => {
    for (const page of context.pages()) {
      const shown = await Promise.race([shownBy(page), delay(SNAPSHOT_LIMIT_MS, "(no answer)")]);
      closedPages.push(`${page.url()} shows: ${shown}; waits for: ${[...waiting].join(" ")}; told: ${told.slice(-5).join(" ")}`);
    }
    await close(options);
  };
}

async function shownBy(page: Page): Promise<string> {
  // oxlint-disable-next-line unicorn/prefer-dom-node-text-content -- what a person sees
  const text = await page
    .evaluate(() => (document.querySelector("main") ?? document.body).innerText)
    .catch((error: unknown) => String(error));
  return text.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS);
}
