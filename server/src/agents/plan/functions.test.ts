import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { FunctionRequest } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fetchOutside } from "../../platform/fetch/outside.ts";
import { askFunction } from "./functions.ts";

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

let service: Server;
let address: string;
let asked: Asked[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => (body += part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body });
      if (url.startsWith("/moved")) return void response.writeHead(302, { location: "/orders/1" }).end();
      if (url.startsWith("/missing")) return void response.writeHead(404).end("No such order");
      if (url.startsWith("/long")) return void response.end("x".repeat(300_000));
      if (url.startsWith("/picture")) return void response.end(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
      if (url.startsWith("/thumbs")) return void response.end(`x${"👍".repeat(5_000)}`);
      if (url.startsWith("/nul")) return void response.end("a\0b");
      if (url.startsWith("/latin"))
        return void response
          .writeHead(200, { "content-type": "text/plain; charset=latin1" })
          .end(Buffer.from("caf\xe9", "latin1"));
      if (url.startsWith("/empty")) return void response.writeHead(204).end();
      if (url.startsWith("/never")) return;
      response.end('{"status":"sent"}');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(() => void (asked = []));
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const KNOWN = { call_sid: "call-1", from_number: "+254700000001" };

function ask(
  request: Partial<FunctionRequest> & { url: string },
  said: Record<string, unknown> = {},
  { allowed = ["127.0.0.1"], isTrial = false, signal = new AbortController().signal } = {},
) {
  return askFunction(FunctionRequest.parse(request), { said, known: KNOWN }, { fetch: fetchOutside, allowed, isTrial, signal });
}

test("an order is looked up at an address with the caller's number, and the mind is told what the service answers", async () => {
  const outcome = await ask({ url: `${address}/orders/%(order_id)s?by=voice`, api_token: "Bearer word" }, { order_id: "A 1/2" });
  expect(outcome).toEqual({ ok: true, result: '{"status":"sent"}' });
  expect(asked[0]).toMatchObject({ method: "GET", url: "/orders/A%201%2F2?by=voice" });
  expect(asked[0]?.headers.authorization).toBe("Bearer word");
});

test("an answer that is no text is told in plain words, and other letters than UTF-8 are read", async () => {
  const noText = { ok: false, result: "The service answered with something that is no text." };
  expect(await ask({ url: `${address}/picture` })).toEqual(noText);
  expect(await ask({ url: `${address}/nul` })).toEqual(noText);
  expect(await ask({ url: `${address}/latin` })).toEqual({ ok: true, result: "café" });
});

test("half a character that a mind says breaks no address, and no cut leaves half a character", async () => {
  expect(await ask({ url: `${address}/orders/%(id)s` }, { id: "a\ud800b" })).toMatchObject({ ok: true });
  expect(asked[0]?.url).toMatch(/^\/orders\/a%EF%BF%BDb/);
  const { result } = await ask({ url: `${address}/thumbs` });
  expect(result).toMatch(/\uFFFD$/);
  expect(result).toHaveLength(8_000);
});

test("what is sent has the form that the document gives it: numbers as numbers, what nobody said left out", async () => {
  const param = {
    id: "%(order)i",
    price: "%(price)f",
    note: "for %(name)s",
    who: "%(from_number)s",
    more: "%(more)s",
    kind: "voice",
  };
  await ask(
    { method: "POST", url: `${address}/orders`, param, headers: { "X-Shop": "nairobi" } },
    { order: "12.7", price: 9.5, name: "Asha" },
  );
  expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ id: 12, price: 9.5, note: "for Asha", who: "+254700000001", kind: "voice" });
  expect(asked[0]?.headers).toMatchObject({ "x-shop": "nairobi", "content-type": "application/json" });
});

test("parameters that are written as text are read, and without any the arguments are sent as they are", async () => {
  await ask({ method: "PUT", url: `${address}/orders`, param: '{"id":"%(id)s"}' as never }, { id: 7, other: "x" });
  await ask({ method: "POST", url: `${address}/orders` }, { id: 7, tags: ["a"] });
  expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ id: "7" }, { id: 7, tags: ["a"] }]);
});

test("a mind cannot say who is calling: what the call knows stands above its arguments", async () => {
  await ask({ url: `${address}/who`, param: { number: "%(from_number)s" } }, { from_number: "+100" });
  expect(asked[0]?.url).toBe("/who?number=%2B254700000001");
});

test.each([
  ["/missing", { ok: false, result: "The service answered 404. No such order" }],
  ["/moved", { ok: false, result: "The service answered 302." }],
  ["/long", { ok: false, result: "The answer of the service is too long." }],
  ["/empty", { ok: true, result: "Done." }],
])("%s: the mind is told in words what came of it", async (path, outcome) => {
  expect(await ask({ url: address + path })).toEqual(outcome);
  expect(asked).toHaveLength(1);
});

test("a private address is a service that cannot be reached for a model, and explained in a trial", async () => {
  expect(await ask({ url: "http://127.0.0.1:1/" })).toEqual({ ok: false, result: "The service could not be reached." });
  const refused = "The service may not be asked: its address is a private one.";
  expect(await ask({ url: address }, {}, { allowed: [] })).toEqual({ ok: false, result: "The service could not be reached." });
  expect(await ask({ url: address }, {}, { allowed: [], isTrial: true })).toEqual({ ok: false, result: refused });
  expect(asked).toEqual([]);
});

test("an argument that is missing, or leads out of its place, is not sent anywhere", async () => {
  const url = `${address}/orders/%(id)s/lines`;
  expect(await ask({ url })).toEqual({ ok: false, result: 'The argument "id" is missing.' });
  for (const id of ["..", ".", "%2e%2e"]) expect((await ask({ url }, { id })).ok).toBe(id === "%2e%2e");
  expect(asked.map((one) => one.url)).toEqual(["/orders/%252e%252e/lines"]);
});

test("a call that ends takes its question with it", async () => {
  const ending = new AbortController();
  const outcome = ask({ url: `${address}/never` }, {}, { signal: ending.signal });
  await expect.poll(() => asked.length).toBe(1);
  ending.abort();
  expect(await outcome).toMatchObject({ ok: false });
});
