/** Every route of the OpenAPI description, asked by everybody who may not: a new route is in it at once. */
import { randomUUID } from "node:crypto";
import * as contract from "@ongea/contract";
import { type Client, describeContract, mayActAs, type Role } from "@ongea/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimingAccount, cookiesOf, firstAccount, invitedAccount, type Account } from "./account.ts";
import {
  firstAgentTest,
  firstBatch,
  firstCall,
  firstCheckRule,
  firstMcpServer,
  firstPhone,
  firstContact,
  firstRecords,
  firstLead,
  firstSample,
  firstThread,
  NOT_HERE,
  NOT_THERE,
} from "./matrix-things.ts";
import { TRUNK } from "./matrix-trunk.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

interface Route {
  method: string;
  /** With `{name}` for each of `names`. */
  path: string;
  who: string;
  names: string[];
  /** Names of the query, those that may be left out among them. */
  queryNames: string[];
  /** Of the query, by name. */
  query: Record<string, JsonSchema>;
  body: JsonSchema | undefined;
  takesFile: boolean;
}

const ALL = routesOf(describeContract("0") as unknown as Description);
const GUARDED = ALL.filter(({ who }) => who !== "anyone");
const LOWER: readonly Role[] = ["viewer", "agent_manager", "admin"];
/** What a route needs of another workspace before it can be asked for it, by the name of its parameter or field. */
type Foreign = Record<string, string>;

/** Names of what every workspace has its own of. */
const EVERYBODYS: ReadonlySet<string> = new Set(["country"]);

const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;
let members: Record<string, Account>;
let visitorCookie: string;
/** Owns a workspace of their own. */
let outsider: Account;
const REVOKED_KEYS = 8;
let revokedKeys: string[];
let ownersKeys: string[];
/** Things of the home workspace, which nobody else may reach. */
let foreign: Foreign;
let marks: string[];
/** The same, as it stood before anybody asked for it. */
let seen: Foreign;
/** Questions that might have changed something. */
let changing = 0;
const LOOKED_AFTER = 12;
const OWNERS_KEYS = 6;

