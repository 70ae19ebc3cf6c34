/**
 * Unique marks in every secret and in what belongs to people; then everything that leaves the server, or stays behind it, is searched for them.
 * A secret may stand in the answer that tells it once, and nowhere else; what belongs to people stands in their workspace, and in no log.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as wire from "@ongea/contract";
import { startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runningEmbeddedPostgres } from "../server/src/platform/database/embedded.ts";
import { clientWith, firstAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
const mark = (name: string): string => `canary-${name}-${randomBytes(9).toString("hex")}`;
/** By name: what nobody but its owner may ever read. */
const secrets: Record<string, string> = {};
/** By name: what people of the workspace may read. */
const personal: Record<string, string> = {};
let server: RunningServer;
let model: OpenAiServer;
let owner: Account;

beforeAll(async () => {
  model = await startOpenAiServer();
  Object.assign(secrets, {
    llmKey: mark("llm"),
    phonePassword: mark("phone"),
    credential: mark("provider"),
    ownKey: mark("own"),
  });
  server = await startServer({
    dataDir,
    settings: {
      LLM_BASE_URL: model.baseUrl,
      LLM_MODEL: "scripted",
      LLM_API_KEY: secrets["llmKey"]!,
      SIP_PHONES: `desk:${secrets["phonePassword"]!}`,
      PRIVATE_ADDRESSES: "127.0.0.1",
    },
  });
  secrets["operatorToken"] = readFileSync(join(dataDir, "operator-token"), "utf8").trim();
  secrets["setupToken"] = readFileSync(join(dataDir, "setup-token"), "utf8").trim();
  personal["email"] = `${mark("mail")}@example.com`;
  owner = await firstAccount(server, personal["email"]);
  secrets["session"] = sessionIn(owner.cookie);
  await fillEveryField();
});
afterAll(async () => {
  await stopServers();
  await model.close();
  removeDataDir(dataDir);
});

async function fillEveryField(): Promise<void> {
  const { client } = owner;
  const [password, other] = [mark("password"), mark("changed")];
  await client.call(wire.changePassword, { body: { password: owner.password, new_password: password } });
  const again = await fetch(server.url + wire.signIn.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: owner.email, password }),
  });
  expect(again.status).toBe(200);
  const wrong = { email: owner.email, password: other };
  await expect(client.call(wire.signIn, { body: wrong })).rejects.toMatchObject({ code: "access.bad_password" });
  Object.assign(secrets, { password, wrongPassword: other });
  for (const cookie of again.headers.getSetCookie()) secrets["secondSession"] ??= sessionIn(cookie);
  owner = {
    ...owner,
    client: clientWith(
      server,
      again.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; "),
    ),
  };

  secrets["key"] = (await owner.client.call(wire.createKey, { body: { name: "Canary", role: "viewer" } })).key;
  secrets["webhookSecret"] = (await owner.client.call(wire.makeWebhookSecret)).secret;
  const half = { provider_name: "TWILIO_AUTH_TOKEN", provider_value: secrets["credential"]! };
  await owner.client.call(wire.addProvider, { body: half });
  personal["guest"] = `${mark("guest")}@example.com`;
  const { link } = await owner.client.call(wire.inviteMember, { body: { email: personal["guest"], role: "viewer" } });
  secrets["invitation"] = new URL(link).searchParams.get("token")!;

  personal["lead"] = mark("lead");
  const lead = { name: personal["lead"], email: `${personal["lead"]}@example.com`, company: mark("company"), position: "Desk" };
  await fetch(server.url + wire.requestDemo.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(lead),
  });
  const [agent] = await owner.client.call(wire.listAgents);
  Object.assign(personal, { userData: mark("user"), words: mark("words"), knowledge: mark("knowledge") });
  const user_data = { name: personal["userData"] };
  const started = await owner.client.call(wire.startBrowserCall, { body: { agent_id: agent!.id, user_data } });
  secrets["callToken"] = started.token;
  await owner.client.call(wire.stopCall, { params: { execution_id: started.execution_id } });
  const note = { type: "text" as const, title: "Note", content: personal["knowledge"]! };
  await owner.client.call(wire.addKnowledge, { body: note });
  // Refused and failed requests carry them as well.
  const asked = [
    `/api/calls?q=${personal["words"]}`,
    `/executions/${personal["words"]}`,
    `/nothing/${secrets["key"]}?key=${secrets["key"]}`,
  ];
  for (const path of asked) await fetch(server.url + path, { headers: { authorization: `Bearer ${secrets["key"]}` } });
  // The same by a person who opens it in a browser.
  await fetch(`${server.url}/nothing/${secrets["key"]}?email=${personal["email"]}`, { headers: { accept: "text/html" } });
  await fetch(`${server.url}/v2/agent`, {
    method: "POST",
    headers: { authorization: `Bearer ${secrets["operatorToken"]}`, "content-type": "application/json" },
    body: `{"agent_config": "${personal["words"]}`,
  });
}

