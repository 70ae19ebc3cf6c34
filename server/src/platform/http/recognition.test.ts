import { route } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createHttp, type Http } from "./http.ts";
import { refuse } from "./refuse.ts";
import { serve } from "./serve.ts";

const read = route({ method: "GET", who: "viewer", path: "/notes", does: "Reads.", answer: z.object({ read: z.boolean() }) });
const manage = route({ method: "GET", who: "owner", path: "/all", does: "Reads.", answer: z.object({ read: z.boolean() }) });
const hello = route({ method: "GET", who: "anyone", path: "/hello", does: "Greets.", answer: z.object({ read: z.boolean() }) });
const OFFICE = "203.0.113.7";

let app: Http;
let lookUps = 0;

beforeAll(async () => {
  const silent = (): void => undefined;
  const nobody = { workspaceId: "", role: "viewer", userId: null, sessionId: null, operator: false } as const;
  app = await createHttp(
    { debug: silent, info: silent, warn: silent, error: silent },
    {
      host: "127.0.0.1",
      names: [],
      proxies: [],
      recognise: async ({ headers: { authorization, cookie } }) => {
        lookUps++;
        const name = authorization ?? cookie;
        if (name?.startsWith("wrong") && authorization !== undefined) throw refuse("access.bad_key");
        if (name === undefined || name.startsWith("wrong")) return undefined;
        return { ...nobody, scope: "admin", agentIds: null, kind: "key", name, id: name };
      },
    },
  );
  for (const one of [read, manage, hello]) serve(app, one, async () => ({ read: true }));
});
afterAll(() => app.close());

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  return (await app.inject({ url, remoteAddress: OFFICE, headers: { host: "localhost", ...headers } })).statusCode;
}

test("whatever fails in an office, by one credential or many, and whoever asks without one: valid keys and sessions go on", async () => {
  const floods: Record<string, (n: number) => Promise<number>> = {
    "one wrong key": () => statusOf("/notes", { authorization: "wrong" }),
    "many wrong keys": (n) => statusOf("/notes", { authorization: `wrong ${n}` }),
    "ended sessions": (n) => statusOf("/notes", { cookie: `wrong=${n}` }),
    "no credential": () => statusOf("/notes"),
    "a route for anyone": () => statusOf("/hello"),
    "a valid key that may not": () => statusOf("/all", { authorization: "viewer" }),
  };
  for (const [name, ask] of Object.entries(floods)) {
    const statuses: number[] = [];
    for (let n = 0; n < 1_100; n++) statuses.push(await ask(n));
    expect([name, statuses.at(-1)]).toEqual([name, 429]);
    expect([name, await statusOf("/notes", { authorization: `new key after ${name}` })]).toEqual([name, 200]);
    expect([name, await statusOf("/notes", { cookie: `session after ${name}` })]).toEqual([name, 200]);
  }
});

test("a wrong key that is sent again and again is looked up a few times only", async () => {
  lookUps = 0;
  for (let n = 0; n < 500; n++) await statusOf("/notes", { authorization: "wrong again" });
  expect(lookUps).toBeLessThan(80);
});

test("while a thousand wrong keys of an office wait to be looked up, a key that was right before is looked up at once", async () => {
  expect(await statusOf("/notes", { authorization: "the office's own" })).toBe(200);
  const flood = Array.from({ length: 1_000 }, (_, n) => statusOf("/notes", { authorization: `wrong, at once, ${n}` }));
  expect(await statusOf("/notes", { authorization: "the office's own" })).toBe(200);
  expect(new Set(await Promise.all(flood))).not.toContain(500);
});