beforeAll(async () => {
  // Each request comes from somewhere else: a network that nobody is known of may ask some hundred times only.
  server = await startServer({ dataDir, settings: { TRUSTED_PROXIES: "127.0.0.1" } });
  owner = await firstAccount(server);
  members = {};
  for (const role of LOWER) members[role] = await invitedAccount(server, owner, `${role.replace("_", "-")}@example.com`, role);
  visitorCookie = await visit();
  outsider = await claimingAccount(server, await visit(), "outsider@example.com");
  const ownersKey = (_: unknown, n: number) =>
    owner.client.call(contract.createKey, { body: { name: `Of ours ${n}`, role: "owner" } });
  const made = await Promise.all(Array.from({ length: REVOKED_KEYS }, ownersKey));
  revokedKeys = made.map(({ key }) => key);
  for (const { id: key_id } of made) await owner.client.call(contract.revokeKey, { params: { key_id } });
  ownersKeys = (await Promise.all(Array.from({ length: OWNERS_KEYS }, ownersKey))).map((made) => made.key);
  foreign = await thingsOf(owner.client);
  seen = await thingsOf(owner.client);
  marks = Object.values(foreign).filter((mark) => mark.length === NOT_THERE.length && mark !== NOT_THERE);
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

test("the matrix knows every route, and every name by which one asks for a thing", () => {
  expect(GUARDED.length).toBeGreaterThan(30);
  expect(GUARDED.flatMap(({ names }) => names).filter((name) => !(name in foreign))).toEqual([]);
});

describe.each(GUARDED.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_name, route) => {
  test("nobody, a revoked key and a made-up one get nothing", async () => {
    for (const headers of [
      {},
      { authorization: `Bearer ${revokedKeys[Math.floor(places / 5) % REVOKED_KEYS]}` },
      { authorization: `Bearer ong_made-up-${places}` },
      { cookie: `ongea_session=x.${places}` },
    ]) {
      const { status, text } = await ask(route, headers);
      expect([401, 403]).toContain(status);
      expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
    }
  });

  test("a lower role, a visitor and a key are refused what is not theirs", async () => {
    const askers: [Record<string, string>, boolean][] = LOWER.map((role) => [
      { cookie: members[role]!.cookie },
      mayReach(route, role),
    ]);
    askers.push([{ cookie: visitorCookie }, route.who !== "person" && route.who !== "operator"]);
    for (const [headers, allowed] of askers.filter(([, may]) => !may)) {
      expect(allowed).toBe(false);
      const { status } = await ask(route, headers);
      expect(status).toBe(403);
    }
  });

  test("another workspace's things are not found, neither by their address nor by ids in the body", async () => {
    if (endsTheSession(route)) return;
    const { status, text } = await ask(route, { cookie: outsider.cookie });
    const isOfOne = route.names.some((name) => !EVERYBODYS.has(name));
    const isRight = isOfOne ? [403, 404, 409].includes(status) : status < 500;
    expect({ status, isRight }).toEqual({ status, isRight: true });
    expect(marks.filter((mark) => text.includes(mark) && !sentIn(route).includes(mark))).toEqual([]);
    // What only reads changes nothing; and an owner may ask a thousand times a minute, so that it is looked now and then, and in the end.
    if (route.method === "GET" || ++changing % LOOKED_AFTER > 0) return;
    expect(await thingsOf(owner.client)).toEqual(seen);
  });
});

test("after all of that the workspace is as it was", async () => {
  expect(await thingsOf(owner.client)).toEqual(seen);
});

/** A NUL and half a character, as an address writes them. */
const UNKEEPABLE = { "\0": "%00", "\ud800": "%ED%A0%80" };

test.each(ALL.filter(({ body, names, queryNames }) => body || names.length > 0 || queryNames.length > 0))(
  "$path ($method) refuses text that no database keeps, or finds nothing",
  async (route) => {
    for (const [character, escaped] of Object.entries(UNKEEPABLE)) {
      const address = addressOf(route);
      const bad = `x${escaped}y`;
      const asked: [string, unknown][] = [
        ...route.names.map((name): [string, unknown] => [addressOf(route, { [name]: bad }), sampleOf(route.body ?? {}, "")]),
        ...route.queryNames.map((name): [string, unknown] => [`${address}?${name}=${bad}`, sampleOf(route.body ?? {}, "")]),
        ...badBodies(route.body, `x${character}y`).map((body): [string, unknown] => [address, body]),
      ];
      for (const [url, body] of asked) {
        const { status } = await send(route, { url, body, headers: ownersHeaders(route) });
        expect({ url, body, isRefused: status < 500 && status !== 429 && (url !== address || status >= 400) }).toMatchObject({
          isRefused: true,
        });
      }
    }
  },
);

/** One of several, since none may ask more than a thousand times a minute; keys are no person, who alone is let in by some routes. */
function ownersHeaders({ who }: Route): Record<string, string> {
  const key = ownersKeys[places % ownersKeys.length] ?? "";
  return who === "person" ? { cookie: owner.cookie } : { authorization: `Bearer ${key}` };
}

/** Each field of it in turn, those that may be left out too, and a name that nobody knows. */
function badBodies(schema: JsonSchema | undefined, text: string): object[] {
  if (!schema) return [];
  const sample = sampleOf(schema, "") as object;
  const fields = Object.keys(schema.properties ?? {});
  return [{ ...sample, [text]: 1 }, ...fields.map((name) => ({ ...sample, [name]: text }))];
}

function mayReach(route: Route, role: Role): boolean {
  if (route.who === "operator") return false;
  return route.who === "person" || mayActAs(role, route.who as Role);
}

/** The other questions are asked with it. */
function endsTheSession({ path }: Route): boolean {
  return path.startsWith("/api/sign-out");
}

interface Reply {
  status: number;
  text: string;
}

let places = 0;

function elsewhere(): string {
  places++;
  return `198.18.${places >> 8}.${places & 255}`;
}

async function ask(route: Route, headers: Record<string, string>): Promise<Reply> {
  const query = new URLSearchParams(sampleOf({ properties: route.query }, "") as Record<string, string>).toString();
  const url = `${addressOf(route)}${query === "" ? "" : `?${query}`}`;
  return send(route, { url, body: sampleOf(route.body ?? {}, ""), headers });
}

interface Sent {
  url: string;
  body: unknown;
  headers: Record<string, string>;
}

async function send(route: Route, { url, body: given, headers }: Sent): Promise<Reply> {
  const body = route.body ? JSON.stringify(given) : route.takesFile ? "no file" : undefined;
  const answer = await fetch(`${server.url}${url}`, {
    method: route.method,
    headers: {
      ...headers,
      "x-forwarded-for": elsewhere(),
      ...(body === undefined ? {} : { "content-type": route.takesFile ? "application/octet-stream" : "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** `escaped`: what stands in it instead of what is known by these names. */
function addressOf({ path }: Route, escaped: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => escaped[name] ?? encodeURIComponent(foreign[name] ?? ""));
}

function sentIn(route: Route): string {
  return JSON.stringify(route.body ? sampleOf(route.body, "") : {}) + addressOf(route);
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  "x-who": string;
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: { "application/json"?: { schema: JsonSchema }; "application/octet-stream"?: object } };
}

function routesOf({ paths }: Description): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, ...operation }]) => {
      const query = parameters.filter((one) => one.in === "query" && one.required).map(({ name, schema }) => [name, schema]);
      return {
        method: method.toUpperCase(),
        path,
        who: operation["x-who"],
        names: parameters.filter((one) => one.in === "path").map(({ name }) => name),
        queryNames: parameters.filter((one) => one.in === "query").map(({ name }) => name),
        query: Object.fromEntries(query) as Record<string, JsonSchema>,
        body: requestBody?.content["application/json"]?.schema,
        takesFile: requestBody?.content["application/octet-stream"] !== undefined,
      };
    }),
  );
}

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  minLength?: number;
  minimum?: number;
  items?: JsonSchema;
}

