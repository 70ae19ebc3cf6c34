/** A page of the web, where its owner lets programs read it. What it says is found out elsewhere (`formats.ts`). */
import { OutsideFailure, type FetchOutside, type OutsideAnswer, type OutsideLimits } from "../../platform/fetch/outside.ts";
import type { DocumentForm } from "./document-form.ts";
import { createRobots, type Robots } from "./robots.ts";

/** Why a page cannot be read: a stable code. */
export type PageProblem = "not-reached" | "private" | "too-large" | "not-a-page" | "robots" | "not-found";

/** `url`: where it was in the end. */
export type PageReading = { form: DocumentForm; bytes: Buffer; url: string; problem?: undefined } | { problem: PageProblem };

export interface PageParts {
  fetch: FetchOutside;
  /** Private addresses that may be read all the same. */
  allowed: readonly string[];
}

const MOST_PAGE_BYTES = 5 * 1_048_576;
const TIMEOUT_MS = 20_000;
const LEAST_BYTES_PER_SECOND = 1_024;

export function pageLimits(allowed: readonly string[]): OutsideLimits {
  return { mostBytes: MOST_PAGE_BYTES, timeoutMs: TIMEOUT_MS, leastBytesPerSecond: LEAST_BYTES_PER_SECOND, allowed };
}

/** `robots`: of the site that it belongs to, where several of its pages are read. */
export async function readPage(
  url: string,
  { fetch, allowed, robots }: PageParts & { robots?: Robots },
  signal: AbortSignal,
): Promise<PageReading> {
  const limits = pageLimits(allowed);
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return { problem: "not-reached" };
  const { mayRead } = robots ?? createRobots(fetch, limits);
  try {
    if (!(await mayRead(url, signal))) return { problem: "robots" };
    const page = await fetch(url, limits, signal);
    if (page.url !== url && !(await mayRead(page.url, signal))) return { problem: "robots" };
    if (page.status === 404 || page.status === 410) return { problem: "not-found" };
    if (page.status >= 400) return { problem: "not-reached" };
    return bytesOf(page);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return { problem: error.problem === "private" || error.problem === "too-large" ? error.problem : "not-reached" };
  }
}

function bytesOf({ type, charset, body, url }: OutsideAnswer): PageReading {
  if (type === "application/pdf") return { form: { ending: ".pdf", charset: "" }, bytes: body, url };
  const isHtml = type === "text/html" || type === "application/xhtml+xml";
  if (!isHtml && !type.startsWith("text/")) return { problem: "not-a-page" };
  return { form: { ending: isHtml ? ".html" : ".txt", charset }, bytes: body, url };
}