/** The token with its signature: without that, which takes the installation's secret, the token opens nothing. */
function sessionIn(cookie: string): string {
  return decodeURIComponent(/=([^;]+)/.exec(cookie)?.[1] ?? "");
}

/** Which marks stand in a text. */
const found = (marks: Record<string, string>, text: string): string[] =>
  Object.keys(marks).filter((name) => text.includes(marks[name]!));

test("no log and no terminal tells a secret, nor anything of a person", () => {
  const logs = readdirSync(dataDir).filter((name) => name.endsWith(".log"));
  expect(logs.length).toBeGreaterThan(0);
  for (const name of logs) {
    const text = readFileSync(join(dataDir, name), "utf8");
    expect({ name, found: found({ ...secrets, ...personal }, text) }).toEqual({ name, found: [] });
  }
  // The link that makes the first account is printed, for whoever starts the server.
  const { setupToken: _printed, ...others } = secrets;
  expect(found({ ...others, ...personal }, server.output())).toEqual([]);
});

test("no route that reads tells a secret, whoever asks, and an export neither", async () => {
  const [agent] = await owner.client.call(wire.listAgents);
  const [call] = (await owner.client.call(wire.listCalls, { query: {} })).data;
  const ids: Record<string, string> = { agent_id: agent!.id, execution_id: call!.id };
  const reads = wire.ROUTES.filter(({ method, path }) => method === "GET" && !path.includes("recording"));
  expect(reads.length).toBeGreaterThan(50);
  const askers = [{ authorization: `Bearer ${secrets["operatorToken"]!}` }, { authorization: `Bearer ${secrets["key"]!}` }];
  let readable = 0;
  for (const { path } of reads) {
    const place =
      server.url +
      wire.addressOf(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, ids[name] ?? "1"])));
    for (const headers of askers) {
      const answer = await fetch(place, { headers });
      const told = found(secrets, (await answer.text()) + JSON.stringify([...answer.headers]));
      expect({ path, told }).toEqual({ path, told: [] });
      if (answer.ok) readable++;
    }
  }
  expect(readable).toBeGreaterThan(40);
});

test("the database holds no secret in the clear: a dump of it opens nothing", async () => {
  const database = new pg.Client(runningEmbeddedPostgres(dataDir, "superuser"));
  await database.connect();
  try {
    const { rows } = await database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(rows.length).toBeGreaterThan(40);
    const told: string[] = [];
    let hasPersonal = false;
    for (const { name } of rows) {
      const { rows: all } = await database.query<{ line: string }>(`select row_to_json(t)::text as line from ${name} t`);
      for (const { line } of all) {
        told.push(...found(secrets, line).map((secret) => `${name}: ${secret}`));
        hasPersonal ||= found(personal, line).length > 0;
      }
    }
    expect([...new Set(told)]).toEqual([]);
    // The search finds what does stand there.
    expect(hasPersonal).toBe(true);
  } finally {
    await database.end();
  }
});

test("no file that is sent to browsers has a secret or anything of a person in it", () => {
  for (const folder of ["web/dist", "dist/site"]) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:js|css|html|json|map|txt|xml)$/.test(name)) continue;
      const text = readFileSync(join(ROOT, folder, name), "utf8");
      expect({ name, found: found({ ...secrets, ...personal }, text) }).toEqual({ name, found: [] });
    }
  }
});