/** Of what the description says by a pattern, or not at all. */
const SAMPLES: Readonly<Record<string, string | readonly string[]>> = {
  time_zone: "Africa/Nairobi",
  allow: "ulaw",
  gateway_address: "sip.example.invalid",
  ip_address: "192.0.2.1",
  origins: ["https://www.example.com"],
  phone_number: "+254711000009",
};

function sampleOf(schema: JsonSchema, name: string): unknown {
  if (name in foreign) return foreign[name];
  if (name in SAMPLES) return SAMPLES[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return sampleOf(either[0] ?? {}, name);
  if (schema.allOf) return sampleOf(Object.assign({}, ...schema.allOf) as JsonSchema, name);
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(
      ([key]) => schema.required?.includes(key) !== false || key in foreign,
    );
    return Object.fromEntries(wanted.map(([key, one]) => [key, sampleOf(one, key)]));
  }
  if (schema.type === "object") return {};
  if (schema.type === "array") return schema.items ? [sampleOf(schema.items, name)] : [];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return true;
  if (schema.format === "email" || name === "email") return `${randomUUID()}@example.com`;
  if (schema.format === "uuid") return randomUUID();
  if (schema.format === "date-time") return new Date(Date.now() + 3_600_000).toISOString();
  return "x".repeat(Math.max(schema.minLength ?? 1, 10));
}

