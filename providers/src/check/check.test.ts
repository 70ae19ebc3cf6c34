import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkProvider, CONNECTABLE, type ConnectableId } from "./check.ts";

const SECRET = "canary-0123456789abcdef0123456789";
const SID = `AC${"0a".repeat(16)}`;
const KEYS: Partial<Record<ConnectableId, string>> = {
  twilio: `${SID}:${SECRET}`,
  plivo: `MAXXXXXXXXXXXXXXXXXX:${SECRET}`,
  africastalking: `sandbox:${SECRET}`,
  whatsapp: `${"0a".repeat(16)}:${SECRET}`,
  messenger: `${"0a".repeat(16)}:${SECRET}`,
  instagram: `${"0a".repeat(16)}:${SECRET}`,
  telegram: `110201543:${SECRET}`,
  "azure-openai": `https://ongea.openai.azure.com|${SECRET}`,
};
const keyOf = (id: ConnectableId): string => KEYS[id] ?? SECRET;

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { url: string; method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let baseUrl = "";
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    asked.push({ url: request.url ?? "", method: request.method ?? "", headers: request.headers, body });
    answer(request, response);
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void (asked = []));

const says =
  (status: number, json: unknown, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
const check = (id: ConnectableId, timeoutMs = 2_000) => checkProvider(id, keyOf(id), { baseUrl, timeoutMs });
const basic = (key: string): string => `Basic ${Buffer.from(key).toString("base64")}`;

describe("a key is checked at its provider", () => {
  test.each<[ConnectableId, string, Record<string, string>, unknown, unknown]>([
    [
      "twilio",
      `/2010-04-01/Accounts/${SID}.json`,
      { authorization: basic(`${SID}:${SECRET}`) },
      { friendly_name: "Imani Clinic", status: "active", type: "Full" },
      { name: "Imani Clinic", status: "active", type: "Full" },
    ],
    [
      "plivo",
      "/v1/Account/MAXXXXXXXXXXXXXXXXXX/",
      { authorization: basic(`MAXXXXXXXXXXXXXXXXXX:${SECRET}`) },
      { name: "Imani", account_type: "standard", cash_credits: "2" },
      { name: "Imani", type: "standard" },
    ],
    [
      "africastalking",
      "/version1/user?username=sandbox",
      { apikey: SECRET },
      { UserData: { balance: "KES 1785.50" } },
      { status: "KES 1785.50" },
    ],
    [
      "whatsapp",
      `/v23.0/me?fields=id,name&appsecret_proof=${createHmac("sha256", "0a".repeat(16)).update(SECRET).digest("hex")}`,
      { authorization: `Bearer ${SECRET}` },
      { id: "1", name: "Imani Clinic" },
      { name: "Imani Clinic" },
    ],
    [
      "telegram",
      `/bot110201543:${SECRET}/getMe`,
      {},
      { ok: true, result: { id: 110_201_543, is_bot: true, username: "imani_bot" } },
      { name: "imani_bot" },
    ],
    [
      "elevenlabs",
      "/v1/user",
      { "xi-api-key": SECRET },
      { first_name: "Amina", subscription: { tier: "creator", status: "active" } },
      { name: "Amina", status: "active", type: "creator" },
    ],
    [
      "deepgram",
      "/v1/projects",
      { authorization: `Token ${SECRET}` },
      { projects: [{ project_id: "p", name: "Front desk" }] },
      { name: "Front desk" },
    ],
    ["openai", "/models", { authorization: `Bearer ${SECRET}` }, { data: [] }, { name: "imani-org" }],
    ["anthropic", "/v1/models?limit=1", { "x-api-key": SECRET, "anthropic-version": "2023-06-01" }, { data: [] }, undefined],
    [
      "openrouter",
      "/key",
      { authorization: `Bearer ${SECRET}` },
      { data: { label: "sk-…", is_free_tier: false } },
      { type: "paid" },
    ],
    ["groq", "/models", { authorization: `Bearer ${SECRET}` }, { data: [] }, undefined],
    ["azure-openai", "/openai/v1/models", { "api-key": SECRET }, { data: [] }, undefined],
    ["sarvam", "/text-lid", { "api-subscription-key": SECRET }, { language_code: "en-IN" }, undefined],
    ["cartesia", "/voices?limit=1", { "x-api-key": SECRET, "cartesia-version": "2025-04-16" }, { data: [] }, undefined],
    ["ultravox", "/api/accounts/me", { "x-api-key": SECRET }, { name: "Front desk Ltd" }, { name: "Front desk Ltd" }],
    ["cal", "/v2/me", { authorization: `Bearer ${SECRET}` }, { data: { username: "imani", name: null } }, { name: "imani" }],
  ])("%s", async (id, ...[url, headers, json, account]) => {
    answer = says(200, json, id === "openai" ? { "openai-organization": "imani-org" } : {});
    expect(await check(id)).toEqual(account === undefined ? { ok: true } : { ok: true, account });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ url, headers });
    // Telegram knows a bot by its address alone.
    expect(asked[0]?.url.includes(SECRET)).toBe(id === "telegram");
    expect(asked[0]?.method).toBe(id === "sarvam" ? "POST" : "GET");
  });

  test("one that may speak but not see the account is a good key", async () => {
    answer = says(401, { detail: { status: "missing_permissions", message: "The API key is missing the permission user_read" } });
    expect(await check("elevenlabs")).toEqual({ ok: true });
  });
});

