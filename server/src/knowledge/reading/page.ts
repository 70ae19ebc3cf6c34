/** A page of the web, where its owner lets programs read it. What it says is found out elsewhere (`formats.ts`). */
import { createRequire } from "node:module";
import type robots from "robots-parser";
import { OutsideFailure, type FetchOutside, type OutsideAnswer } from "../../platform/fetch/outside.ts";
import type { DocumentForm } from "./formats.ts";

// Its declaration speaks of a module of the other kind.
const robotsParser = createRequire(import.meta.url)("robots-parser") as typeof robots.default;

/** Why a page cannot be read: a stable code. */
export type PageProblem = "not-reached" | "private" | "too-large" | "not-a-page" | "robots" | "not-found";

export type PageReading = { form: DocumentForm; bytes: Buffer; problem?: undefined } | { problem: PageProblem };

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
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return { problem: "not-reached" };
  try {
    if (!(await mayRead(url))) return { problem: "robots" };
    const page = await fetch(url, limits, signal);
    if (page.url !== url && new URL(page.url).host !== new URL(url).host && !(await mayRead(page.url)))
      return { problem: "robots" };
    if (page.status === 404 || page.status === 410) return { problem: "not-found" };
    if (page.status >= 400) return { problem: "not-reached" };
    return bytesOf(page);
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

function bytesOf({ type, charset, body }: OutsideAnswer): PageReading {
  if (type === "application/pdf") return { form: { ending: ".pdf", charset: "" }, bytes: body };
  const isHtml = type === "text/html" || type === "application/xhtml+xml";
  if (!isHtml && !type.startsWith("text/")) return { problem: "not-a-page" };
  return { form: { ending: isHtml ? ".html" : ".txt", charset }, bytes: body };
}
