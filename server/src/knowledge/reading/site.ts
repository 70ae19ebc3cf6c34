/**
 * The pages of one site, from one of them on, as far as links lead: of the same origin, as its owner asks, the nearest first, each once, and
 * no more than were asked for. A site may be made to lead on for ever: pages, depth, bytes, time, letters and the ways to write one address
 * are bounded.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Chunk, Chunking } from "../passages/chunks.ts";
import type { DocumentBytes, Reading } from "./document.ts";
import { pageLimits, readPage, type PageParts, type PageProblem } from "./page.ts";
import { createRobots } from "./robots.ts";
import { MOST_OF_A_PATH, addressOf, isEndless } from "./crawl-address.ts";
import { timeLimit } from "@ongea/providers";

export interface SiteParts extends PageParts {
  readDocument(given: DocumentBytes, signal: AbortSignal): Promise<Reading>;
  limits?: Partial<SiteLimits>;
}

export interface SiteLimits {
  mostDepth: number;
  mostBytes: number;
  mostCharacters: number;
  timeoutMs: number;
  /** Between two pages, where the site asks for nothing else. */
  pauseMs: number;
  longestPauseMs: number;
}

export interface SiteRequest {
  url: string;
  pages: number;
  chunking: Chunking;
  /** After each page. False: nobody wants more. */
  onPage(read: number): Promise<boolean>;
}

export type SiteProblem = PageProblem | Extract<Reading, { problem: string }>["problem"];
export type SiteReading = { characters: number; chunks: Chunk[]; problem?: undefined } | { problem: SiteProblem };

const SITE_LIMITS: SiteLimits = {
  mostDepth: 5,
  mostBytes: 50 * 1_048_576,
  mostCharacters: 4_000_000,
  timeoutMs: 15 * 60_000,
  pauseMs: 250,
  longestPauseMs: 10_000,
};

const MOST_WAITING = 2_000;
/** What is asked for and fails is not a page: so many more addresses are tried than pages are wanted. */
const TRIES_A_PAGE = 4;
const MOST_FAILURES_IN_A_ROW = 10;
interface Place {
  url: string;
  depth: number;
}

/** The first page decides: where it cannot be read, its problem is the site's. */
export async function readSite(asked: SiteRequest, parts: SiteParts, signal: AbortSignal): Promise<SiteReading> {
  const limits = { ...SITE_LIMITS, ...parts.limits };
  const over = timeLimit(limits.timeoutMs, signal);
  const crawl = createCrawl(asked, { ...parts, limits }, over);
  const problem = await crawl.read({ url: asked.url, depth: 0 });
  if (problem !== undefined) return { problem };
  await crawl.goOn();
  return signal.aborted ? { problem: "interrupted" } : crawl.found();
}

function createCrawl(asked: SiteRequest, { limits, ...parts }: SiteParts & { limits: SiteLimits }, signal: AbortSignal) {
  const robots = createRobots(parts.fetch, pageLimits(parts.allowed));
  const waiting: Place[] = [];
  const seen = new Set<string>([addressOf(asked.url) ?? ""]);
  const ofPath = new Map<string, number>();
  const texts = new Set<string>();
  const chunks: Chunk[] = [];
  let [pages, characters, bytes] = [0, 0, 0];
  let origin = "";
  let isWanted = true;

  /** Returns why it could not be read. */
  async function read({ url, depth }: Place): Promise<SiteProblem | undefined> {
    const page = await readPage(url, { ...parts, robots }, signal);
    if (page.problem !== undefined) return page.problem;
    bytes += page.bytes.length;
    origin ||= new URL(page.url).origin;
    // Where a link leads out of the site in the end.
    if (new URL(page.url).origin !== origin) return "not-a-page";
    seen.add(addressOf(page.url) ?? "");
    const reading = await parts.readDocument({ form: page.form, bytes: page.bytes, chunking: asked.chunking }, signal);
    if (reading.problem !== undefined) return reading.problem;
    if (reading.page?.isHidden) return "robots";
    const { title = "", links = [] } = reading.page ?? {};
    if (depth < limits.mostDepth) for (const link of links) expect(link, page.url, depth + 1);
    await keep(reading.chunks, title);
    return undefined;
  }

  /** The same text under another address is not kept twice. */
  async function keep(found: readonly Chunk[], title: string): Promise<void> {
    const text = createHash("sha256")
      .update(found.map((one) => one.text).join("\n"))
      .digest("base64");
    if (texts.has(text)) return;
    texts.add(text);
    pages++;
    characters += found.reduce((sum, one) => sum + one.text.length, 0);
    chunks.push(...found.map((one) => ({ ...one, heading: one.heading === "" ? title : one.heading })));
    isWanted = await asked.onPage(pages);
  }

  function expect(link: string, from: string, depth: number): void {
    if (!URL.canParse(link, from) || waiting.length >= MOST_WAITING) return;
    const url = new URL(link, from);
    const address = addressOf(url.href);
    if (address === undefined || url.origin !== origin || seen.has(address) || isEndless(url)) return;
    const shown = (ofPath.get(url.pathname) ?? 0) + (url.search === "" ? 0 : 1);
    if (shown > MOST_OF_A_PATH) return;
    ofPath.set(url.pathname, shown);
    seen.add(address);
    waiting.push({ url: address, depth });
  }

  return {
    read,
    async goOn(): Promise<void> {
      let failures = 0;
      for (let tries = asked.pages * TRIES_A_PAGE; tries > 0 && !signal.aborted; tries--) {
        const next = waiting.shift();
        const isEnough = pages >= asked.pages || characters >= limits.mostCharacters || bytes >= limits.mostBytes;
        if (!next || isEnough || !isWanted || failures >= MOST_FAILURES_IN_A_ROW) return;
        const pauseMs = Math.min(robots.pauseMs(asked.url) ?? limits.pauseMs, limits.longestPauseMs);
        await pause(pauseMs, undefined, { signal }).catch(() => undefined);
        failures = (await read(next)) === undefined ? 0 : failures + 1;
      }
    },
    found: () => ({ characters, chunks }),
  };
}