describe.each(CONNECTABLE)("%s says no in plain words, without the key", (id) => {
  const failing = async (timeoutMs?: number): Promise<string> => {
    const result = await check(id, timeoutMs);
    expect(JSON.stringify(result)).not.toContain(SECRET);
    return result.ok ? "ok" : `${result.problem}: ${result.says}`;
  };

  test("it refuses the key, and repeats it", async () => {
    answer = says(401, { error: { message: `Incorrect key: ${keyOf(id)}` }, detail: SECRET });
    expect(await failing()).toMatch(/^refused: the provider answered 401: Incorrect key: /);
  });

  test("it is asked too often, is out of order, is a page of somebody else, or sends us elsewhere", async () => {
    answer = says(429, { message: "slow down" }, { "retry-after": "30" });
    expect(await failing()).toBe("limited: the provider answered 429: slow down");
    answer = says(503, "no");
    expect(await failing()).toBe("unreachable: the provider answered 503");
    answer = (_, response) => void response.end("<html>Please log in to this Wi-Fi</html>");
    expect(await failing()).toMatch(/^unreachable: /);
    answer = (_, response) => void response.writeHead(302, { location: `${baseUrl}/elsewhere` }).end();
    expect(await failing()).toMatch(/^unreachable: /);
    expect(asked.some(({ url }) => url === "/elsewhere")).toBe(false);
  });

  test("it says nothing, or hangs up", async () => {
    answer = () => {};
    expect(await failing(60)).toBe("unreachable: the provider does not answer (60 ms)");
    answer = (_, response) => void response.write("{");
    expect(await failing(60)).toMatch(/^unreachable: /);
    answer = (request) => void request.socket.destroy();
    expect(await failing()).toMatch(/^unreachable: /);
  });

  test("a key that cannot be one is not sent anywhere", async () => {
    for (const wrong of ["", " ", "a b", "line\r\nx-evil: 1", "ключ", "x".repeat(2_000)])
      expect(await checkProvider(id, wrong, { baseUrl })).toMatchObject({ ok: false, problem: "refused" });
    expect(asked).toEqual([]);
  });
});

test("whoever no longer waits is not kept waiting", async () => {
  answer = () => {};
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 30);
  expect(await checkProvider("groq", SECRET, { baseUrl, signal: abort.signal })).toMatchObject({ problem: "unreachable" });
});