/** Ids and words of the workspace of `client`: what must never be seen from outside it. */
async function thingsOf(client: Client): Promise<Foreign> {
  const [agent] = await client.call(contract.listAgents);
  const { workspace } = await client.call(contract.readMe);
  const { data: people } = await client.call(contract.listMembers);
  const calls = (await client.call(contract.listCalls, { query: {} })).data;
  const keys = (await client.call(contract.listKeys)).data;
  const invitations = (await client.call(contract.listMemberInvitations)).data;
  const call = calls.at(-1)?.id ?? (await firstCall(client, agent?.id ?? ""));
  const key = keys[0] ?? (await client.call(contract.createKey, { body: { name: "In force", role: "viewer" } }));
  const invitation =
    invitations[0] ?? (await client.call(contract.inviteMember, { body: { email: "guest@example.com", role: "viewer" } }));
  const items = (await client.call(contract.listKnowledge, { query: {} })).data;
  const note = { type: "text" as const, title: "Ours", content: "Nobody else reads this." };
  const item = items[0] ?? (await client.call(contract.addKnowledge, { body: note }));
  // Half of Twilio's credentials: nobody is asked whether they are right.
  const half = { provider_name: "TWILIO_AUTH_TOKEN", provider_value: "half-of-a-key" };
  const credentials = await client.call(contract.listProviders);
  if (credentials.length === 0) await client.call(contract.addProvider, { body: half });
  const [credential] = credentials.length > 0 ? credentials : await client.call(contract.listProviders);
  const [connection] = (await client.call(contract.listConnections)).data;
  const [batch = await firstBatch(client, agent?.id ?? "")] = await client.call(contract.listBatches, {
    params: { agent_id: agent?.id ?? "" },
  });
  const [number] = await client.call(contract.listPhoneNumbers);
  const [lead = await firstLead(client)] = (await client.call(contract.listLeads, { query: {} })).data;
  const [sample = await firstSample(client)] = (await client.call(contract.listVoiceSamples, { query: {} })).data;
  const word = { word: "Xhqztl", said: "ex quiz till" };
  const [said = await client.call(contract.keepPronunciation, { body: word })] = (await client.call(contract.listPronunciations))
    .data;
  const [trunk = await client.call(contract.createTrunk, { body: TRUNK })] = await client.call(contract.listTrunks, {
    query: {},
  });
  const shown = { agent_id: agent?.id ?? "", name: "Matrix", origins: ["https://www.example.com"] };
  const [widget = await client.call(contract.createWidget, { body: shown })] = (await client.call(contract.listWidgets)).data;
  return {
    connection_id: connection?.id ?? "",
    provider_id: credential?.provider_id ?? "",
    execution_id: call,
    ...(await firstRecords(client, call)),
    batch_id: batch.batch_id,
    phone_number_id: number?.id ?? "",
    agent_id: agent?.id ?? "",
    workspace_id: workspace.id,
    member_id: people[0]?.id ?? "",
    key_id: key.id,
    invitation_id: invitation.id,
    item_id: item.id,
    rag_id: item.id,
    sample_id: sample.id,
    effect: "telephone",
    country: "KE",
    pronunciation_id: said.id,
    // Every workspace has the same built-in ones.
    voice_id: NOT_THERE,
    clone_id: NOT_THERE,
    recording: "consent",
    session_id: NOT_THERE,
    ...NOT_HERE,
    widget_id: widget.id,
    trunk_id: trunk.id,
    trunk_number_id: "254711000009",
    run_id: call,
    agent_version: "1",
    number: "+254712345678",
    prefix: "ABCD",
    lead_id: lead.id,
    ...(await firstAgentTest(client, agent?.id ?? "")),
    ...(await firstContact(client)),
    rule_id: await firstCheckRule(client),
    server_id: await firstMcpServer(client),
    phone_id: await firstPhone(client),
    thread_id: await firstThread(client, agent?.id ?? ""),
  };
}

/** A visitor with an invitation code, who has a demo workspace. */
async function visit(): Promise<string> {
  const [code = ""] = /Invitations\s+(\S+)/.exec(server.output())?.slice(1) ?? [];
  const headers = { "content-type": "application/json" };
  const answer = await fetch(server.url + contract.verifyInvitation.path, {
    method: "POST",
    headers,
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) throw new Error(`No visit: ${await answer.text()}`);
  return cookiesOf(answer);
}
