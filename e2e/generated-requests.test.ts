/** The small form of `npm run drill -- --only requests`. */
import { once } from "node:events";
import { connect } from "node:net";
import { createAgent, listAgentTemplates } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { askGenerated, faultOfRefusal } from "./requested-of-server.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const COUNT = 1_400;
const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { TRUSTED_PROXIES: "127.0.0.1" } });
  owner = await firstAccount(server);
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

test("whatever is asked, right, broken or hostile, is answered as promised or refused in one shape, and nothing fails", async () => {
  const { url } = server;
  const { client, cookie } = owner;
  const seed = 20_261_122;
  const { asked, statuses, faults } = await askGenerated({ url, client, credentials: { cookie }, count: COUNT, seed });
  expect(faults).toEqual([]);
  expect(asked).toBe(COUNT);
  // Enough of it was right, and enough was not.
  expect(statuses[200]).toBeGreaterThan(COUNT / 10);
  expect(statuses[422]).toBeGreaterThan(COUNT / 10);
  // No leak, no use of a library that it warns of: whoever started it in a terminal would read that.
  expect(server.output()).not.toMatch(/Warning:/);
});

test("a version of an assistant beyond all counting is refused, not stumbled over", async () => {
  const [template] = (await owner.client.call(listAgentTemplates)).data;
  const { agent_id } = await owner.client.call(createAgent, { body: template!.document });
  const place = `${server.url}/v2/agent/${agent_id}/versions`;
  const headers = { cookie: owner.cookie, "content-type": "application/json" };
  for (const version of ["2147483648", "%2B254711000001", "1e300"]) {
    expect((await fetch(`${place}/${version}`, { headers })).status).toBe(422);
    const restored = await fetch(`${place}/${version}/restore`, { method: "POST", headers, body: "{}" });
    expect(restored.status).toBe(422);
  }
});

const raw: [layer: string, sent: string][] = [
  ["the parser of requests", "GET\r\n\r\n"],
  ["a method that nobody knows", "BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["headers without end", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(40_000)}\r\n\r\n`],
  ["an address that cannot be read", "GET /executions/%E0%A4%A HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
  [
    "an address that is too long",
    `GET /executions/${"x".repeat(9_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  ],
  ["an address where there is nothing", "GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
  ["another method", "PUT /executions/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"],
  ["another name", "GET /v2/agent/all HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"],
  ["another page", "GET /v2/agent/all HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nConnection: close\r\n\r\n"],
  [
    "a body that is too large",
    "POST /call HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n",
  ],
  [
    "a body of no kind",
    "POST /call HTTP/1.1\r\nHost: localhost\r\nContent-Type: a/b\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx",
  ],
  ["a socket where there is none", "GET /call HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"],
];

test.each(raw)("%s refuses in the same shape as every other layer", async (_layer, sent) => {
  const socket = connect(server.port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  socket.on("error", () => undefined);
  socket.write(sent);
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  expect({ status, fault: faultOfRefusal(status, body), text: text.slice(0, 400) }).toMatchObject({ fault: undefined });
  expect(status).toBeGreaterThanOrEqual(400);
});
