import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchOutside } from "../../platform/fetch/outside.ts";
import { retainedMb } from "../../platform/testing/memory.ts";
import { readPage, type PageReading } from "./page.ts";

let site: Server;
let address: string;

const PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/robots.txt": (response) => response.end("User-agent: *\nDisallow: /secret\n"),
  "/loop": (response) => response.writeHead(302, { location: "/loop" }).end(),
  "/nowhere": (response) => response.writeHead(302, { location: "http://[/" }).end(),
  "/file": (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/inside": (response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
  "/gone": (response) => response.writeHead(404).end(),
  "/failing": (response) => response.writeHead(500).end(),
  "/cut": (response) => {
    response.writeHead(200, { "content-type": "text/html", "content-length": "1000" }).write("<p>Half");
    setTimeout(() => response.destroy(), 50);
  },
  "/sound": (response) => response.writeHead(200, { "content-type": "audio/wav" }).end("RIFF"),
  "/huge": (response) => response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(6 * 1_048_576)),
};

beforeAll(async () => {
  site = createServer((request, response) => {
    const page = PAGES[request.url ?? ""];
    if (page) return page(response);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<p>The ferry to Lamu.</p>");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());

function read(url: string, allowed: readonly string[]): Promise<PageReading> {
  return readPage(url, { fetch: fetchOutside, allowed }, AbortSignal.timeout(20_000));
}

const REFUSED = [
  ["/secret/plans", "robots"],
  ["/gone", "not-found"],
  ["/failing", "not-reached"],
  ["/loop", "not-reached"],
  ["/nowhere", "not-reached"],
  ["/file", "not-reached"],
  ["/inside", "private"],
  ["/cut", "not-reached"],
  ["/sound", "not-a-page"],
  ["/huge", "too-large"],
] as const;

test.each(REFUSED)("the page %s is refused with its reason", async (path, problem) => {
  expect(await read(address + path, ["127.0.0.1"])).toEqual({ problem });
});

const PRIVATE = [
  "http://127.0.0.1:1/",
  "http://localhost:1/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.1.2.3/",
  "http://192.168.0.1/",
  "http://172.16.0.1/",
  "http://100.64.0.1/",
  "http://0.0.0.0/",
  "http://[fd00::1]/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
] as const;

test.each(PRIVATE)("%s leads nowhere: private addresses are not reached", async (url) => {
  expect(await read(url, [])).toEqual({ problem: "private" });
});

const NO_PAGES = [
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "http://user:word@127.0.0.1/",
  "http://[",
  "data:text/html,hello",
] as const;

test.each(NO_PAGES)("%s is no page of the web", async (url) => {
  expect(await read(url, ["127.0.0.1"])).toEqual({ problem: "not-reached" });
});

test("after all of these addresses the server holds no more than before", async () => {
  const urls = [...REFUSED.map(([path]) => address + path), ...PRIVATE, ...NO_PAGES];
  const beforeMb = retainedMb();
  for (const url of urls) expect(await read(url, url.startsWith(address) ? ["127.0.0.1"] : [])).toHaveProperty("problem");
  await expect.poll(() => retainedMb() - beforeMb, { timeout: 10_000 }).toBeLessThan(2);
  console.info(`${urls.length} hostile addresses: ${beforeMb.toFixed(1)} MB held before, ${retainedMb().toFixed(1)} MB after`);
}, 60_000);

test("a page that comes in drops is not waited for to its end", async () => {
  const drops = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    const dropping = setInterval(() => response.write("x"), 200);
    response.on("close", () => clearInterval(dropping));
  });
  await new Promise<void>((resolve) => drops.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(drops.address() as AddressInfo).port}/`;
  const limits = { mostBytes: 1_000_000, timeoutMs: 60_000, leastBytesPerSecond: 1_024, allowed: ["127.0.0.1"] };
  await expect(fetchOutside(url, limits, AbortSignal.timeout(30_000))).rejects.toMatchObject({
    problem: "not-reached",
    cause: { message: "too slow" },
  });
  drops.close();
});
