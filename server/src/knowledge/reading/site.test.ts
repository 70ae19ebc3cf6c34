import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fetchOutside } from "../../platform/fetch/outside.ts";
import { chunksOf } from "../passages/chunks.ts";
import { readInProcess, type Reading } from "./document.ts";
import { readDocument } from "./formats.ts";
import { readSite, type SiteRequest, type SiteLimits } from "./site.ts";

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);
const CHUNKING = { size: 500, overlap: 50, manual: false };
let server: Server;
let address: string;
let site: Record<string, Answer>;
let asked: string[];

beforeEach(async () => {
  asked = [];
  site = {};
  server = createServer((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const answer = site[url] ?? site[url.split("?")[0] ?? ""] ?? site["*"];
    if (typeof answer === "function") return answer(request, response);
    if (answer === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const page = (text: string, ...links: string[]): string =>
  `<title>${text} here</title><p>${text} is told.</p>${links.map((link) => `<a href="${link}">more</a>`).join("")}`;

interface Wanted extends Partial<SiteRequest> {
  limits?: Partial<SiteLimits>;
  signal?: AbortSignal;
  read?: (given: Parameters<typeof readInProcess>[0], signal: AbortSignal) => Promise<Reading>;
}

/** Pages are read beside the test, where nothing is to be proved by their reader's process. */
async function beside({ form, bytes, chunking }: Parameters<typeof readInProcess>[0]): Promise<Reading> {
  const { text, problem, page: facts } = await readDocument(form, bytes);
  return problem === undefined ? { characters: text.length, chunks: chunksOf(text, chunking), page: facts } : { problem };
}

function read({ limits, signal = new AbortController().signal, read: reader = beside, ...wanted }: Wanted = {}) {
  const given = { url: `${address}/`, pages: 10, chunking: CHUNKING, onPage: async () => true, ...wanted };
  const parts = { fetch: fetchOutside, allowed: ["127.0.0.1"], readDocument: reader, limits: { pauseMs: 0, ...limits } };
  return readSite(given, parts, signal);
}

async function told(wanted?: Wanted): Promise<string[]> {
  const found = await read(wanted);
  if (found.problem !== undefined) throw new Error(found.problem);
  return found.chunks.flatMap(({ text }) => /^(.*) is told/m.exec(text)?.[1] ?? []);
}
const pagesAsked = (): string[] => asked.filter((url) => url !== "/robots.txt");

test("a site is read from one of its pages on, the nearest pages first, each once, with its title", async () => {
  site["/"] = page("Home", "/prices", "about#team", "/prices?utm_source=mail", "http://127.0.0.1:1/other", "mailto:a@b.c");
  site["/prices"] = page("Prices", "/", "/deep");
  site["/about"] = page("About", "/prices/");
  site["/deep"] = page("Deep");
  site["/prices/"] = site["/prices"];
  expect(await told({ read: readInProcess })).toEqual(["Home", "Prices", "About", "Deep"]);
  const found = await read();
  expect(found.problem === undefined && found.chunks[0]?.heading).toBe("Home here");
});

test("no more pages are read than were asked for, and each is told as it comes", async () => {
  site["/"] = page("Home", "/1", "/2", "/3", "/4");
  for (const at of [1, 2, 3, 4]) site[`/${at}`] = page(`Page ${at}`);
  const counts: number[] = [];
  const onPage = async (count: number): Promise<boolean> => counts.push(count) > 0;
  expect(await told({ pages: 3, onPage })).toEqual(["Home", "Page 1", "Page 2"]);
  expect(counts).toEqual([1, 2, 3]);
});

test("an item that is deleted while its site is read is read no further", async () => {
  site["/"] = page("Home", "/1", "/2");
  site["/1"] = page("One");
  expect(await told({ onPage: async () => false })).toEqual(["Home"]);
});

test("what its owner does not let programs read is not asked for, nor kept, nor followed", async () => {
  site["/robots.txt"] = "User-agent: *\nDisallow: /secret\nCrawl-delay: 0\n";
  site["/"] = page("Home", "/secret/plans", "/hidden", "/lead").replace('<a href="/lead"', '<a rel="nofollow" href="/lead"');
  site["/hidden"] = `<meta name="robots" content="noindex">${page("Hidden", "/below")}`;
  for (const path of ["/secret/plans", "/below", "/lead"]) site[path] = page("Never");
  expect(await told()).toEqual(["Home"]);
  expect(pagesAsked()).toEqual(["/", "/hidden"]);
});

test("a site whose rules cannot be had is not read", async () => {
  site["/robots.txt"] = (_, response) => void response.writeHead(503).end();
  site["/"] = page("Home");
  expect(await read()).toEqual({ problem: "robots" });
});

test("a link that leads into a private network, or to another site, takes nothing from there", async () => {
  site["/"] = page("Home", "/inside", "/away", "/good");
  site["/inside"] = (_, response) => void response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end();
  const other = createServer((_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(page("Other")));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  site["/away"] = (_, response) => void response.writeHead(302, { location: elsewhere }).end();
  site["/good"] = page("Good");
  expect(await told()).toEqual(["Home", "Good"]);
  other.close();
});

test.each<[string, Record<string, Answer>]>([
  [
    "a calendar that goes on for ever",
    {
      "*": (request, response) =>
        void html(response, page(`Day ${request.url}`, `/day?d=${Math.random()}`, `/day?e=${Math.random()}`)),
    },
  ],
  [
    "a path that repeats itself",
    { "*": (request, response) => void html(response, page(`At ${request.url}`, `${request.url}/a/b`)) },
  ],
  [
    "a path that goes down for ever",
    { "*": (request, response) => void html(response, page(`At ${request.url}`, `${request.url}${Math.random()}/`)) },
  ],
  [
    "five thousand links",
    { "*": (_, response) => void html(response, page("Links", ...Array.from({ length: 5e3 }, (_one, at) => `/${at}`))) },
  ],
])("%s is left after a bounded number of pages", async (_, answers) => {
  site = { "/": page("Home", "/x"), ...answers };
  expect((await told({ pages: 20, limits: { mostDepth: 50 } })).length).toBeLessThanOrEqual(20);
  expect(pagesAsked().length).toBeLessThanOrEqual(81);
});

test("the same text under a thousand addresses is kept once, and the addresses are not all asked for", async () => {
  site["*"] = page("Same", ...Array.from({ length: 1_000 }, (_, at) => `/copy${at}`));
  expect(await told({ pages: 5 })).toEqual(["Same"]);
  expect(pagesAsked().length).toBeLessThanOrEqual(21);
});

test("a site that fails on every page is left soon, and one page that fails costs only itself", async () => {
  site["/"] = page("Home", ...Array.from({ length: 50 }, (_, at) => `/gone${at}`), "/good");
  site["/good"] = page("Good");
  expect(await told({ pages: 100 })).toEqual(["Home"]);
  expect(pagesAsked().length).toBeLessThan(15);
  site["/"] = page("Home", "/gone", "/broken", "/good");
  site["/broken"] = (_, response) => void response.destroy();
  expect(await told()).toEqual(["Home", "Good"]);
});

test("a site is left when it has said as much as is kept, or taken as long as it may", async () => {
  site["*"] = (request, response) => html(response, page(`${request.url} ${"word ".repeat(100)}`, `${Math.random()}`));
  expect((await told({ pages: 100, limits: { mostCharacters: 2_000 } })).length).toBeLessThan(8);
  expect((await told({ pages: 100, limits: { mostBytes: 2_000 } })).length).toBeLessThan(8);
  site["/robots.txt"] = "";
  site["*"] = (request, response) => void (request.url === "/" ? html(response, page("Home", "/slow")) : undefined);
  expect(await told({ limits: { timeoutMs: 1_500 } })).toEqual(["Home"]);
});

test("a server that stops begins the site again later", async () => {
  const stopping = new AbortController();
  site["/"] = page("Home", "/1");
  const onPage = async (): Promise<boolean> => {
    stopping.abort();
    return true;
  };
  expect(await read({ onPage, signal: stopping.signal })).toEqual({ problem: "interrupted" });
});

test.each<[string, Answer, string]>([
  ["is not there", (_, response) => void response.writeHead(404).end(), "not-found"],
  ["is a picture", (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end("PNG"), "not-a-page"],
  ["says nothing", "<p> </p>", "no-text"],
  ["is too large", (_, response) => html(response, "x".repeat(6 * 1_048_576)), "too-large"],
])("a site whose first page %s ends with that reason", async (_, answer, problem) => {
  site["/"] = answer;
  expect(await read()).toEqual({ problem });
});

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-type": "text/html" }).end(body);
}
