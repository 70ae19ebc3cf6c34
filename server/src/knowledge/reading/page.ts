/** The text of a page of the web, where its owner lets programs read it. */
import { convert } from "html-to-text";
import { createRequire } from "node:module";
import type robots from "robots-parser";
import { OutsideFailure, type FetchOutside, type OutsideAnswer } from "../../platform/fetch/outside.ts";

// Its declaration speaks of a module of the other kind.
const robotsParser = createRequire(import.meta.url)("robots-parser") as typeof robots.default;

/** Why a page has no text: a stable code. */
export type PageProblem = "not-reached" | "private" | "too-large" | "not-a-page" | "robots" | "no-text" | "not-found";

export type PageReading = { text: string; problem?: undefined } | { pdf: Buffer; problem?: undefined } | { problem: PageProblem };

export interface PageParts {
  fetch: FetchOutside;
  /** Private addresses that may be read all the same. */
  allowed: readonly string[];
}

const MOST_PAGE_BYTES = 5 * 1_048_576;
const MOST_ROBOTS_BYTES = 512 * 1_024;
const TIMEOUT_MS = 20_000;
const PROGRAM = "Ongea";

export async function readPage(url: string, { fetch, allowed }: PageParts, signal: AbortSignal): Promise<PageReading> {
  const limits = { mostBytes: MOST_PAGE_BYTES, timeoutMs: TIMEOUT_MS, allowed };
  try {
    if (!(await mayRead(url))) return { problem: "robots" };
    const page = await fetch(url, limits, signal);
    if (page.url !== url && new URL(page.url).host !== new URL(url).host && !(await mayRead(page.url)))
      return { problem: "robots" };
    if (page.status === 404 || page.status === 410) return { problem: "not-found" };
    if (page.status >= 400) return { problem: "not-reached" };
    return textOf(page);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return { problem: error.problem === "private" || error.problem === "too-large" ? error.problem : "not-reached" };
  }

  async function mayRead(address: string): Promise<boolean> {
    const robotsUrl = new URL("/robots.txt", address).href;
    const robots = await fetch(robotsUrl, { ...limits, mostBytes: MOST_ROBOTS_BYTES }, signal).catch((error: unknown) => {
      // A server that cannot be reached says so once more when the page is asked for.
      if (error instanceof OutsideFailure && error.problem !== "private") return undefined;
      throw error;
    });
    if (robots?.status !== 200) return true;
    return robotsParser(robotsUrl, robots.body.toString("utf8")).isAllowed(address, PROGRAM) !== false;
  }
}

function textOf({ type, charset, body }: OutsideAnswer): PageReading {
  if (type === "application/pdf") return { pdf: body };
  const isHtml = type === "text/html" || type === "application/xhtml+xml";
  if (!isHtml && !type.startsWith("text/")) return { problem: "not-a-page" };
  const source = decoded(body, charset);
  const text = isHtml
    ? convert(source, { wordwrap: false, limits: { maxInputLength: MOST_PAGE_BYTES }, selectors: SELECTORS })
    : source;
  return /[\p{L}\p{N}]/u.test(text) ? { text: text.normalize("NFC").replace(/\0/g, "") } : { problem: "no-text" };
}

/** What leads elsewhere and what decorates is not what the page says. */
const SELECTORS = [
  ...["img", "nav", "footer", "script", "style", "noscript", "svg", "form", "button"].map((selector) => ({
    selector,
    format: "skip",
  })),
  { selector: "a", options: { ignoreHref: true } },
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
    selector,
    options: { uppercase: false, leadingLineBreaks: 3, trailingLineBreaks: 2 },
  })),
];

function decoded(body: Buffer, charset: string): string {
  const named = /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.subarray(0, 2_048).toString("latin1"))?.[1];
  try {
    return new TextDecoder(charset || named || "utf-8").decode(body);
  } catch {
    return new TextDecoder("utf-8").decode(body);
  }
}
