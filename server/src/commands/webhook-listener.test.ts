import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "../accounts/webhooks/signature.ts";
import { startListener, type Listener, type ListenerParts } from "./webhook-listener.ts";

const SECRET = newWebhookSecret();
const BODY = JSON.stringify({ id: "c1", status: "completed", transcript: "user: Habari \u001b[2J\u009b31m" });
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(parts: Partial<ListenerParts> = {}): Promise<{ listener: Listener; lines: string[] }> {
  const lines: string[] = [];
  const listener = await startListener({
    port: 0,
    forward: undefined,
    secret: SECRET,
    tell: (line) => lines.push(line),
    ...parts,
  });
  closing.push(() => listener.close());
  return { listener, lines };
}

function deliver({ url }: Listener, { body = BODY, at = new Date(), secrets = [SECRET] } = {}): Promise<Response> {
  return fetch(url, { method: "POST", headers: signedHeaders({ id: "d1", body, at }, secrets), body });
}

/** A developer's own program, which answers as it is told. */
async function program(status: number): Promise<{ url: string; heard: { body: string; signature: unknown }[] }> {
  const heard: { body: string; signature: unknown }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      heard.push({ body, signature: request.headers["webhook-signature"] });
      response.writeHead(status).end("thanks");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls`, heard };
}

test("a delivery is printed with its verdict and a body that can be copied, and moves no terminal", async () => {
  const { listener, lines } = await listen();
  expect((await deliver(listener)).status).toBe(204);
  expect(lines[0]).toContain("completed  d1  (signature right)");
  expect(JSON.parse(lines[1] ?? "")).toEqual(JSON.parse(BODY));
  expect(lines.join("")).not.toMatch(/[^\P{Cc}\n]/u);
});

test("what was changed on its way, is too old, or is signed by somebody else is refused and handed on to nobody", async () => {
  const { url, heard } = await program(200);
  const { listener, lines } = await listen({ forward: url });
  const old = new Date(Date.now() - 301_000);
  const given = [
    deliver(listener, { at: old }),
    deliver(listener, { secrets: [newWebhookSecret()] }),
    deliver(listener, { secrets: [] }),
  ];
  const changed = fetch(listener.url, {
    method: "POST",
    headers: signedHeaders({ id: "d1", body: BODY, at: new Date() }, [SECRET]),
    body: `${BODY} `,
  });
  for (const answer of await Promise.all([...given, changed])) expect(answer.status).toBe(401);
  expect(heard).toEqual([]);
  expect(lines.filter((line) => line.includes("SIGNATURE WRONG"))).toHaveLength(4);
});

test("after a change of the secret, a delivery with both signatures is right by either", async () => {
  const { listener } = await listen();
  expect((await deliver(listener, { secrets: [newWebhookSecret(), SECRET] })).status).toBe(204);
});

test("it is handed on as it came, and the program's answer is the answer", async () => {
  const { url, heard } = await program(503);
  const { listener, lines } = await listen({ forward: url });
  expect((await deliver(listener)).status).toBe(503);
  expect(heard).toEqual([{ body: BODY, signature: expect.stringMatching(/^v1,/) as unknown }]);
  expect(lines.at(-1)).toBe(`→ ${url}: 503`);
});

test("a program that is not there is told as such, and the server tries again", async () => {
  const { listener, lines } = await listen({ forward: "http://127.0.0.1:9/calls" });
  expect((await deliver(listener)).status).toBe(502);
  expect(lines.at(-1)).toContain("not reached");
});

test("what is no delivery, or is too large, is refused", async () => {
  const { listener, lines } = await listen();
  expect((await fetch(listener.url)).status).toBe(405);
  const large = await fetch(listener.url, { method: "POST", body: "x".repeat(1_100_000) }).catch(() => undefined);
  expect(large?.status ?? 413).toBe(413);
  expect(lines).toEqual([]);
});
