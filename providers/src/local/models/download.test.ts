import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../testing/test-weights.ts";
import { download } from "./download.ts";

const BYTES = 700_000;
const weights = Buffer.from(Uint8Array.from({ length: BYTES }, (_, i) => (i * 31 + (i >> 8)) & 255));

/** Answers like a publisher: a redirect to a store of files, ranges. `misbehave` may answer instead. */
let misbehave: (request: IncomingMessage, response: ServerResponse) => boolean;
let server: Server;
let url: string;
let ranges: (string | undefined)[];
let folder: TemporaryFolder;

beforeEach(async () => {
  misbehave = () => false;
  ranges = [];
  folder = await temporaryFolder();
  server = createServer((request, response) => {
    if (request.url === "/resolve/weights") return void response.writeHead(302, { location: "/store/weights" }).end();
    ranges.push(request.headers.range);
    if (misbehave(request, response)) return;
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    if (start > 0) response.writeHead(206, { "content-range": `bytes ${start}-${BYTES - 1}/${BYTES}` });
    response.end(weights.subarray(start));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/resolve/weights`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await folder.remove();
});

const part = (): string => join(folder.path, "weights.part");
const pull = (idleTimeoutMs = 2_000): Promise<void> =>
  download(url, { part: part(), bytes: BYTES, told: () => {}, idleTimeoutMs });
const sum = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe("a publisher's file", () => {
  test("comes whole through a redirect to a store", async () => {
    await pull();
    expect(sum(await readFile(part()))).toBe(sum(weights));
  });

  test("that is cut off goes on from there, in as many pieces as it takes", async () => {
    misbehave = (request, response) => {
      const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const range = { "content-range": `bytes ${start}-${BYTES - 1}/${BYTES}` };
      response.writeHead(start > 0 ? 206 : 200, { "content-length": BYTES - start, ...(start > 0 ? range : {}) });
      response.write(weights.subarray(start, start + 200_000), () => setTimeout(() => response.destroy(), 20));
      return true;
    };
    for (let tries = 0; tries < 3; tries++) await expect(pull()).rejects.toThrow();
    await pull().catch(() => undefined);
    expect(sum(await readFile(part()))).toBe(sum(weights));
    expect(ranges.length).toBeGreaterThanOrEqual(4);
  });

  test("of a server that knows no ranges begins anew and is right", async () => {
    await writeFile(part(), weights.subarray(0, 100_000));
    misbehave = (_request, response) => {
      response.end(weights);
      return true;
    };
    await pull();
    expect(sum(await readFile(part()))).toBe(sum(weights));
  });

  test("of another size is refused before it is fetched, and nothing of it is kept", async () => {
    misbehave = (_request, response) => {
      response.writeHead(200, { "content-length": 9 }).end("<html>no!");
      return true;
    };
    await expect(pull()).rejects.toThrow(`has 9 bytes instead of ${BYTES}`);
    expect((await stat(part())).size).toBe(0);
  });

  test("that has become shorter than what was kept of it begins anew", async () => {
    await writeFile(part(), weights.subarray(0, 300_000));
    let refused = 0;
    misbehave = (request, response) => {
      if (request.headers.range === undefined) return false;
      refused++;
      response.writeHead(416).end();
      return true;
    };
    await expect(pull()).rejects.toThrow("answered 416");
    await pull();
    expect(refused).toBe(1);
    expect(sum(await readFile(part()))).toBe(sum(weights));
  });

  test("longer than it said is cut off at its size", async () => {
    misbehave = (_request, response) => {
      response.writeHead(200, { "transfer-encoding": "chunked" });
      response.write(weights);
      response.end(weights);
      return true;
    };
    await expect(pull()).rejects.toThrow(`is longer than ${BYTES} bytes`);
  });

  test("that stalls, before its first byte or after, is given up and what came is kept", async () => {
    misbehave = () => true;
    await expect(pull(150)).rejects.toThrow("said nothing for 0.15 s");
    misbehave = (_request, response) => {
      response.writeHead(200, { "content-length": BYTES });
      response.write(weights.subarray(0, 250_000));
      return true;
    };
    await expect(pull(300)).rejects.toThrow("said nothing for 0.3 s");
    expect((await stat(part())).size).toBe(250_000);
    misbehave = () => false;
    await pull();
    expect(ranges.at(-1)).toBe("bytes=250000-");
    expect(sum(await readFile(part()))).toBe(sum(weights));
  });
});
