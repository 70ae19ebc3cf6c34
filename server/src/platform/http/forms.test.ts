import { route } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createHttp, type Http } from "./http.ts";
import { serve } from "./serve.ts";

const silent = (): void => undefined;
const told: unknown[] = [];
const log = { debug: silent, info: silent, warn: silent, error: (...facts: unknown[]) => void told.push(facts) };
const order = route({
  method: "POST",
  path: "/call",
  who: "anyone",
  does: "Takes an order.",
  body: z.object({ to: z.string(), data: z.record(z.string(), z.unknown()).default({}), urgent: z.boolean().nullish() }),
  answer: z.object({ to: z.string(), data: z.record(z.string(), z.unknown()), urgent: z.boolean().nullish() }),
});

let app: Http;
beforeAll(async () => {
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [] });
  serve(app, order, async ({ body }) => body);
  await app.ready();
});
afterAll(() => app.close());

async function post(type: string, payload: string): Promise<{ status: number; body: unknown }> {
  const answer = await app.inject({ method: "POST", url: "/call/", headers: { "content-type": type }, payload });
  return { status: answer.statusCode, body: answer.json() };
}

test("a form is a body, of either kind: texts stay texts, objects stand in it as JSON", async () => {
  const wanted = { status: 200, body: { to: "254711000001", data: { name: "Asha" } } };
  const encoded = new URLSearchParams({ to: "254711000001", data: '{"name":"Asha"}' }).toString();
  expect([await post("application/x-www-form-urlencoded", encoded), told]).toEqual([wanted, []]);
  const part = (name: string, value: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = `${part("to", "254711000001")}${part("data", '{"name":"Asha"}')}--b--\r\n`;
  expect(await post("multipart/form-data; boundary=b", form)).toEqual(wanted);
});

test("a yes-or-no stands in a form as text; what is neither is refused, and JSON has its own", async () => {
  const encoded = "application/x-www-form-urlencoded";
  const form = (value: string): string =>
    `--b\r\nContent-Disposition: form-data; name="to"\r\n\r\n254711000001\r\n--b\r\nContent-Disposition: form-data; name="urgent"\r\n\r\n${value}\r\n--b--\r\n`;
  for (const [text, urgent] of [
    ["true", true],
    ["False", false],
  ] as const) {
    expect((await post(encoded, `to=254711000001&urgent=${text}`)).body).toMatchObject({ to: "254711000001", urgent });
    expect((await post("multipart/form-data; boundary=b", form(text))).body).toMatchObject({ to: "254711000001", urgent });
  }
  const refused = await post(encoded, "to=254711000001&urgent=perhaps");
  expect(refused).toMatchObject({ status: 422, body: { code: "request.invalid", detail: [{ loc: ["body", "urgent"] }] } });
  expect((await post("application/json", '{"to":"1","urgent":"true"}')).status).toBe(422);
});

test("a form that cannot be read, or says what nobody may keep, is refused", async () => {
  expect((await post("multipart/form-data; boundary=b", "nonsense")).status).toBe(400);
  expect((await post("application/x-www-form-urlencoded", "to=%00")).status).toBe(400);
  expect((await post("application/x-www-form-urlencoded", "data=%7Bnot+json")).status).toBe(422);
});
